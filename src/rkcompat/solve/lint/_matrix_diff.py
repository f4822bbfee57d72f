"""Two matrices → the rows that differ, and the rules that judge a manifest otherwise."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

import msgspec

from ...model.finding import Finding
from ...model.matrix import Matrix, Release
from ...model.matrix_diff import FieldChange, RowChange, RowKind
from ...model.rule import Demand
from ...model.version import Range, Version
from ...model.words import Verdict

_FOLLOWS = frozenset({"scopes", "subjects", "needed", "features", "words"})
"""Fields of a rule and of a signature that follow from others when it is compiled."""

_WORST_FIRST: tuple[Verdict, ...] = ("violated", "undetermined", "satisfied", "waived", "not-applicable")

_Rows = dict[tuple[RowKind, str], msgspec.Struct]


def diff_rows(old: Matrix, new: Matrix) -> tuple[RowChange, ...]:
    """Every row that was added, removed or changed, by kind and id."""
    builds = _named_by_build(old) | _named_by_build(new)
    before, after = _rows(old, builds), _rows(new, builds)
    kinds = get_args(RowKind)
    found = []
    for kind, id in sorted(before.keys() | after.keys(), key=lambda key: (kinds.index(key[0]), key[1])):
        was, is_ = before.get((kind, id)), after.get((kind, id))
        fields = tuple(_fields(was, is_)) if was is not None and is_ is not None else ()
        if fields or was is None or is_ is None:
            change = "added" if was is None else "removed" if is_ is None else "changed"
            title = str(getattr(is_ or was, "title", ""))
            found.append(RowChange(kind=kind, id=id, change=change, title=title, fields=fields))  # type: ignore[arg-type]
    return tuple(found)


def rules_that_differ(before: Sequence[Finding], after: Sequence[Finding]) -> tuple[str, ...]:
    """The rules of severity ``error`` that say something else of one manifest, those that only one matrix has among them."""
    was, is_ = _verdicts(before), _verdicts(after)
    silent = "not-applicable"
    return tuple(sorted(rule for rule in was.keys() | is_.keys() if was.get(rule, silent) != is_.get(rule, silent)))


def _verdicts(findings: Sequence[Finding]) -> dict[str, Verdict]:
    """The worst that each rule says; one that is no error says nothing."""
    worst: dict[str, Verdict] = {}
    for finding in findings:
        if finding.rule.severity == "error":
            known = worst.get(finding.rule.id, "not-applicable")
            worst[finding.rule.id] = min(known, finding.verdict, key=_WORST_FIRST.index)
    return worst


def _named_by_build(matrix: Matrix) -> set[str]:
    """The releases of which there are several builds."""
    names = Counter(_name(release) for releases in matrix.releases.values() for release in releases)
    return {name for name, count in names.items() if count > 1}


def _name(release: Release) -> str:
    return f"{release.library or release.component} {release.version}"


def _rows(matrix: Matrix, builds: set[str]) -> _Rows:
    rows: _Rows = {("source", id): source for id, source in matrix.sources.items()}
    rows |= {("platform", id): platform for id, platform in matrix.platforms.items()}
    rows |= {
        ("attribute", f"{component}.{name}"): attribute
        for component, attributes in matrix.attributes.items()
        for name, attribute in attributes.items()
    }
    for release in (release for releases in matrix.releases.values() for release in releases):
        name = _name(release)
        rows["release", f"{name} {''.join(release.builds[:1])}".rstrip() if name in builds else name] = release
    rows |= {("rule", rule.id): rule for rule in matrix.rules}
    rows |= {("set", row.id): row for row in matrix.sets}
    return rows | {("signature", signature.id): signature for signature in matrix.signatures}


def _fields(was: msgspec.Struct, is_: msgspec.Struct) -> Iterator[FieldChange]:
    for name in was.__struct_fields__:
        left, right = getattr(was, name), getattr(is_, name)
        if left == right or name in _FOLLOWS:
            continue
        if isinstance(left, tuple) and isinstance(right, tuple):
            left, right = [one for one in left if one not in right], [one for one in right if one not in left]
        elif isinstance(left, dict) and isinstance(right, dict):
            left, right = _but(left, right), _but(right, left)
        yield FieldChange(name=name, before=_text(left), after=_text(right))


def _but(table: Mapping[str, object], other: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in table.items() if key not in other or other[key] != value}


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case Version() | Range():
            return value.text
        case Demand():
            operand = value.range or value.other or _text(value.words)
            return f"{value.fact} {value.test} {operand}"
        case dict():
            return ", ".join(_text(one) if key == "*" else f"{key}: {_text(one)}" for key, one in value.items())
        case list() | tuple():
            return ", ".join(map(_text, value))
    return str(value)
