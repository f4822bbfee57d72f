"""Conditions as a rule's author writes them → demands on facts."""

from collections.abc import Iterator, Mapping
from typing import Any, cast, get_args

from ..model.fact import FACTS, KERNEL_CONFIG, RELEASE_OF, SUBJECT_OF, Attribute, Fact, Kind, Scope, fact_of, is_stated
from ..model.rule import Demand, Test
from ..model.version import parse_range

SHORT = {
    "driver": "driver.version",
    "kernel": "kernel.release",
    "runtime": "runtime.version",
    "toolkit": "toolkit.version",
    "lite": "lite.version",
    "server": "server.version",
    "model": "model.toolkit",
    "rkllm-runtime": "rkllm-runtime.version",
    "rkllm-toolkit": "rkllm-toolkit.version",
    "rkllm-model": "rkllm-model.toolkit",
    "feature": "features",
}
"""A component's name alone means its version."""

_KINDS: dict[Test, tuple[Kind, ...]] = {
    "in-range": ("version",),
    "one-of": ("word", "flag", "number"),
    "none-of": ("word", "flag", "number"),
    "empty": ("words",),
    "shares": ("words", "word"),
    "at-least": ("version", "number"),
    "at-most": ("version", "number"),
    "same-as": ("version", "number", "word", "flag"),
    "minor-at-most": ("version",),
    "same-text": ("word", "version"),
}
"""The kinds of fact that a test can look at."""

_COMPARES = ("at-least", "at-most", "same-as", "minor-at-most", "same-text")

PLATFORM_ATTRIBUTES: dict[str, Attribute] = {
    "npu": Attribute(kind="word", title="NPU type of the SoC"),
    "cores": Attribute(kind="number", title="NPU cores of the SoC"),
    "runtime-library": Attribute(kind="word", title="runtime library of the SoC"),
    "runs-models-for": Attribute(kind="words", title="target platforms whose models the SoC runs"),
    "sram-bytes": Attribute(kind="number", title="SRAM that the NPU of the SoC can be given"),
    "sram-start": Attribute(kind="number", title="address of the SoC's SRAM"),
    "nbuf-bytes": Attribute(kind="number", title="on-chip NPU buffer of the SoC"),
}
"""What a rule may ask of a platform: ``platform.cores``."""

Attributes = Mapping[str, Mapping[str, Attribute]]


def find_fact(name: str, attributes: Attributes) -> Fact:
    """The fact of a full name, an attribute's among them.

    Raises:
        ValueError: there is no such fact.
    """
    if is_stated(name):
        return fact_of(name)
    owner, _, attribute = name.partition(".")
    known = attributes.get(RELEASE_OF.get(owner, (owner,))[0], {}).get(attribute)
    if known is None:
        from difflib import get_close_matches

        names = [*FACTS, *(f"{owner}.{name}" for owner, group in attributes.items() for name in group)]
        near = get_close_matches(name, names, 1)
        raise ValueError(f"there is no fact {name!r}" + (f"; did you mean {near[0]!r}" if near else "; see matrix list facts"))
    scope, subject = SUBJECT_OF[owner]
    return Fact(known.kind, scope, subject, known.title, "")


def parse_demands(conditions: Mapping[str, Any], attributes: Attributes) -> Iterator[Demand]:
    """Read conditions such as ``{ feature = "sram", driver = ">=0.8.0" }``.

    Raises:
        ValueError: a fact, a test or an operand that cannot be used; the message names it.
    """
    for key, given in conditions.items():
        if key == "kernel-config":
            if not isinstance(given, dict):
                raise ValueError(f"kernel-config: found {given!r}, needed a table of options")
            for option, value in given.items():
                yield _demand(KERNEL_CONFIG + option, value, attributes)
        else:
            yield _demand(SHORT.get(key, key), given, attributes)


def _demand(name: str, given: Any, attributes: Attributes) -> Demand:
    fact = find_fact(name, attributes)
    if isinstance(given, dict):
        if len(given) != 1:
            raise ValueError(f"{name}: found {sorted(given)}, needed one test")
        test, operand = next(iter(given.items()))
        if test not in get_args(Test):
            raise ValueError(f"{name}: there is no test {test!r}; there are {', '.join(get_args(Test))}")
        test = cast(Test, test)
    elif fact.kind == "version":
        test, operand = "in-range", given
    elif fact.kind == "words":
        test, operand = "shares", given
    else:
        test, operand = "one-of", given
    if fact.kind not in _KINDS[test]:
        raise ValueError(f"{name}: the test {test!r} looks at {' or '.join(_KINDS[test])}, and this is a {fact.kind}")
    if test == "in-range":
        if not isinstance(operand, str):
            raise ValueError(f"{name}: found {operand!r}, needed a range such as '>=0.8.0'")
        try:
            return Demand(name, fact.scope, fact.subject, test, range=parse_range(operand))
        except ValueError as fault:
            raise ValueError(f"{name}: {fault}") from None
    if test == "empty":
        return Demand(name, fact.scope, fact.subject, test, words=(bool(operand),))
    if test in _COMPARES or (test == "shares" and isinstance(operand, str) and (operand in FACTS or "." in operand)):
        if not isinstance(operand, str):
            raise ValueError(f"{name}: found {operand!r}, needed the name of a fact")
        other = SHORT.get(operand, operand)
        against = find_fact(other, attributes)
        return Demand(
            name, fact.scope, fact.subject, test, other=other, other_scope=against.scope, other_subject=against.subject
        )
    words = tuple(operand) if isinstance(operand, list) else (operand,)
    if not words or not all(isinstance(word, str | int) for word in words):
        raise ValueError(f"{name}: found {operand!r}, needed a word or a list of words")
    return Demand(name, fact.scope, fact.subject, test, words=words)


def scopes_of(demands: tuple[Demand, ...]) -> tuple[Scope, ...]:
    """What a rule with these demands is asked of, beside the board, sorted."""
    found = {scope for demand in demands for scope in (demand.scope, demand.other_scope)}
    return tuple(sorted(found - {"board"}))
