"""What another answer gains over the first one, and what it risks: differences in words, for a person who has to choose."""

from collections.abc import Iterator

from ..model.matrix import SetKind
from ..model.resolution import HARD_TO_TAKE_BACK, Answer, Change
from ..model.version import Version, parse_version
from ..model.words import BASES
from ._words import say_list

_KNOWN: dict[SetKind, str] = {
    "sdk-release": "was released",
    "runtime-driver-pair": "is named",
    "image": "was run",
    "field-run": "was run",
}
"""What is known of a set's versions together."""


def gains_of(answer: Answer, first: Answer, kind: SetKind | None) -> Iterator[str]:
    """What speaks for an answer beside the first one; `kind` is that of its set."""
    more = [component for component in answer.covers if component not in first.covers]
    if more:
        yield f"{_KNOWN[kind]} with {_with(more, answer)} too" if kind else f"covers {_with(more, answer)} too"
    if answer.validated and BASES.index(answer.basis) < BASES.index(first.basis):
        yield f"rests on stronger evidence: {_plain(answer.basis)}, not {_plain(first.basis)}"
    stays = [change.about for change in first.changes if change.about not in _places(answer)]
    if stays:
        yield f"leaves {say_list(stays)} as it is" if len(stays) == 1 else f"leaves {say_list(stays)} as they are"
    newer = [_label(change) for change in answer.changes if _newer(change, first)]
    if newer:
        yield f"ends at a newer release than in the first answer: {say_list(newer)}"
    if first.doubts and not answer.doubts:
        yield "nothing of it is inferred"
    if first.failed and not answer.failed:
        yield "no failed run of it is known"
    cleared = [rule for rule in first.warnings if rule not in answer.warnings]
    if cleared:
        yield f"follows the advice of {say_list(cleared)}, which the first answer does not"


def risks_of(answer: Answer, first: Answer) -> Iterator[str]:
    """What speaks against it."""
    if answer.joined and not answer.validated:
        yield "nobody is known to have run its parts at once"
    elif not answer.validated:
        yield "nobody is known to have run it"
    less = [component for component in answer.not_covered if component not in first.not_covered]
    if less and answer.validated:
        yield f"nobody is known to have run it with {_with(less, answer)}"
    if answer.validated and first.validated and BASES.index(answer.basis) > BASES.index(first.basis):
        yield f"rests on weaker evidence: {_plain(answer.basis)}, not {_plain(first.basis)}"
    more = [change for change in answer.changes if change.about not in _places(first)]
    if more:
        stays = any(change.about not in _places(answer) for change in first.changes)
        yield f"changes {say_list([change.about for change in more])} {'instead' if stays else 'as well'}"
    if _is_hard(answer) and not _is_hard(first):
        yield "is harder to take back"
    older = [_label(change) for change in answer.changes if _older(change, first)]
    if older:
        yield f"ends at an older release than in the first answer: {say_list(older)}"
    yield from answer.doubts
    yield from (f"failed for somebody: {one.title}" for one in answer.failed)
    warned = [rule for rule in answer.warnings if rule not in first.warnings]
    if warned:
        yield f"does not follow the advice of {say_list(warned)}"


def _is_hard(answer: Answer) -> bool:
    return any(change.action in HARD_TO_TAKE_BACK for change in answer.changes)


def _places(answer: Answer) -> set[str]:
    return {change.about for change in answer.changes}


def _with(components: list[str], answer: Answer) -> str:
    """By its version what the answer changes, and as the user's own what it leaves: ``kernel 6.1.115 and your model``."""
    changed = {change.component: _label(change) for change in answer.changes}
    return say_list([changed.get(component, f"your {component}") for component in components])


def _label(change: Change) -> str:
    return f"{change.component} {change.after}"


def _plain(basis: str) -> str:
    return basis.replace("-", " ")


def _newer(change: Change, first: Answer) -> bool:
    mine, theirs = _version(change.after), _in_first(change, first)
    return mine is not None and theirs is not None and mine.low > theirs.low


def _older(change: Change, first: Answer) -> bool:
    mine, theirs = _version(change.after), _in_first(change, first)
    return mine is not None and theirs is not None and mine.low < theirs.low


def _in_first(change: Change, first: Answer) -> Version | None:
    """What the same thing would be in the first answer."""
    return _version(next((one.after for one in first.changes if one.about == change.about), change.before))


def _version(text: str) -> Version | None:
    """``None`` of what is not known, and of what is made as required."""
    try:
        return parse_version(text)
    except ValueError:
        return None
