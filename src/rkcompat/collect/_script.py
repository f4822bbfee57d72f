"""The probe as text: with its settings before it, and what it would read."""

from importlib.resources import files

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """What the probe is asked for beside what it always reads."""

    app: int | None = None
    """A process whose libraries count."""
    models: bool = False
    """Whether to look for model files."""


def probe_script(settings: Settings | None = None) -> str:
    """The script that runs on the board."""
    settings = settings or Settings()
    script = (files(__package__) / "probe.sh").read_text(encoding="utf-8")
    lines = [f"RKCOMPAT_APP={settings.app}"] if settings.app is not None else []
    lines += ["RKCOMPAT_MODELS=1"] if settings.models else []
    first, _, rest = script.partition("\n")
    return "\n".join([first, *lines, rest])


def probe_list() -> tuple[str, ...]:
    """Every file and command that the script may touch, ``*`` for any name and ``**`` for any folders, sorted."""
    return tuple(sorted({line[3:] for line in probe_script().splitlines() if line.startswith("#: ")}))
