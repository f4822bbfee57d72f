"""The facts of one board, library, model, application or container, those that follow from the matrix among them."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from ..model.fact import (
    DERIVED_FROM,
    FACTS,
    NO_DATA,
    RELEASE_OF,
    Attribute,
    Between,
    NoData,
    Partly,
    Scalar,
    Scope,
    Several,
    Value,
    is_stated,
)
from ..model.matrix import Matrix, Release
from ..model.version import Version

_KEPT = "rkcompat.solve.facts"
"""What was looked up in a matrix is kept with it: few releases are asked for, and those often."""


class Facts(dict[str, Value]):
    """Facts by name; one that was not stated is looked up in the matrix when it is first asked for."""

    __slots__ = ("about", "answers", "board", "carry", "config_complete", "matrix", "scope", "waits")

    def __init__(
        self,
        scope: Scope,
        about: str,
        stated: Mapping[str, Value],
        matrix: Matrix,
        board: "Facts | None" = None,
        *,
        config_complete: bool = False,
        carry: bool = False,
    ) -> None:
        """Take what was stated; `carry` lets a later release count as the last known one, for a search only."""
        super().__init__(stated)
        self.scope = scope
        self.about = about
        #: what was asked of it, by the demand's number, and what that waits for: `rkcompat.solve._sheet`
        self.answers: dict[int, bool | NoData | None] = {}
        self.waits: dict[int, tuple[str, ...]] = {}
        self.matrix = matrix
        self.board = board if board is not None else self
        self.config_complete = config_complete
        self.carry = carry

    def but(self, stated: Mapping[str, Value]) -> "Facts":
        """The same with other values, as a change would leave them; what followed from the old ones is forgotten."""
        kept = {name: value for name, value in self.items() if is_stated(name)}
        board = None if self.board is self else self.board
        return Facts(
            self.scope, self.about, kept | dict(stated), self.matrix, board, config_complete=self.config_complete, carry=True
        )

    def __missing__(self, name: str) -> Value:
        value = self[name] = self._derive(name)
        return value

    def _derive(self, name: str) -> Value:
        if name in FACTS:
            derive = _DERIVED.get(name)
            return derive(self) if derive else None
        owner, _, rest = name.partition(".")
        if owner == "platform":
            return self._of_platform(rest)
        if owner == "kernel-config":
            return "n" if self.config_complete else None
        return self.of_release(owner, rest)

    def _of_platform(self, name: str) -> Value:
        soc = self.board["soc"]
        if not isinstance(soc, str):
            return soc
        platform = self.matrix.platforms.get(soc)
        value = getattr(platform, name.replace("-", "_"), None)
        return NO_DATA if value is None else value

    def of_release(self, owner: str, name: str) -> Value:
        """An attribute of the release that something is of."""
        component, fact = RELEASE_OF[owner]
        attribute = self.matrix.attributes.get(component, {}).get(name)
        version = self[fact]
        library = self["runtime.library"] if component == "runtime" else component
        if attribute is None or not isinstance(version, Version) or not isinstance(library, str):
            return None
        build = self.get("runtime.build") if component == "runtime" else None
        kept = self.matrix.__dict__.setdefault(_KEPT, {})
        question = (library, version.text, build, name, self.board["soc"], self.carry)
        if question not in kept:
            kept[question] = self._look_up(self.matrix.releases.get(library, ()), version, build, name, attribute)
        return kept[question]  # type: ignore[no-any-return]

    def _look_up(self, releases: tuple[Release, ...], version: Version, build: Value, name: str, attribute: Attribute) -> Value:
        found = self._candidates(releases, version, build)
        values = _distinct(self._value(release, name, attribute) for release in found)
        if version.is_range and values and not any(release.version.is_final for release in found):
            values = _distinct(iter((*values, NO_DATA)))  # it stands for the final release too, which no list has
        if None in values:
            return None
        known = tuple(cast("Scalar", value) for value in values if value is not NO_DATA)
        if not known:
            return self._carried(releases, version, name, attribute) if self.carry and attribute.carry else NO_DATA
        if len(values) == 1:
            return values[0]
        if not _listed(releases, version):
            return Between(known) if len(known) == len(values) else NO_DATA
        return Several(known) if len(known) == len(values) else Partly(known)

    def _candidates(self, releases: tuple[Release, ...], version: Version, build: Value) -> tuple[Release, ...]:
        """The releases that a version may be; for one that no list holds, its neighbours."""
        first = bisect_left(releases, version.low, key=_low)
        end = bisect_left(releases, version.high, key=_low)
        found = releases[first:end]
        if not found:
            return releases[max(first - 1, 0) : first + 1] if 0 < first < len(releases) else ()
        if len(found) > 1 and isinstance(build, str):
            commit = build.partition("@")[0]
            found = tuple(r for r in found if any(known.partition("@")[0] == commit for known in r.builds)) or found
        elif len(found) > 1 and not version.is_range:
            found = tuple(r for r in found if not r.socs or self.board["soc"] in (None, *r.socs)) or found
        return found

    def _value(self, release: Release, name: str, attribute: Attribute) -> Value:
        table = release.attributes.get(name)
        if table is None:
            return NO_DATA
        if attribute.by is None:
            return table["*"]
        key = self._of_platform("npu") if attribute.by == "npu" else self.board["soc"]
        if key is None and (len(table) > 1 or "*" not in table):
            return None
        return table.get(str(key), table.get("*", NO_DATA))

    def _carried(self, releases: tuple[Release, ...], version: Version, name: str, attribute: Attribute) -> Value:
        """The value of the last release before of which it is known."""
        for release in reversed(releases):
            if release.version.low < version.low:
                value = self._value(release, name, attribute)
                if value is not NO_DATA:
                    return value
        return NO_DATA

    def is_inferred(self, name: str) -> bool:
        """Whether the value is that of an earlier release."""
        plain = Facts(
            self.scope, self.about, {fact: value for fact, value in self.items() if fact in FACTS}, self.matrix, self.board
        )
        return self.carry and plain[name] is NO_DATA and self[name] is not NO_DATA and self[name] is not None

    def open_facts(self, name: str) -> Iterator[str]:
        """The facts of the manifest that would settle this one."""
        owner = name.partition(".")[0]
        if name in DERIVED_FROM or owner == "platform":
            yield DERIVED_FROM.get(name, "soc")
        elif is_stated(name):
            yield name
        else:
            version = RELEASE_OF[owner][1]
            if owner == "runtime" and self["runtime.library"] is None:
                yield "runtime.library"
            stated = self[version]
            if not isinstance(stated, Version) or stated.is_range:
                yield version
            elif self[name] is None:
                if self.board["soc"] is None:
                    yield "soc"
            else:
                yield "runtime.build"


def _generation(facts: Facts) -> Value:
    soc = facts["soc"]
    platform = facts.matrix.platforms.get(soc) if isinstance(soc, str) else None
    return platform.generation if platform else None


def _schema(facts: Facts) -> Value:
    """What the toolkit that made the model writes; where nobody knows that, the format is simply not known."""
    made = facts.of_release("model", "schema")
    return None if made is NO_DATA else made


def _npu(facts: Facts) -> Value:
    """The NPU type of the chips that the model was made for, where they are of one."""
    targets = facts["model.target-platform"]
    if not isinstance(targets, tuple):
        return targets
    platforms = [facts.matrix.platforms.get(facts.matrix.aliases.get(str(target), "")) for target in targets]
    names = {platform.npu for platform in platforms if platform}
    return names.pop() if len(names) == 1 else NO_DATA


_DERIVED: dict[str, Callable[[Facts], Value]] = {
    "generation": _generation,
    "model.schema": _schema,
    "model.compiler": lambda facts: facts["model.toolkit"],
    "model.npu": _npu,
}
"""What a fact is taken to be where the manifest does not state it."""


def _listed(releases: tuple[Release, ...], version: Version) -> bool:
    at = bisect_left(releases, version.low, key=_low)
    return at < len(releases) and releases[at].version.low < version.high


def _low(release: Release) -> tuple[int, ...]:
    return release.version.low


def _distinct(values: Iterator[Value]) -> tuple[Value, ...]:
    found: list[Value] = []
    for value in values:
        if value not in found:
            found.append(value)
    return tuple(found)


def is_listed(matrix: Matrix, key: str, version: Version) -> bool:
    """Whether a component's release (of a runtime: its library's) is in the matrix."""
    return _listed(matrix.releases.get(key, ()), version)
