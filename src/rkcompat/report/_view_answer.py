"""What the reports for people say of the answers and of the sets that are none, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import UnsetType

from ..model.matrix import SetKind
from ..model.resolution import Action, Obstacle
from ._build import say_after, say_before
from ._shape import AnswerShape, ChangeShape, DistanceShape, ReportShape
from ._words import say_list

_KNOWN: dict[SetKind, str] = {
    "sdk-release": "the vendor released this set together",
    "runtime-driver-pair": "the vendor names these versions together",
    "image": "somebody has run this set",
    "field-run": "somebody has run this set",
}

_BY: dict[SetKind, str] = {
    "sdk-release": "released by",
    "runtime-driver-pair": "named by",
    "image": "run by",
    "field-run": "run by",
}


def say_by(kind: SetKind | UnsetType) -> str:
    """What those who stand behind a set did with it; a report of an early version tells no release from a run."""
    return _BY[kind or "field-run"]


def say_who(answer: AnswerShape) -> str:
    """The same with who it is: ``released by Rockchip, 2024-11-11``."""
    if answer.run_by:
        return f"{say_by(answer.kind)} {answer.run_by}"
    return "" if answer.validated else "nobody is known to have run it"


def say_kind(answer: AnswerShape, report: ReportShape) -> str:
    """What kind of set the nearest one is."""
    if not answer.validated and answer.covers:
        return "no validated set fits; nearest two that agree, joined"
    if not answer.validated:
        return "nearest set that the rules allow; nobody is known to have run it"
    if not answer.changes:
        return _KNOWN[answer.kind or "field-run"]
    if report.verdict == "compatible":
        return "nobody is known to have run this very set; nearest validated set"
    return "nearest validated set"


def say_name(answer: AnswerShape) -> str:
    """A set by its title and its id."""
    return f"{answer.title} ({answer.set})" if answer.set else answer.title


def say_changes(changes: Iterable[ChangeShape], *, owners: bool = False) -> Iterator[str]:
    """Each change from what to what: ``runtime (runtime[0]) 1.4.0 -> 2.3.2``, on request with whose it is."""
    for change in changes:
        what = change.component if change.about == change.component else f"{change.component} ({change.about})"
        whose = f" (owner: {change.owner})" if owners else ""
        before = f"{change.before}{say_before(change.builds)}".lstrip()
        after = change.after + say_after(change.builds)
        yield (f"{what} {before} -> {after}" if before else f"{what} -> {after}") + whose


def say_assumed(answer: AnswerShape) -> str:
    """What the set names and the manifest does not have."""
    return ", ".join(f"{component} {version}" for component, version in sorted(answer.assumed.items()))


_ACTS: dict[Action, str] = {
    "replace-library": "replace the library",
    "install-wheel": "install another wheel",
    "replace-server": "replace the server",
    "change-toolkit": "change the toolkit",
    "convert-model": "convert the model again",
    "replace-module": "replace the driver's module",
    "change-image": "change the image",
}


def say_acts(answer: AnswerShape) -> str:
    """What a person does: ``replace the library and convert the model again``."""
    return say_list(list(dict.fromkeys(_ACTS[change.action] for change in answer.changes))) or "change nothing"


def say_failed(answer: AnswerShape) -> Iterator[str]:
    """The runs that failed with nothing but what an answer would have."""
    for one in answer.failed or ():
        yield f"{one.title} ({one.set})" + (f"; {one.note}" if one.note else "")


def say_warnings(answer: AnswerShape) -> Iterator[str]:
    """The rules of severity warning that an answer would not satisfy."""
    yield from (f"{one.rule}: {one.title}" for one in answer.warnings or ())


def say_beside(answer: AnswerShape, first: AnswerShape) -> str:
    """What an answer costs beside the first one."""
    more = answer.cost - first.cost
    return "at the same cost" if not more else f"for {more} more" if more > 0 else f"for {-more} less"


def say_joined(answer: AnswerShape) -> Iterator[str]:
    """The sets that agree with an answer and cover more of it, each with what it adds; then what follows."""
    for one in answer.joined or ():
        yield f"{', '.join(one.covers)}: {one.title} ({one.set})" + (f"; {one.note}" if one.note else "")
    if answer.joined:
        yield "nobody is known to have run them at once: test them together"


def say_distance(distance: DistanceShape) -> str:
    """What a set would change, short: ``runtime 2.3.2, driver 0.9.8``; and whether something of it is inferred."""
    counts = Counter(change.component for change in distance.changes)
    parts = [f"{one.component if counts[one.component] == 1 else one.about} {one.after}" for one in distance.changes]
    return (", ".join(parts) or "nothing to change") + (" (inferred in part)" if distance.doubts else "")


_OBSTACLES: dict[Obstacle, str] = {
    "locked": "changes what is locked",
    "unwanted": "does not have what is wanted",
    "forbidden": "breaks a rule",
    "elsewhere": "says nothing about this deployment",
}


def say_obstacles(distances: Iterable[DistanceShape]) -> Iterator[tuple[str, str]]:
    """The sets that cannot be had: what stands in the way, and those of which it is true."""
    found: dict[tuple[str, ...], list[str]] = {}
    for one in distances:
        if one.obstacle:
            found.setdefault((_OBSTACLES[one.obstacle], *(one.by or ())), []).append(one.set)
    for (why, *by), sets in found.items():
        yield f"{why} ({', '.join(by)})" if by else why, ", ".join(sets)
