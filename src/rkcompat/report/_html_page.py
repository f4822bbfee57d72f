"""The frame of an HTML page that needs nothing else: no script, no network."""

from collections.abc import Iterable

from ._html_style import STYLE
from ._html_text import escape


def html_page(title: str, body: Iterable[str], made_by: str) -> str:
    """The whole page around the body; `title` and `made_by` are plain text."""
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f'<meta name="color-scheme" content="light dark"><title>{escape(title)}</title><style>{STYLE}</style></head>',
            "<body><main>",
            *body,
            "</main>",
            f'<footer><p class="soft">{escape(made_by)}</p></footer>',
            "</body></html>",
            "",
        )
    )
