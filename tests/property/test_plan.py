"""The order of the steps is the best of all orders, as trying them all finds it."""

from itertools import permutations

from hypothesis import given, settings

from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import find_nearest

from .small_world import VERSIONS, Case, build_manifest, build_matrix, cases, holds


def rank(case: Case, after: dict[str, int], order: tuple[str, ...]) -> tuple[int, int]:
    """How many states on the way are broken, and how many changes come after the image, which is hard to take back."""
    states = [case.now | {component: after[component] for component in order[: step + 1]} for step in range(len(order))]
    broken = sum(not holds(case, state) for state in states)
    return broken, len(order) - 1 - order.index("driver") if "driver" in order else 0


@settings(max_examples=1000, deadline=None)
@given(cases)
def test_no_order_of_the_steps_is_better(case: Case) -> None:
    """Fewest broken states, then the image last; each step says truly whether the board works after it."""
    matrix, manifest = build_matrix(case), build_manifest(case)
    plan = find_nearest(build_world(manifest, matrix), manifest, matrix).plan
    after = {change.component: VERSIONS.index(change.after) for step in plan for change in step.changes}
    order = tuple(change.component for step in plan for change in step.changes)
    said = [step.state_after for step in plan]

    assert rank(case, after, order) == min((rank(case, after, other) for other in permutations(order)), default=(0, 0))
    assert said.count("down") == rank(case, after, order)[0]
    assert not said or said[-1] == "compatible"
