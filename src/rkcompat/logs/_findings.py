"""What a log states itself → findings: a line that says that something failed, a fact that differs from the manifest's."""

from collections.abc import Iterable, Sequence
from typing import Final

from ..model.finding import Finding, Reading
from ..model.log import Difference, Hit, ReadLog
from ..model.rule import Demand, Rule
from ..model.signature import Signature
from ..model.words import Verdict

_SHOWN = 3
"""Lines of one signature that a finding shows."""

_LINE = 160
"""Characters of a line that a finding shows."""


def rule_of(signature: Signature) -> Rule:
    """A signature as a rule: no such line stands in the log."""
    subject = signature.subjects[0] if signature.subjects else "application"
    return Rule(
        id=signature.id,
        title=signature.title,
        why=f"The line proves: {signature.proves} It does not prove: {signature.proves_not}",
        layer=signature.layer or "execution",
        severity=signature.severity,
        basis=signature.basis,
        require=(Demand(fact="such line in the log", scope="board", subject=subject, test="empty", words=(True,)),),
        remedy=signature.remedy,
        sources=signature.sources,
        beside=signature.explained_by,
        subjects=signature.subjects,
        is_log_line=True,
    )


AGREE: Final = Rule(
    id="observations-agree",
    title="What the log shows is what the manifest says",
    why="A program prints what it has loaded and what answered it; a manifest may speak of another copy, board or day."
    " The more trusted one judges: printed by the running program, shown by the running kernel, mapped by the process, a"
    " file on the disk, written by hand.",
    layer="runtime-initialization",
    severity="warning",
    basis="third-party-document",
    require=(Demand(fact="such difference", scope="board", subject="runtime", test="empty", words=(True,)),),
    remedy="Find out which of the two is true of the run that failed: grep librknn /proc/PID/maps,"
    " cat /sys/kernel/debug/rknpu/version.",
    sources=("stack-article#6",),
)
"""The rule that a fact which differs breaks; its subject is the fact's own."""


def find_in_log(log: ReadLog, differences: Iterable[Difference], findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Everything that a log states, joined to what the rules on versions say.

    Args:
        log: what was read.
        differences: where it and the manifest differ.
        findings: what the rules say of the manifest with the log's facts in it.
    """
    found = [_differs(difference) for difference in differences]
    by_signature: dict[str, list[Hit]] = {}
    for hit in log.hits:
        if hit.signature.kind == "failure":
            by_signature.setdefault(hit.signature.id, []).append(hit)
    found += [_failed(hits, findings) for hits in by_signature.values()]
    return tuple(found)


def _failed(hits: list[Hit], findings: Sequence[Finding]) -> Finding:
    signature = hits[0].signature
    read = tuple(_reading(hit.place, hit.text) for hit in hits[:_SHOWN])
    times = sum(hit.count for hit in hits)
    notes = [f"stands {times} times in the log"] if times > 1 else []
    return Finding(
        rule=rule_of(signature),
        verdict="violated",
        read=read,
        note="; ".join([*notes, *explain_line(signature, findings)]),
    )


def explain_line(signature: Signature, findings: Sequence[Finding]) -> list[str]:
    """What the rules that can explain a line say of this manifest, the one that does first."""
    verdicts: dict[Verdict, list[str]] = {"violated": [], "undetermined": [], "satisfied": []}
    for name in signature.explained_by:
        said = {finding.verdict for finding in findings if finding.rule.id == name}
        for verdict, names in verdicts.items():
            if verdict in said:
                names.append(name)
                break
    if verdicts["violated"]:
        return [f"explained by {_list(verdicts['violated'])}"]
    if verdicts["undetermined"]:
        missing = sorted(
            {fact for finding in findings if finding.rule.id in verdicts["undetermined"] for fact in finding.missing}
        )
        return [f"{_list(verdicts['undetermined'])} would tell why, and waits for {_list(missing)}"]
    if verdicts["satisfied"]:
        return [f"not explained by {_list(verdicts['satisfied'])}: as far as that goes the versions fit"]
    return []


def _differs(difference: Difference) -> Finding:
    rule = Rule(**{name: getattr(AGREE, name) for name in AGREE.__struct_fields__} | {"subjects": (difference.subject,)})
    return Finding(
        rule=rule,
        verdict="violated",
        about=(difference.about,),
        read=(
            _reading("manifest", f"{difference.key} {difference.written}"),
            _reading(difference.place, f"{difference.key} {difference.seen}"),
        ),
        note=f"{difference.judges} judges",
    )


def _reading(place: str, text: str) -> Reading:
    return Reading(place, "says", text if len(text) <= _LINE else f"{text[:_LINE]}...")


def _list(names: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(names))
