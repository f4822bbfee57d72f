"""Whether what is not known can be anything at all: rules together can forbid what each alone leaves open."""

from collections.abc import Sequence

from ...model.finding import Finding
from ...model.matrix import Matrix
from ...model.rule import Rule
from ...model.words import Severity
from .._sheet import sheet_of
from .._world import World
from ._waiting import waiting_rules


def contradiction(world: World, findings: Sequence[Finding], matrix: Matrix, fail_on: Severity = "error") -> tuple[Rule, ...]:
    """The rules that cannot all hold, whatever the unknown facts are and whichever copy is loaded.

    Empty where they can, or where nobody can tell.

    The rules are a minimal set: without any one of them some values would do.

    Args:
        findings: what each rule says alone; none of the rules counts of which one is waived.
        fail_on: the least severity of the rules that count.
    """
    rules = waiting_rules(world, findings, fail_on)
    if not rules:
        return ()
    from ._open import open_rules
    from ._trial import Trial, groups_of, of_two

    sheet = sheet_of(matrix)
    for group in groups_of(open_rules(world, rules, sheet)):
        trial = Trial(group, sheet, matrix)
        core = trial.refutation(group)
        if trial.gave_up:
            core = of_two(group, sheet, matrix)
        for dropped in core:
            rest = {rule.id for rule in core if rule is not dropped}
            if len(rest) < len(core):
                core = trial.refutation([one for one in group if one.entry.rule.id in rest]) or core
        if core:
            return core
    return ()
