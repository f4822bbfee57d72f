"""The configuration for people and programs: every value, and where it comes from."""

from collections.abc import Sequence

import msgspec

from ..model.setting import Setting
from ._format import PLAIN, Look
from ._json_text import encode, plain
from ._page import Page


class SettingsShape(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``config show``, format 1."""

    format: int = 1
    file: str | None
    settings: tuple[Setting, ...]


def settings_to_json(file: str | None, settings: Sequence[Setting], look: Look = PLAIN) -> str:
    """Every value, for programs."""
    shown = tuple(Setting(one.key, plain(one.value), plain(one.origin)) for one in settings)
    return encode(SettingsShape(file=None if file is None else plain(file), settings=shown))


def settings_to_text(file: str | None, settings: Sequence[Setting], look: Look = PLAIN) -> str:
    """Every value, for people: the file, then a line a key."""
    page = Page(look)
    page.line(file or "none", head="configuration file: ")
    page.blank()
    for one in settings:
        page.line(f"{one.value}  ({one.origin})", head=f"{one.key} = ")
    return str(page)
