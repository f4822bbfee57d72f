"""Each slot's options are the present state and every release that one could go to, no fewer and no more."""

from ...model.manifest import Runtime
from ...model.proof import AS_REQUIRED
from ...model.version import parse_version
from ._library import is_misplaced
from ._stack import Stack, demand
from ._states import States


def check_options(stack: Stack, states: States) -> None:
    """Hold the options of a proof against what there is.

    Raises:
        ProofError: one is left out, or is none.
    """
    demand(set(stack.options) == set(stack.things()), "the proof does not speak of all that can change, or of more")
    for about, labels in stack.options.items():
        component = stack.component(about)
        if component in ("kernel-config", "device-tree"):
            demand(labels == ("", AS_REQUIRED), f"{about} can be as it is or as required")
            continue
        wanted = {parse_version(label).low: label for label in sorted(stack.releases(about, component))}
        if component == "model":
            wanted = {low: label for low, label in wanted.items() if stack.converts(label)} if stack.platform else {}
        present = stack.present(about)
        demand(labels[0] == present, f"{about} is {present or 'not told'}, and the proof says {labels[0] or 'nothing'}")
        others = [parse_version(label).low for label in labels[1:]]
        if present and parse_version(present).low in wanted and _is_misplaced(about, present, stack, states):
            demand(parse_version(present).low in others, f"{about} could also be {present} built for this system")
        known = {*others, *([parse_version(present).low] if present else [])}
        missing, strange = wanted.keys() - known, set(others) - wanted.keys()
        demand(len(set(others)) == len(others), f"{about} has an option twice")
        demand(not missing, f"{about} could also be {', '.join(wanted[low] for low in sorted(missing))}")
        demand(not strange, f"{about} has options that are no releases")


def _is_misplaced(about: str, present: str, stack: Stack, states: States) -> bool:
    """Whether one library is there, and another file of its release would be a change."""
    entry = stack.entry(about)
    if not isinstance(entry, Runtime) or not stack.is_one(about) or stack.component(about) != "runtime":
        return False
    return is_misplaced(stack.manifest, entry, states.library(entry, present))
