"""What a person wants of an answer: the options of `resolve`, and what they say."""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
import typer

from ..errors import Problem, UsageError
from ..manifest import apply_settings
from ..model.reading import ReadManifest
from ..model.version import parse_range
from ..model.wish import Preference, Want
from ..model.words import COMPONENTS

WantOption = Annotated[
    list[str] | None,
    typer.Option("--want", metavar="COMPONENT>=VERSION", help="What the sets must have: runtime>=2.3; any number of times."),
]
FeatureOption = Annotated[
    list[str] | None,
    typer.Option("--feature", metavar="FEATURE", help="A feature to judge for, beside the manifest's; any number of times."),
]
PreferOption = Annotated[
    Preference,
    typer.Option("--prefer", metavar="ORDER", help="The set to name first: cheapest, fewer-changes, or newest."),
]
OnlyValidatedOption = Annotated[bool, typer.Option("--only-validated", help="Name no set that nobody is known to have run.")]
NearOption = Annotated[
    str | None, typer.Option("--near", metavar="SET", help="Name first the sets that have most of this validated set.")
]

_NAME = re.compile(r"[^<>=!\s]*")

_WANTABLE = tuple(name for name in COMPONENTS if name != "image")


def parse_wants(stated: Iterable[str]) -> tuple[Want, ...]:
    """``runtime>=2.3`` each → what is wanted.

    Raises:
        UsageError: with every wish that cannot be read.
    """
    wants, problems = [], []
    for text in stated:
        component = _NAME.match(text)[0]  # type: ignore[index]  # it matches whatever there is
        try:
            if component not in _WANTABLE:
                raise ValueError(f"there is no component {component!r} that has a version")
            wants.append(Want(component, parse_range(text.removeprefix(component))))
        except ValueError as fault:
            from .._api.components import did_you_mean

            meant = did_you_mean(component, _WANTABLE) if component not in _WANTABLE else ""
            hint = f"{meant}write runtime>=2.3, which is of every copy; there are {', '.join(_WANTABLE)}"
            problems.append(Problem("--want", None, str(fault), hint))
    if problems:
        raise UsageError(*problems)
    return tuple(wants)


def with_features(read: ReadManifest, features: Sequence[str]) -> ReadManifest:
    """The same manifest with more features in use.

    Raises:
        ManifestError: there is no such feature.
    """
    if not features:
        return read
    used = dict.fromkeys((*read.manifest.use.features, *features))
    manifest = apply_settings(read.manifest, [f"use.features={','.join(used)}"], place="--feature")
    return msgspec.structs.replace(read, manifest=manifest)
