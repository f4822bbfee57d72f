"""Long work on several things at once, with a bar on a terminal."""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TypeVar

#: At once; each waits for a board, not for this machine.
_MOST = 16
_WIDTH = 30

Thing = TypeVar("Thing")
Answer = TypeVar("Answer")


def side_by_side(work: Callable[[Thing], Answer], things: Sequence[Thing], what: str) -> list[Answer]:
    """The answers in the things' order; ``what`` names them beside the bar."""
    with ThreadPoolExecutor(min(len(things), _MOST)) as pool:
        futures = [pool.submit(work, thing) for thing in things]
        for done, _ in enumerate(as_completed(futures), 1):
            _draw(done, len(things), what)
    return [future.result() for future in futures]


def _draw(done: int, total: int, what: str) -> None:
    if sys.stderr is None or not sys.stderr.isatty():
        return
    filled = _WIDTH * done // total
    end = "\n" if done == total else ""
    sys.stderr.write(f"\r[{'#' * filled}{' ' * (_WIDTH - filled)}] {done}/{total} {what}{end}")
    sys.stderr.flush()
