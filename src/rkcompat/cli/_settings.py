"""What is to hold in a run: the command line over the environment over the configuration."""

import os
from collections.abc import Sequence
from datetime import date

from ..errors import Problem, UsageError
from ..policy._config import Config
from ..policy._find import find_config, read_config
from ..policy._settle import Settings, read_environment, settle


def read_settings(stated: Config, config: str | None = None, *, isolated: bool = False) -> Settings:
    """Everything that is stated, each key from the nearest place that states it.

    Args:
        stated: what the command line says.
        config: the file that it names.
        isolated: whether no file is read.

    Raises:
        UsageError: with everything that is wrong in one of the places.
    """
    if config is not None and isolated:
        raise UsageError(Problem("--isolated", None, "found --config too, needed one of the two"))
    file = None if isolated else read_config(config) if config is not None else find_config(os.getcwd())
    return settle(stated, read_environment(os.environ), file, _today())


def read_overlays(stated: Sequence[str] | None) -> tuple[str, ...]:
    """The folders of own rows that hold here: those of the command line, of the environment and of the configuration.

    Raises:
        UsageError: with everything that is wrong in one of the places.
    """
    return read_settings(Config(matrix=tuple(stated or ()))).config.matrix or ()


def _today() -> str:
    """The day at the place where rkcompat runs, which waivers are held against."""
    return date.today().isoformat()  # noqa: DTZ011 (a waiver expires where it is read)
