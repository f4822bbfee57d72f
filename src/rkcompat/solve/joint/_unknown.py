"""What an unknown fact can be: a value of each kind that some demands can tell apart, and none left out."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import get_args

from ...model.fact import KERNEL_CONFIG, RELEASE_OF, Value, fact_of, is_stated
from ...model.manifest import Architecture
from ...model.matrix import Matrix
from ...model.rule import Demand
from ...model.version import Key, Version
from ...model.words import LIBRARIES, CLibrary
from .._facts import Facts

NEVER_TOLD: tuple[Value, ...] = (None,)
"""Of a fact that may be anything: it stays unknown, and no demand on it fails."""

_MOST_WORDS = 6
"""A list of words can be any set of them: of more than these, nobody tries all sets."""

_RELEASED = {fact: component for component, fact in RELEASE_OF.values()}
"""A fact that names a release, and of which component."""

_WORDS: dict[str, tuple[str, ...]] = {
    "driver.family": ("rknpu", "rocket", "galcore", "rknpu3", "none"),
    "driver.linkage": ("builtin", "module"),
    "runtime.library": tuple(name for name in LIBRARIES if name != "librkllmrt"),
    "driver.nodes": ("misc", "drm", "accel"),
    **dict.fromkeys(("runtime.arch", "libc.arch"), get_args(Architecture)),
    "model.layout": ("full", "mini", "generation-1"),
    **dict.fromkeys(("libc.family", "runtime.libc-family", "application.libc-family"), get_args(CLibrary)),
}
"""All words that a manifest takes for a fact; any other word may also be one that no rule names."""

_TRISTATE = frozenset("ymn")
"""What an option of the kernel is that is no number and no text."""

_DERIVED = ("model.npu", "model.compiler", "runtime.build")
"""What a manifest may state, or else follows from other facts in ways that are not tried here."""


def values_of(fact: str, now: Value, demands: Sequence[Demand], things: Sequence[Facts], matrix: Matrix) -> tuple[Value, ...]:
    """Everything that a fact can be, as far as these demands on these things can tell; `NEVER_TOLD` where it may be anything.

    Args:
        now: what is known of it, a range such as ``1.6.x``.
        things: all that the demands are asked of, whose unknown facts are compared with this one.
    """
    kind = fact_of(fact).kind
    if fact in _DERIVED or fact == "runtime.library":  # which may be librkllmrt, of which other rules speak
        return NEVER_TOLD
    if kind == "flag":
        return True, False
    linked = _linked(fact, demands)
    marks = list(_marks(linked, demands, things, matrix))
    alike = max(1, sum(facts.scope == fact_of(name).scope and _is_unknown(facts[name]) for name in linked for facts in things))
    if kind == "version":
        by_minor = any(
            demand.test == "minor-at-most" for demand in demands if not linked.isdisjoint((demand.fact, demand.other))
        )
        return tuple(_versions(now, _keys(marks, linked, demands, alike if by_minor else 0), alike))
    if kind == "number":
        numbers = {mark for mark in marks if isinstance(mark, int)}
        near = {number for mark in numbers for number in range(mark - alike, mark + alike + 1) if number >= 0}
        return tuple(sorted(near, reverse=True)) or NEVER_TOLD
    words = sorted({mark for mark in marks if isinstance(mark, str)})
    others = [f"another, {number}" for number in range(1, alike + 1)]
    if kind == "words":
        names = _WORDS.get(fact) or (*words, *others)
        if len(names) > _MOST_WORDS:  # each more doubles the lists that there may be
            return NEVER_TOLD
        return tuple(chain.from_iterable(combinations(names, number) for number in range(len(names) + 1)))
    if fact == "soc":
        words = list(dict.fromkeys((*matrix.platforms, *words)))
    elif fact.startswith(KERNEL_CONFIG) and _TRISTATE.issuperset(words):
        return tuple(sorted(_TRISTATE))
    return _WORDS.get(fact) or (*words, *others)


def _is_unknown(value: Value) -> bool:
    return value is None or (isinstance(value, Version) and value.is_range)


def _linked(fact: str, demands: Sequence[Demand]) -> set[str]:
    """The facts of a manifest that are compared with a fact, those that are compared with them, and so on; it among them."""
    found: set[str] = set()
    wanted = {fact}
    while wanted:
        found |= wanted
        pairs = [(d.fact, d.other) for d in demands if d.other and is_stated(d.fact) and is_stated(d.other)]
        wanted = {other for pair in pairs if not found.isdisjoint(pair) for other in pair} - found
    return found


def _marks(
    linked: set[str], demands: Sequence[Demand], things: Sequence[Facts], matrix: Matrix
) -> Iterator[str | int | Version]:
    """All that these facts are held against: operands, what is known of each other, and what releases and platforms say."""
    for demand in demands:
        if demand.fact in linked:
            yield from demand.words
        for mine, other in ((demand.fact, demand.other), (demand.other, demand.fact)):
            if mine in linked and other and not is_stated(other):
                yield from _flat(_attribute_values(other, matrix))
    for name in linked:
        yield from _flat(facts[name] for facts in things if facts.scope == fact_of(name).scope)
    read = {
        RELEASE_OF[owner][1]
        for owner in (name.partition(".")[0] for d in demands for name in (d.fact, d.other) if name and not is_stated(name))
        if owner in RELEASE_OF
    }
    for component in {_RELEASED[name] for name in linked & read}:
        yield from (row.version for rows in matrix.releases.values() for row in rows if row.component == component)


def _attribute_values(name: str, matrix: Matrix) -> Iterator[Value]:
    owner, _, attribute = name.partition(".")
    if owner == "platform":
        yield from (getattr(platform, attribute.replace("-", "_"), None) for platform in matrix.platforms.values())
    else:
        for rows in matrix.releases.values():
            for row in rows:
                if row.component == RELEASE_OF[owner][0]:
                    yield from row.attributes.get(attribute, {}).values()


def _flat(values: Iterable[Value]) -> Iterator[str | int | Version]:
    for value in values:
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, str | int | Version):
                yield one


def _keys(marks: Iterable[str | int | Version], linked: set[str], demands: Sequence[Demand], minors: int) -> set[Key]:
    """Where a version may begin to be judged otherwise; with `minors` the beginning of so many minor numbers after each too."""
    keys = {key for mark in marks if isinstance(mark, Version) for key in (mark.low, mark.high)}
    keys |= {key for d in demands if d.range and d.fact in linked for span in d.range.spans for key in span}
    keys = {key for key in keys if len(key) == len(_OLDEST)}
    if minors:
        keys |= {(key[0], key[1] + more, *_OLDEST[2:]) for key in keys for more in range(minors + 1)}
    return keys


_OLDEST: Key = (0,) * 9


def _versions(now: Value, keys: set[Key], alike: int) -> Iterator[Version]:
    """A version at each key, and after each so many that differ as there are unknown ones to compare; the newest first."""
    start = now.low if isinstance(now, Version) else _OLDEST
    lows = set()
    for *numbers, phase, number, after in keys | {start, _OLDEST}:
        first = number if phase >= 0 else 0  # before every version of these numbers: the first alpha
        lows |= {(*numbers, max(phase, 0), first + more, 0) for more in range(after, after + alike + 1)}
    for low in sorted(lows, reverse=True):
        if not isinstance(now, Version) or now.low <= low < now.high:
            yield Version(f"at {low}", low, (*low[:-1], 1))
