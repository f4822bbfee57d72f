"""Small random matrices and boards, and a plain solver that tries everything: the oracle of the real one.

The oracle shares no code with `rkcompat.solve`: it knows versions as list positions, rules as tuples, and walks through
every combination.
"""

from dataclasses import dataclass
from itertools import combinations, product

from hypothesis import strategies as st

from rkcompat.matrix._compile import compile_matrix
from rkcompat.model.manifest import Manifest
from rkcompat.model.matrix import Matrix

VERSIONS = ("1.0.0", "1.4.0", "2.0.0b0", "2.3.2")
COMPONENTS = ("runtime", "toolkit", "lite", "driver")
AGES = (2, 1, 3, 0)
"""How far each version is from the newest; a beta comes after every other."""
WEIGHT = {"runtime": 10, "toolkit": 15, "lite": 10, "driver": 100}
DOWNGRADE = 1

Span = frozenset[int]
"""Positions in `VERSIONS`."""


@dataclass(frozen=True)
class PlainRule:
    """Where every component of `when` is in its span, every one of `require` must be; without `require` it is forbidden."""

    when: tuple[tuple[str, str], ...]
    require: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PlainSet:
    """Positions by component, and the position of the basis."""

    components: tuple[tuple[str, int], ...]
    basis: str


@dataclass(frozen=True)
class Case:
    """One random problem."""

    rules: tuple[PlainRule, ...]
    needs: tuple[int | None, ...]
    """The driver, as a position, that each runtime needs; ``None`` where nobody knows."""
    sets: tuple[PlainSet, ...]
    now: dict[str, int]
    locked: frozenset[str]


def span(text: str) -> Span:
    """The positions that a comparison allows."""
    operator, version = text[:2], VERSIONS.index(text[2:])
    return frozenset(
        position
        for position in range(len(VERSIONS))
        if {">=": position >= version, "<=": position <= version, "==": position == version, "!=": position != version}[
            operator
        ]
    )


_demands = st.tuples(
    st.sampled_from(COMPONENTS),
    st.builds(lambda o, v: o + v, st.sampled_from((">=", "<=", "==", "!=")), st.sampled_from(VERSIONS)),
)


def _once(demands: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(dict(demands).items())


_rules = st.builds(
    PlainRule,
    st.lists(_demands, min_size=1, max_size=2).map(_once),
    st.lists(_demands, max_size=2).map(_once),
)
_sets = st.builds(
    PlainSet,
    st.dictionaries(st.sampled_from(COMPONENTS), st.integers(0, len(VERSIONS) - 1), min_size=1).map(lambda d: tuple(d.items())),
    st.sampled_from(("measured", "field-report")),
)
_any_cases = st.builds(
    Case,
    st.lists(_rules, max_size=6).map(tuple),
    st.tuples(*[st.none() | st.integers(0, len(VERSIONS) - 1)] * len(VERSIONS)),
    st.lists(_sets, max_size=4).map(tuple),
    st.fixed_dictionaries(
        {"runtime": st.integers(0, 3), "driver": st.integers(0, 3)},
        optional={"toolkit": st.integers(0, 3), "lite": st.integers(0, 3)},
    ),
    st.frozensets(st.sampled_from(COMPONENTS)),
)


@st.composite
def _joinable(draw: st.DrawFn) -> Case:
    """Two sets that share a runtime, one of which names the toolkit that a rule asks for and the other the driver."""
    runtime, toolkit, driver = draw(st.tuples(*[st.sampled_from((0, 1, 3))] * 3))
    always = (("runtime", ">=1.0.0"),)
    wanted = (("toolkit", toolkit), ("driver", driver))
    rules = [PlainRule(always, ((component, f"=={VERSIONS[position]}"),)) for component, position in wanted]
    sets = [PlainSet((("runtime", runtime), pair), draw(st.sampled_from(("measured", "field-report")))) for pair in wanted]
    now = {component: draw(st.integers(0, 3)) for component in COMPONENTS}
    needs: tuple[int | None, ...] = (None,) * len(VERSIONS)
    return Case(
        (*rules, *draw(st.lists(_rules, max_size=2))), needs, (*sets, *draw(st.lists(_sets, max_size=2))), now, frozenset()
    )


cases = st.one_of(_any_cases, _any_cases, _joinable())
"""One in three is made so that two sets can be joined, which chance seldom gives."""


def holds(case: Case, state: dict[str, int]) -> bool:
    """Whether a state satisfies every rule; what the board does not have meets no condition and fails no requirement."""
    for rule in case.rules:
        applies = all(component in state and state[component] in span(text) for component, text in rule.when)
        if applies and (not rule.require or any(c in state and state[c] not in span(text) for c, text in rule.require)):
            return False
    need = case.needs[state["runtime"]]
    return need is None or state["driver"] >= need


def key(case: Case, state: dict[str, int]) -> tuple[int, int, int]:
    """Cost, changes and age of going to a state."""
    changed = [component for component in state if state[component] != case.now[component]]
    cost = sum(WEIGHT[c] + DOWNGRADE * (state[c] < case.now[c]) for c in changed)
    return cost, len(changed), sum(AGES[state[c]] for c in changed)


def cheapest(case: Case) -> tuple[int, int, int] | None:
    """The best key that any allowed state has, by trying them all."""
    choices = [
        [case.now[c]]
        if c in case.locked or (c == "driver" and "image" in case.locked)
        else [p for p in range(len(VERSIONS)) if p != 2 or p == case.now[c] or _named(case, c, p)]
        for c in case.now
    ]
    keys = [
        key(case, state)
        for state in (dict(zip(case.now, combo, strict=True)) for combo in product(*choices))
        if holds(case, state)
    ]
    return min(keys, default=None)


def _named(case: Case, component: str, position: int) -> bool:
    """Betas are a choice only where somebody validated them."""
    return any((component, position) in row.components for row in case.sets)


def nearest_set(case: Case) -> tuple[int, str] | None:
    """Cost and id of the best validated set."""
    return _best(case, {f"set-{number}": row for number, row in enumerate(case.sets)})


def nearest_joined(case: Case) -> tuple[int, str] | None:
    """Cost and ids of the best two sets that agree, and that each say of the board what the other does not."""
    pairs = {}
    for (number, one), (other_number, other) in combinations(enumerate(case.sets), 2):
        mine, theirs = dict(one.components), dict(other.components)
        shared = mine.keys() & theirs.keys()
        own = [case.now.keys() & (names.keys() - shared) for names in (mine, theirs)]
        whole = case.now.keys() <= mine.keys() | theirs.keys()
        if (case.now.keys() & shared or whole) and all(own) and all(mine[c] == theirs[c] for c in shared):
            basis = max(one.basis, other.basis, key=("measured", "field-report").index)
            pairs[f"set-{number} + set-{other_number}"] = PlainSet(tuple((mine | theirs).items()), basis)
    return _best(case, pairs)


def _best(case: Case, rows: dict[str, PlainSet]) -> tuple[int, str] | None:
    ranked = []
    for name, row in rows.items():
        named = {c: p for c, p in row.components if c in case.now}
        state = case.now | named
        if not named or not holds(case, state) or any(state[c] != case.now[c] for c in case.locked if c in state):
            continue
        cost, changes, age = key(case, state)
        on_top = len(named.keys() - {"driver"})
        if not on_top and len(dict(row.components).keys() - {"driver"}):
            continue
        beta = any(state[c] == 2 != case.now[c] for c in state)
        ranked.append((beta, cost, changes, -on_top, -len(named), ("measured", "field-report").index(row.basis), age, name))
    return (min(ranked)[1], min(ranked)[-1]) if ranked else None


def build_matrix(case: Case, order: int = 1) -> Matrix:
    """The matrix of a case through the real compiler; `order` -1 writes everything the other way round."""
    head = 'matrix = 1\ntitle = "t"\n'
    texts = {
        f"sources/{basis}.toml": f'{head}publisher = "p"\nbasis = "{basis}"\nread-on = "2026-11-29"\nmethod = "m"\n'
        for basis in ("measured", "field-report")
    }
    texts["platforms/rk3588.toml"] = f'{head}generation = 2\nsources = ["measured"]\nruntime-library = "librknnrt"\n'
    for component in COMPONENTS:
        text = f'matrix = 1\ncomponent = "{component}"\n'
        if component == "runtime":
            text += '[attribute.needs]\nkind = "version"\ntitle = "driver that it needs"\n'
        for position, version in list(enumerate(VERSIONS))[::order]:
            text += f'[[release]]\nversion = "{version}"\nsources = ["measured"]\n'
            if component == "runtime":
                text += 'library = "librknnrt"\n'
                need = case.needs[position]
                text += f'needs = "{VERSIONS[need]}"\n' if need is not None else ""
        texts[f"components/{component}.toml"] = text
    rows = [_rule_text(f"rule-{chr(97 + number)}", rule) for number, rule in enumerate(case.rules)]
    rows.append(_row("gate", 'require = { driver = { at-least = "runtime.needs" } }'))
    texts["rules/all.toml"] = head + "".join(rows[::order])
    if case.sets:
        texts["validated/all.toml"] = head + "".join(
            _set_text(number, row) for number, row in list(enumerate(case.sets))[::order]
        )
    return compile_matrix({name: text.encode() for name, text in list(texts.items())[::order]}, "0")


def _table(demands: tuple[tuple[str, str], ...]) -> str:
    return "{ " + ", ".join(f'{component} = "{text}"' for component, text in demands) + " }"


def _row(name: str, body: str) -> str:
    head = f'[[rule]]\nid = "{name}"\ntitle = "t"\nwhy = "w"\nlayer = "loading"\nseverity = "error"\n'
    return f'{head}remedy = "r"\nsources = ["measured"]\n{body}\n'


def _rule_text(name: str, rule: PlainRule) -> str:
    demand = f"require = {_table(rule.require)}" if rule.require else f"forbid = {_table(rule.when)}"
    return _row(name, f"when = {_table(rule.when)}\n{demand}" if rule.require else demand)


def _set_text(number: int, row: PlainSet) -> str:
    components = ", ".join(f'{component} = "{VERSIONS[position]}"' for component, position in row.components)
    head = f'[[set]]\nid = "set-{number}"\ntitle = "t"\nkind = "field-run"\nsocs = ["rk3588"]\n'
    return f'{head}components = {{ {components} }}\nsources = ["{row.basis}"]\n'


def build_manifest(case: Case) -> Manifest:
    """The board of a case."""
    import msgspec

    data: dict[str, object] = {
        "manifest": 1,
        "board": {"soc": "rk3588"},
        "lock": {"components": sorted(case.locked), "reason": "r"},
    }
    data["runtime"] = [{"library": "librknnrt", "version": VERSIONS[case.now["runtime"]]}]
    for component in ("toolkit", "lite", "driver"):
        if component in case.now:
            data[component] = {"version": VERSIONS[case.now[component]]}
    data["driver"]["family"] = "rknpu"  # type: ignore[index]
    return msgspec.convert(data, Manifest)
