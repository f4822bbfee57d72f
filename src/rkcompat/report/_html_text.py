"""Text of unknown origin → text of an HTML page that shows it and does nothing else."""

from html import escape as _escape

from ._text_safe import printable


def escape(text: str) -> str:
    """Safe as the content of an element and in an attribute between double quotes."""
    return _escape(printable(text))


def code(text: str) -> str:
    """A command, a key or a path."""
    return f"<code>{escape(text)}</code>"


def link(text: str, address: str) -> str:
    """A link, where the address is one of the web; else the text alone."""
    if not address.startswith(("https://", "http://")):
        return escape(text)
    return f'<a href="{escape(address)}" rel="noreferrer">{escape(text)}</a>'
