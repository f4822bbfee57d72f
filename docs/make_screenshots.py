"""Write docs/screenshots: the HTML report of a board that fits, of one that does not, and of one that is not fully known.

    python docs/make_screenshots.py

Needs Chromium.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
WIDTH = 900

GOOD = (EXAMPLES / "good-rk3588.toml").read_text(encoding="utf-8")
PAGES = {
    "compatible": (GOOD, 1300),
    "incompatible": ((EXAMPLES / "format-6-on-old-runtime.toml").read_text(encoding="utf-8"), 2050),
    # the same good board, of which nobody read the driver
    "undetermined": (re.sub(r"\[driver\]\n(?:.+\n)+", "", GOOD), 1150),
}
"""Manifest and height of each page."""


def main() -> int:
    """Make every page, and take its picture."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.stderr.write("needs Chromium\n")
        return 2
    for name, (manifest, height) in PAGES.items():
        with TemporaryDirectory() as folder:
            place = Path(folder, "manifest.toml")
            place.write_text(manifest, encoding="utf-8")
            command = [sys.executable, "-m", "rkcompat", "resolve", place.name, "-q", "-o", "html=report.html"]
            subprocess.run(command, cwd=folder, check=False)
            picture = ROOT / "docs" / "screenshots" / f"{name}.png"
            picture.parent.mkdir(exist_ok=True)
            look = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={WIDTH},{height}"]
            page = Path(folder, "report.html").as_uri()
            subprocess.run([browser, *look, f"--screenshot={picture}", page], check=True, capture_output=True, timeout=120)
    return 0


if __name__ == "__main__":
    sys.exit(main())
