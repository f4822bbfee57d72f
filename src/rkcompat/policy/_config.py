"""``rkcompat.toml``, or ``[tool.rkcompat]`` of pyproject.toml → `Config`; every problem at once, with its line."""

import datetime as dt
import os
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from ..errors import Problem, UsageError
from ..model.manifest import Lockable
from ..model.words import Basis, ReportFormat, Severity
from ..toml._read import NotToml, decode, parse

FILE = "rkcompat.toml"
PROJECT = "pyproject.toml"
_TABLE = ("tool", "rkcompat")

Cost = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
"""What one act costs beside the others; the usual ones are 10 to 100."""


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"):
    """One table of the configuration; what a key leaves out, another place or the default says."""


class Weights(_Table, frozen=True, kw_only=True):
    """What an act costs here: a fleet that flashes every night pays little for an image."""

    replace_library: Cost | None = None
    install_wheel: Cost | None = None
    replace_server: Cost | None = None
    change_toolkit: Cost | None = None
    convert_model: Cost | None = None
    replace_module: Cost | None = None
    change_image: Cost | None = None


class Owners(_Table, frozen=True, kw_only=True):
    """Who must change a component: ``driver = "BSP team"``."""

    toolkit: str | None = None
    model: str | None = None
    lite: str | None = None
    runtime: str | None = None
    server: str | None = None
    driver: str | None = None
    kernel: str | None = None
    image: str | None = None
    kernel_config: str | None = None
    device_tree: str | None = None
    rkllm_toolkit: str | None = None
    rkllm_model: str | None = None
    rkllm_runtime: str | None = None


class WaiverTable(_Table, frozen=True, kw_only=True):
    """A rule that is let pass, for a reason and until a day; whoever owns it answers for it."""

    rule: str
    """The id of the rule, as a report shows it."""
    subjects: tuple[str, ...] = ()
    """What the finding must be about, all of it: ``runtime``, ``model[1]``, an id or a path; no key is anything."""
    manifest: str | None = None
    """A pattern for the manifest's path, from this file's folder; one without a slash is for its name; no key is any."""
    reason: str
    owner: str
    expires: dt.date
    """The last day on which it applies."""


class Config(_Table, frozen=True, kw_only=True):
    """How rkcompat is to judge here; a word on the command line or in the environment stands over it."""

    fail_on: Severity | None = None
    """The least severity of a violated rule that is incompatible; ``error`` if nobody says."""
    unknown: Literal["fail", "pass"] | None = None
    """Whether an undetermined verdict fails; ``fail`` if nobody says."""
    strict: bool | None = None
    """Whether warnings count, and waivers that match nothing."""
    min_basis: Basis | None = None
    """The weakest basis of a rule that judges."""
    exit_zero: bool | None = None
    """Whether the exit code is 0 whatever the verdict; what cannot be used or breaks has its own all the same."""
    format: ReportFormat | None = None
    """How the report on stdout is written."""
    matrix: tuple[str, ...] | None = None
    """Folders of own rows, seen from this file's folder, laid over the built-in ones."""
    lock: tuple[Lockable, ...] | None = None
    """What must not change, besides the manifest's own locks."""
    weights: Weights | None = None
    owners: Owners | None = None
    waiver: tuple[WaiverTable, ...] = ()


class ReadConfig(msgspec.Struct, frozen=True, kw_only=True):
    """A configuration and where it stands."""

    path: str
    """The file as the user reaches it."""
    config: Config
    lines: dict[str, int]
    """Key to line, from 1."""


def parse_config(content: bytes, path: str) -> ReadConfig | None:
    """Read a configuration; ``None`` for a pyproject.toml that says nothing of rkcompat.

    Raises:
        UsageError: with everything that is wrong with it.
    """
    from ..toml._faults import faults_in, to_problems
    from ..toml._lines import locate

    under = _TABLE if os.path.basename(path) == PROJECT else ()
    try:
        text = decode(content, path)
        data: Any = parse(text, path)
    except NotToml as bad:
        raise UsageError(bad.problem) from None
    for key in under:
        data = data.get(key) if isinstance(data, dict) else None
    if data is None:
        return None
    if not isinstance(data, dict):
        raise UsageError(Problem(path, None, "tool.rkcompat: found a value, needed a table"))
    try:
        config = msgspec.convert(data, Config)
    except msgspec.ValidationError:
        raise UsageError(*to_problems(faults_in(data, Config), path, text, under)) from None
    empty = list(_empty(config))
    if empty:
        raise UsageError(*to_problems(empty, path, text, under))
    lines = {key.removeprefix("tool.rkcompat."): line for key, line in locate(text).items()}
    return ReadConfig(path=path, config=config, lines=lines)


def _empty(config: Config) -> Iterator[tuple[tuple[str | int, ...], str, str | None]]:
    """What a waiver demands and does not say."""
    for index, waiver in enumerate(config.waiver):
        for key in ("rule", "reason", "owner"):
            if not getattr(waiver, key).strip():
                yield ("waiver", index, key), "found an empty string, needed words", "a waiver says why, and who answers for it"
