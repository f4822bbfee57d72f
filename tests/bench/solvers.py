"""rkcompat's search beside resolvelib, RC2 and trying everything, on the same instances; and `resolve` beside `check`.

    python -m tests.bench.solvers [--write]

Needs the extra ``bench``. Prints tables in Markdown; with ``--write`` it puts them into docs/benchmarks.md too, with the
machine and the day. Takes some minutes.
"""

import gc
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from importlib.metadata import version
from math import ceil
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

import rkcompat
from tests.bench.engines import (
    NODES,
    Answer,
    Core,
    by_rc2,
    by_resolvelib,
    by_rkcompat,
    by_trying_all,
    core_by_musx,
    core_by_rkcompat,
)
from tests.bench.instances import Instance, hitting_sets, holds, key, multiplied, pigeonholes, real, shaped, whole_stacks

PAGE = Path(__file__).parent.parent.parent / "docs" / "benchmarks.md"
MOST = 20_000
"""Combinations up to which all are tried."""


class Family(NamedTuple):
    """Instances of one kind."""

    name: str
    instances: Sequence[Instance]
    cores: bool = False
    """Whether cores are asked for where nothing fits."""


def families() -> Iterator[Family]:
    """All that is compared, made anew from the same seeds each time."""
    boards = [instance for instance in real() if not holds(instance, (0,) * len(instance.things))]
    stacks = [stack for stack in whole_stacks(Random(0), 120) if not holds(stack, (0,) * len(stack.things))]
    yield Family("real boards", boards, cores=True)
    yield Family("real boards × 10", [multiplied(board, 10) for board in boards])
    yield Family("real boards × 100", [multiplied(board, 100) for board in boards])
    yield Family("whole stacks", stacks, cores=True)
    yield Family("whole stacks × 10", [multiplied(stack, 10) for stack in stacks])
    yield Family("whole stacks × 100", [multiplied(stack, 100) for stack in stacks[:20]])
    yield Family("7 × 4, any sets", [shaped(Random(seed), 4, 0.4) for seed in range(100)], cores=True)
    yield Family("7 × 16, few fit", [shaped(Random(seed), 16, 0.08) for seed in range(50)], cores=True)
    yield Family("7 × 128, ranges", [shaped(Random(seed), 128) for seed in range(150)])
    yield Family("7 × 128, any sets", [shaped(Random(seed), 128, 0.2) for seed in range(150)])
    yield Family("pigeonholes 7 in 6", [pigeonholes(6)])
    yield Family("pigeonholes 10 in 9", [pigeonholes(9)])
    yield Family("hitting sets 40/60", [hitting_sets(Random(seed), 40, 60) for seed in range(3)])
    yield Family("hitting sets 120/200", [hitting_sets(Random(0), 120, 200)])


def compare(family: Family) -> Iterator[str]:
    """One row of the table for each engine; the best cost known is that of any engine that proves its own."""
    instances = family.instances
    gc.freeze()  # what holds the instances is not what an engine would have to look through for garbage
    answers: dict[str, list[Answer]] = {"rkcompat": [by_rkcompat(instance) for instance in instances]}
    answers["RC2"] = [by_rc2(instance) for instance in instances]
    tried = [by_resolvelib(instance) for instance in instances]
    answers["resolvelib"] = [answer for answer, _ in tried]
    if all(instance.combinations <= MOST for instance in instances):
        answers["all combinations"] = [by_trying_all(instance) for instance in instances]
    best = [
        _best(instance, [rows[n] for name, rows in answers.items() if name != "resolvelib"])
        for n, instance in enumerate(instances)
    ]
    nothing = [instance for instance, cost in zip(instances, best, strict=True) if cost == _NOTHING] if family.cores else []
    cores: dict[str, list[Core]] = {
        "rkcompat": [core_by_rkcompat(instance) for instance in nothing],
        "RC2": [core_by_musx(instance) for instance in nothing],
    }
    causes = {"resolvelib": [count for _, count in tried if count is not None and nothing]}
    for name, rows in answers.items():
        costs = [_cost(instance, row) for instance, row in zip(instances, rows, strict=True)]
        right = sum(cost is not None and cost == known for cost, known in zip(costs, best, strict=True))
        sizes = [len(core.rules) for core in cores.get(name, ())] or causes.get(name, [])
        core_time = f"{_ms([core.seconds for core in cores[name]])}" if cores.get(name) else ""
        cells = (
            family.name if name == "rkcompat" else "",
            name,
            f"{sum(row.sure for row in rows)} of {len(rows)}",
            f"{right}",
            _ms([row.translate for row in rows]),
            _ms([row.solve for row in rows]),
            f"{_p99([row.solve for row in rows]) * 1000:,.2f}",
            f"{max(row.nodes for row in rows):,}" if name == "rkcompat" else "",
            f"{median(sizes):g}" if sizes else "",
            core_time,
        )
        yield f"| {' | '.join(cells)} |"


_NOTHING = -1
"""Stands for the cost where nothing fits."""


def _cost(instance: Instance, answer: Answer) -> int | None:
    """The cost of an answer that holds; `None` where there is no answer that the engine stands by."""
    if answer.values is not None:
        assert holds(instance, answer.values)
        return key(instance, answer.values)[0]
    return _NOTHING if answer.sure else None


def _best(instance: Instance, answers: Sequence[Answer]) -> int | None:
    """What the exact engines say, which must be one thing; `None` where none of them decided."""
    costs = {_cost(instance, answer) for answer in answers if answer.sure}
    assert len(costs) <= 1, costs
    return costs.pop() if costs else None


def _ms(times: Sequence[float]) -> str:
    return f"{median(times) * 1000:,.2f}"


def _p99(times: Sequence[float]) -> float:
    return sorted(times)[ceil(0.99 * len(times)) - 1]


def growth() -> Iterator[str]:
    """The same five or ten of a kind with ever more versions."""
    stacks = [stack for stack in whole_stacks(Random(1), 20) if not holds(stack, (0,) * len(stack.things))][:10]
    most = max(len(thing.extra) for stack in stacks for thing in stack.things) - 1
    for times in (1, 5, 15, 50):
        yield _grown("built-in rules", times * most, [multiplied(stack, times) for stack in stacks])
    for share, name in ((0.0, "ranges"), (0.2, "any sets")):
        for versions in (10, 30, 100, 300, 1_000):
            yield _grown(name, versions, [shaped(Random(seed), versions, share) for seed in range(5)])


def _grown(name: str, versions: int, instances: Sequence[Instance]) -> str:
    gc.freeze()
    answers = [by_rkcompat(instance) for instance in instances]
    demands = median(len(instance.demands) for instance in instances)
    solve = [answer.solve for answer in answers]
    cells = (
        name,
        f"{versions:,}",
        f"{demands:,.0f}",
        _ms([answer.translate for answer in answers]),
        _ms(solve),
        f"{median(solve) / versions * 1e6:,.2f}",
        f"{max(solve) * 1000:,.2f}",
        f"{max(answer.nodes for answer in answers):,}",
    )
    return f"| {' | '.join(cells)} |"


def processes() -> Iterator[str]:
    """`check`, `resolve` and the proof of each example, in process: the least of many runs."""
    matrix = rkcompat.load_matrix()
    for path in sorted((PAGE.parent.parent / "examples").glob("*.toml")):
        read = rkcompat.read_manifest(path)

        def proved(read: rkcompat.ReadManifest = read) -> None:
            rkcompat.resolve(read, matrix)
            rkcompat.prove(read, matrix)

        checked = _least(lambda read=read: rkcompat.check(read, matrix))  # type: ignore[misc]
        resolved = _least(lambda read=read: rkcompat.resolve(read, matrix))  # type: ignore[misc]
        both = _least(proved)
        yield f"| {path.stem} | {checked * 1000:.2f} | {resolved * 1000:.2f} | {both * 1000:.2f} | {both / checked:.1f} × |"


def _least(action: object, rounds: int = 50) -> float:
    assert callable(action)
    least = float("inf")
    for _ in range(rounds):
        start = process_time()
        action()
        least = min(least, process_time() - start)
    return least


def machine() -> str:
    """What it ran on."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    engines = f"python-sat {version('python-sat')}, resolvelib {version('resolvelib')}"
    day = datetime.now(timezone.utc).date()
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {engines}; {day}"


def tables() -> Iterator[str]:
    """Everything, line by line, as it is known."""
    yield f"Measured on: {machine()}."
    yield ""
    yield "| instances | engine | decided | right | translate, ms | solve, ms | p99 | nodes | core | core, ms |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for family in families():
        yield from compare(family)
    yield ""
    yield f"Growth of rkcompat's search, limit {NODES:,} nodes:"
    yield ""
    yield "| demands | versions | clauses | translate, ms | solve, ms | µs a version | slowest | nodes |"
    yield "|---|---|---|---|---|---|---|---|"
    yield from growth()
    yield ""
    yield "`resolve` on the built-in matrix, in process:"
    yield ""
    yield "| example | check, ms | resolve, ms | with proof, ms | against check |"
    yield "|---|---|---|---|---|"
    yield from processes()


def write(name: str, lines: Sequence[str]) -> None:
    """Put lines into their place on the page."""
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(start)
    _, _, tail = rest.partition(end)
    PAGE.write_text(f"{head}{start}\n" + "\n".join(lines) + f"\n\n{end}{tail}", encoding="utf-8")


def main() -> None:
    """Print the tables, and keep them if asked to."""
    lines = []
    for line in tables():
        print(line, flush=True)
        lines.append(line)
    if "--write" in sys.argv[1:]:
        write("solvers", lines)


if __name__ == "__main__":
    main()
