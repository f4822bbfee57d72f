"""A headless browser that opens a page and says what it made of it."""

import html
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="needs Chromium")

_ANSWER = "<pre id='answer'>"


def ask(page: str, script: str, folder: Path, *, width: int = 800, dark: bool = False) -> Any:
    """Show a page in a frame of a width and return what a script says of it as JSON.

    The script gets the frame's window as ``view`` and returns a value or a promise of one; the page's own rules against
    scripts do not hold for it, since it stands outside.
    """
    around = folder / "around.html"
    around.write_text(
        f"<body style='margin:0'><iframe id='f' width='{width}' height='3000' srcdoc=\"{html.escape(page)}\"></iframe>"
        f"{_ANSWER}</pre><script>window.onload = async () => {{ const view = document.getElementById('f').contentWindow;"
        f"document.getElementById('answer').textContent = JSON.stringify(await (async () => {{ {script} }})()); }};</script>",
        encoding="utf-8",
    )
    shown = run(around, folder, "--virtual-time-budget=20000", "--dump-dom", dark=dark)
    answer = shown.rpartition('<pre id="answer">')[2].partition("</pre>")[0]
    assert answer, shown[-2000:]
    return json.loads(html.unescape(answer))


def run(page: Path, folder: Path, *words: str, dark: bool = False) -> str:
    """Open a page and return what the browser prints; it can reach no host."""
    assert BROWSER is not None
    command = [
        BROWSER,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={folder / 'profile'}",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--blink-settings=preferredColorScheme={0 if dark else 1}",
        *words,
        page.as_uri(),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
