"""Write ``docs/explanations.md``: ``python docs/make_explanations.py``; a test compares the two."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "explanations.md"

ASKED = (
    ("Format 6 on an old runtime", "examples/format-6-on-old-runtime.toml", "why {} runtime"),
    ("The library that a program brought along", "docs/explained/bundled-runtime.toml", "why {} runtime"),
    ("SRAM on a kernel without it", "examples/sram-without-kernel-support.toml", "why {} kernel-config"),
    ("A driver that fails on this kernel", "docs/explained/known-bad-driver.toml", "why {} driver"),
    ("RKLLM on an old driver", "examples/rkllm-on-old-driver.toml", "why {} driver"),
    ("The mainline driver", "docs/explained/mainline-driver.toml", "why {} driver"),
    (
        "An RKLLM model of another generation",
        "docs/explained/rkllm-model-of-another-generation.toml",
        "why-not {} rkllm-runtime=1.0.1",
    ),
    (
        "A toolkit for another generation of chips",
        "docs/explained/toolkit-for-another-generation.toml",
        "why-not {} toolkit=2.3.2",
    ),
    ("Going back on a board that fits", "examples/good-rk3588.toml", "why-not {} runtime=1.4.0"),
    ("A newer library in a container", "examples/container.toml", "what-if {} runtime=2.3.2"),
)
"""Heading, manifest, and the question to it."""

_HEAD = """# Explanations

Ten manifests from public reports, each with one question and the answer that rkcompat gives, written by
`python docs/make_explanations.py`. The numbered lines are one argument, to be read from the top. It starts from what is
supposed (the thing that was asked about), what the manifest says, and what is locked. Every other line follows from the lines
that it names and one rule; the last one says which rule is broken. Without any one of them the argument no longer holds.
"""


def explanations_page() -> str:
    """The page with each answer as it is now."""
    parts = [_HEAD]
    plain = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    for heading, manifest, question in ASKED:
        words = question.format(manifest).split()
        about, address = _about(ROOT / manifest)
        answer = subprocess.run(
            [sys.executable, "-m", "rkcompat", *words],
            cwd=ROOT,
            env=plain,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        ).stdout
        parts.append(
            f"## {heading}\n\n{about}\n([report]({address}))\n\n```console\n$ rkcompat {' '.join(words)}\n{answer}```\n"
        )
    return "\n".join(parts)


def _about(manifest: Path) -> tuple[str, str]:
    """What the comment at the head of a manifest says, and the address of the report it is from."""
    head = manifest.read_text(encoding="utf-8").split("\n\n")[0]
    lines = [line[2:] for line in head.splitlines() if line.startswith("# ")]
    address = next(line for line in lines if line.startswith("https://"))
    return "\n".join(line for line in lines if not line.startswith("https://")), address


if __name__ == "__main__":
    PAGE.write_text(explanations_page(), encoding="utf-8")
