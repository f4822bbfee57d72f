"""How much is known of two components together: each pair of their releases, and what decides it."""

from typing import Literal, get_args

import msgspec

State = Literal["works", "failed", "known-bad", "violated", "advised-against", "satisfied", "unknown"]
"""What is known of one pair of releases, on one SoC.

=============== =====================================================================================
works           somebody ran the pair
failed          somebody ran it, and it did not work
known-bad       a rule names the very combination as bad
violated        a requirement of severity ``error`` is not met
advised-against a rule of severity ``warning`` is violated, and nothing above is known
satisfied       a requirement of severity ``error`` that reads both releases is met, and none is not
unknown         no rule reads both, or the matrix does not know what the rules ask for
=============== =====================================================================================
"""

STATES: tuple[State, ...] = get_args(State)


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One pair of releases."""

    row: str
    """The release of the first component, with its build where two have one version."""
    column: str
    """The release of the second."""
    state: State
    rules: tuple[str, ...] = ()
    """The rules that decide: those violated, else those satisfied."""
    open: tuple[str, ...] = ()
    """The rules of severity ``error`` that read both and would decide if the matrix knew what they ask for."""
    sets: tuple[str, ...] = ()
    """The validated sets that hold the pair, those that failed among them."""


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """All pairs of the releases of two components on one SoC."""

    row_component: str
    column_component: str
    soc: str
    rows: tuple[str, ...]
    """Releases of the first component, in their order."""
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    """Row by row."""
    left_out: tuple[str, ...] = ()
    """Releases that by themselves do not fit the SoC, each with its component."""

    @property
    def decided(self) -> int:
        """How many pairs are not ``unknown``."""
        return sum(cell.state != "unknown" for cell in self.cells)
