"""Rules: names that last, severities that their bases carry, and conditions that can hold."""

import re
from collections.abc import Collection, Iterator
from typing import Any, get_args, get_type_hints

from ..errors import Problem
from ..model.manifest import Driver, Feature, Libc, Model, Runtime
from ..model.matrix import Matrix
from ..model.rule import Demand, Rule
from ..model.words import ERROR_BASES
from ._compile import Files
from ._lint_stack import releases_of

_RULE_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")
_VERSION = re.compile(r"(?:^|-)(?:v\d+|\d+-\d+)(?:-|$)")
"""A version in kebab-case, ``0-9-8`` or ``v2``; a number alone may be that of a line or a board."""

_INDEPENDENT_REPORTS = 2
"""How many sources an error needs where none of them can carry it alone."""

_TABLES = {"driver": Driver, "runtime": Runtime, "model": Model, "libc": Libc}
"""The tables of a manifest whose words are closed lists."""


def _rules(files: Files, matrix: Matrix) -> Iterator[tuple[str, str, Rule]]:
    """Each rule with its file, and what a message about it begins with."""
    by_id = {rule.id: rule for rule in matrix.rules}
    for name, file in files.by_folder["rules"].items():
        yield from ((name, f"rule {row.id!r}: ", by_id[row.id]) for row in file.rule)


def check_ids(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """An id is kebab-case without a version, and is never used again, not even one that a rule had before."""
    owners = {rule.id: rule.id for rule in matrix.rules}
    for name, label, rule in _rules(files, matrix):
        if not _RULE_ID.fullmatch(rule.id):
            yield Problem(name, None, f"{label}found this id, needed kebab-case of two words or more")
        elif _VERSION.search(rule.id):
            yield Problem(name, None, f"{label}the id holds a version, which the next release makes wrong")
        for old in rule.was:
            if owners.setdefault(old, rule.id) != rule.id or old == rule.id:
                yield Problem(name, None, f"{label}was: {old!r} is the id of {owners[old]}")


def check_bases(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """An error stands on a board log or stronger, or on independent reports; inferred alone is never one."""
    for name, label, rule in _rules(files, matrix):
        if rule.severity != "error" or rule.basis in ERROR_BASES or rule.disproved_by:
            continue
        reports = {source.partition("#")[0] for source in rule.sources}
        if rule.basis == "inferred" or len(reports) < _INDEPENDENT_REPORTS:
            found = f"{rule.basis}, from {len(reports)} source" + ("s" if len(reports) > 1 else "")
            needed = f"board-log or stronger, or {_INDEPENDENT_REPORTS} independent field reports"
            yield Problem(name, None, f"{label}is an error: found the basis {found}, needed {needed}")


def check_references(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """Rules beside one another say so both ways, and a set that is contradicted is there."""
    by_id = {rule.id: rule for rule in matrix.rules}
    sets = {row.id for row in matrix.sets}
    for name, label, rule in _rules(files, matrix):
        for other in rule.beside:
            if other not in by_id:
                yield Problem(name, None, f"{label}beside: there is no rule {other!r}")
            elif rule.id not in by_id[other].beside:
                yield Problem(
                    name, None, f"{label}stands beside {other}, which does not say so", f"add it to beside of {other}"
                )
        for row in rule.contradicts:
            if row not in sets:
                yield Problem(name, None, f"{label}contradicts: there is no validated set {row!r}")


def check_contradictions(files: Files, matrix: Matrix, contradicted: Collection[tuple[str, str]]) -> Iterator[Problem]:
    """A rule that forbids what somebody ran says so; `contradicted` are the rules and sets of which it is known."""
    for name, label, rule in _rules(files, matrix):
        for id, row in contradicted:
            if id == rule.id:
                problem = f"{label}is an error, and the validated set {row!r} violates it and works"
                yield Problem(name, None, problem, "make it a warning, narrow it, or name the set under contradicts")


def check_conditions(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """Words exist, ranges of conditions hold a listed release, and what is looked up is known of one at least."""
    for name, label, rule in _rules(files, matrix):
        for demand in rule.when + rule.require:
            known = _known_words(demand.fact, matrix) if demand.test != "empty" else ()
            for word in demand.words if known else ():
                if word not in known:
                    yield Problem(
                        name, None, f"{label}{demand.fact}: there is no {word!r}", "known: " + ", ".join(sorted(known))
                    )
            for fact in (demand.fact, demand.other):
                if _is_known_of_none(fact, matrix):
                    yield Problem(name, None, f"{label}no release states {fact}, so it tells nothing")
        for demand in rule.when:
            if _holds_for_none(demand, rule, matrix):
                yield Problem(
                    name,
                    None,
                    f"{label}never applies: no listed release of {demand.subject} is {demand.range}",
                    "rkcompat matrix list components names them",
                )


def _known_words(fact: str, matrix: Matrix) -> Collection[str]:
    """The words that a fact can be, where they are a closed list."""
    if fact == "soc":
        return matrix.platforms
    if fact == "features":
        return get_args(Feature)
    if fact.endswith(".target-platform"):
        return matrix.aliases
    if fact.endswith(".npu"):
        return {platform.npu for platform in matrix.platforms.values() if platform.npu}
    owner, _, key = fact.partition(".")
    hints: dict[str, Any] = get_type_hints(_TABLES[owner]) if owner in _TABLES else {}
    return [word for part in get_args(hints.get(key)) for word in get_args(part) if isinstance(word, str)]


def _is_known_of_none(fact: str, matrix: Matrix) -> bool:
    """Whether the fact is an attribute that no release has."""
    owner, _, attribute = fact.partition(".")
    if owner == "platform" or attribute not in matrix.attributes.get(owner, {}):
        return False
    return not any(attribute in release.attributes for release in releases_of(matrix, owner))


def _holds_for_none(demand: Demand, rule: Rule, matrix: Matrix) -> bool:
    """Whether a range of versions holds no listed release, of the libraries that the rule is about."""
    if demand.range is None:
        return False
    releases = releases_of(matrix, demand.subject)
    for other in rule.when:
        if other.fact == f"{demand.subject}.library" and other.test == "one-of":
            releases = tuple(release for release in releases if release.library in other.words)
    return bool(releases) and not any(demand.range.holds(release.version) for release in releases)
