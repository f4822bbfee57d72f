"""How fast rkcompat is: ratios against what must be paid in any case, measured in one run, so that any machine tells the same.

    python tests/bench/ratios.py EXAMPLES

Times are the least of several interleaved runs. Above a limit a line says so; the exit code is 1 only far above, where
a busy machine is no excuse.
"""

import json
import os
import resource
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import msgspec

import rkcompat

RKCOMPAT = str(Path(sysconfig.get_path("scripts"), "rkcompat"))
PROCESS_ROUNDS = 15
CALL_ROUNDS = 200
COLLECTED = Path(__file__).with_name("collected.toml")
"""A manifest as a collector writes it, each fact with its evidence: what a gate is given again and again."""

SLACK = 1.5
"""How far above its limit a ratio fails."""


class Ratio(NamedTuple):
    """One line of the table."""

    what: str
    base: str
    limit: float


PROCESSES = {
    "check": Ratio("check", "python -c 'import typer'", 1.75),
    "gate": Ratio("check -o sarif -o junit", "python -c 'import typer'", 2.0),
    "resolve": Ratio("resolve", "python -c 'import typer'", 2.0),
    "version": Ratio("--version", "python -c 'import typer'", 1.2),
    "help": Ratio("--help", "python -c 'import typer'", 1.2),
}
CALLS = {
    "check": Ratio("check(read, matrix)", "json.loads of the same facts", 15),
    "resolve": Ratio("resolve(read, matrix)", "check(read, matrix)", 50),
    "prove": Ratio("resolve and prove", "check(read, matrix)", 50),
}


def interleaved(rounds: int, actions: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The least time of each, in seconds; what else the machine does then hits all alike."""
    least = dict.fromkeys(actions, float("inf"))
    for _ in range(rounds):
        for name, action in actions.items():
            start = perf_counter()
            action()
            least[name] = min(least[name], perf_counter() - start)
    return least


def process(*words: str) -> Callable[[], object]:
    """One whole process, its output thrown away; bytecode is kept, or each would compile rkcompat anew."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def times_of_processes(manifest: Path, reports: str) -> dict[str, float]:
    """From the shell's side: start, work, end."""
    return interleaved(
        PROCESS_ROUNDS,
        {
            "base": process(sys.executable, "-c", "import typer"),
            "check": process(RKCOMPAT, "check", str(manifest)),
            "gate": process(RKCOMPAT, "check", str(manifest), "-o", f"sarif={reports}/s", "-o", f"junit={reports}/j"),
            "resolve": process(RKCOMPAT, "resolve", str(manifest)),
            "version": process(RKCOMPAT, "--version"),
            "help": process(RKCOMPAT, "--help"),
        },
    )


def times_of_calls(manifest: Path) -> dict[str, float]:
    """From a library's side: the manifest is read and the matrix loaded."""
    read, matrix = rkcompat.read_manifest(manifest), rkcompat.load_matrix()
    facts = json.dumps(msgspec.to_builtins(read.manifest))
    return interleaved(
        CALL_ROUNDS,
        {
            "json": lambda: json.loads(facts),
            "check": lambda: rkcompat.check(read, matrix),
            "resolve": lambda: rkcompat.resolve(read, matrix),
            "prove": lambda: (rkcompat.resolve(read, matrix), rkcompat.prove(read, matrix)),
        },
    )


def main(folder: Path) -> int:
    """Measure whole processes on every example, calls on a collected manifest, and print the table."""
    failed = 0

    def show(ratio: Ratio, time: float, base: float) -> None:
        nonlocal failed
        value = time / base
        failed += value > ratio.limit * SLACK
        remark = "" if value <= ratio.limit else "  above the limit"
        print(f"  {ratio.what:24}{time * 1000:9.2f} ms {value:7.2f} ×, limit {ratio.limit:g}  of {ratio.base}{remark}")

    for manifest in sorted(folder.glob("*.toml")):
        print(manifest)
        with TemporaryDirectory() as reports:
            whole = times_of_processes(manifest, reports)
        for name, ratio in PROCESSES.items():
            show(ratio, whole[name], whole["base"])
    print(f"{COLLECTED.relative_to(Path.cwd()) if COLLECTED.is_relative_to(Path.cwd()) else COLLECTED}")
    calls = times_of_calls(COLLECTED)
    show(CALLS["check"], calls["check"], calls["json"])
    show(CALLS["resolve"], calls["resolve"], calls["check"])
    show(CALLS["prove"], calls["prove"], calls["check"])
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    print(f"largest process: {peak:.0f} MB, limit 60")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
