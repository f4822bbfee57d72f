"""Command line over environment over file: one value a key, and where each comes from."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from ..errors import Problem, UsageError
from ..model.policy import Policy
from ..model.setting import Setting
from ..model.waiver import Waiver
from ..model.words import ReportFormat, Severity
from ._config import Config, ReadConfig

DEFAULTS = Config(
    fail_on="error", unknown="fail", strict=False, min_basis="inferred", exit_zero=False, format="text", matrix=(), lock=()
)
"""What holds where nobody says anything."""

ENVIRONMENT: dict[str, str] = {
    "fail-on": "RKCOMPAT_FAIL_ON",
    "unknown": "RKCOMPAT_UNKNOWN",
    "strict": "RKCOMPAT_STRICT",
    "min-basis": "RKCOMPAT_MIN_BASIS",
    "exit-zero": "RKCOMPAT_EXIT_ZERO",
    "format": "RKCOMPAT_FORMAT",
    "matrix": "RKCOMPAT_MATRIX",
    "lock": "RKCOMPAT_LOCK",
}
"""Key to the variable that sets it; folders are joined as in PATH, components by commas."""

_ADDED = ("matrix", "lock")
"""Keys of which every place adds its own: what one locks, no other unlocks."""

_BOOLEANS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What is to hold in this run."""

    config: Config
    """Every key has its value."""
    origins: tuple[Setting, ...]
    policy: Policy
    file: ReadConfig | None

    @property
    def fail_on(self) -> Severity:
        """The least severity that counts; under ``strict`` warnings do."""
        stated = self.config.fail_on or "error"
        return "warning" if self.config.strict and stated == "error" else stated

    @property
    def unknown(self) -> Literal["fail", "pass"]:
        """What an undetermined verdict means for the exit code."""
        return self.config.unknown or "fail"

    @property
    def format(self) -> ReportFormat:
        """How the report on stdout is written."""
        return self.config.format or "text"


def read_environment(environ: Mapping[str, str]) -> Config:
    """What the environment says; an empty variable says nothing.

    Raises:
        UsageError: with every variable that cannot be used.
    """
    stated = {key: text for key, name in ENVIRONMENT.items() if (text := environ.get(name, ""))}
    if not stated:  # as mostly: what says what is wrong is not loaded then
        return Config()
    from ..toml._faults import faults_in

    data: dict[str, Any] = {}
    problems = []
    for key, text in stated.items():
        value = _value(key, text)
        problems += [Problem(ENVIRONMENT[key], None, said, hint) for _, said, hint in faults_in({key: value}, Config)]
        data[key] = value
    if problems:
        raise UsageError(*problems)
    return msgspec.convert(data, Config)


def _value(key: str, text: str) -> Any:
    if key in ("strict", "exit-zero"):
        return _BOOLEANS.get(text.lower(), text)
    if key == "matrix":
        return [folder for folder in text.split(os.pathsep) if folder]
    if key == "lock":
        return [word.strip() for word in text.split(",") if word.strip()]
    return text


def settle(command: Config, environment: Config, file: ReadConfig | None, today: str) -> Settings:
    """Lay what is stated over the defaults, the nearer over the farther; folders and locks add up."""
    layers = [DEFAULTS, *([_placed(file)] if file else []), environment, command]
    values: dict[str, Any] = {}
    origins: dict[str, list[str]] = {}
    for place, layer in enumerate(layers):
        for field in msgspec.structs.fields(Config):
            value = getattr(layer, field.name)
            if value is None or value == ():
                if place == 0 and field.name in _ADDED:
                    values[field.name] = ()
                continue
            key = field.encode_name
            origin = _origin(key, place, len(layers), file)
            if key in _ADDED:
                values[field.name] = tuple(dict.fromkeys((*values[field.name], *value)))
                origins.setdefault(key, []).append(origin)
            else:
                values[field.name] = value
                origins[key] = [origin]
    config = Config(**values)
    shown = tuple(_settings(config, origins, file))
    return Settings(config=config, origins=shown, policy=_policy(config, file, today), file=file)


def _placed(file: ReadConfig) -> Config:
    """The configuration with its folders seen from the working folder."""
    if not file.config.matrix:
        return file.config
    folder = os.path.dirname(file.path)
    return msgspec.structs.replace(file.config, matrix=tuple(os.path.join(folder, one) for one in file.config.matrix))


def _origin(key: str, place: int, count: int, file: ReadConfig | None) -> str:
    if place == 0:
        return "default"
    if place == count - 1:
        return "command line"
    if place == count - 2:
        return ENVIRONMENT[key]
    assert file is not None  # the one layer between
    return f"{file.path}:{file.lines.get(key, 1)}"


def _settings(config: Config, origins: Mapping[str, Sequence[str]], file: ReadConfig | None) -> list[Setting]:
    """A line a key; of tables a line each of their keys, of waivers a line each."""
    found = []
    for field in msgspec.structs.fields(Config):
        key, value = field.encode_name, getattr(config, field.name)
        if key == "waiver":
            for index, waiver in enumerate(config.waiver):
                where = f"{file.path}:{file.lines.get(f'waiver[{index}]', 1)}" if file else ""
                about = f" about {', '.join(waiver.subjects)}" if waiver.subjects else ""
                found.append(Setting(f"waiver[{index}]", f"{waiver.rule}{about} until {waiver.expires}, {waiver.owner}", where))
        elif isinstance(value, msgspec.Struct):
            for name, inner in msgspec.to_builtins(value).items():
                where = f"{file.path}:{file.lines.get(f'{key}.{name}', 1)}" if file else ""
                found.append(Setting(f"{key}.{name}", str(inner), where))
        elif value is not None:
            found.append(Setting(key, _say(value), ", ".join(origins.get(key, ["default"]))))
    return found


def _say(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)


def _policy(config: Config, file: ReadConfig | None, today: str) -> Policy:
    waivers = tuple(
        Waiver(
            rule=one.rule,
            subjects=one.subjects,
            manifest=one.manifest,
            reason=one.reason,
            owner=one.owner,
            expires=one.expires.isoformat(),
            place=f"{file.path}:{file.lines.get(f'waiver[{index}]', 1)}" if file else "",
        )
        for index, one in enumerate(config.waiver)
    )
    return Policy(
        today=today,
        waivers=waivers,
        folder=os.path.dirname(file.path) if file else "",
        min_basis=config.min_basis or "inferred",
        strict=bool(config.strict),
        exit_zero=bool(config.exit_zero),
        weights=msgspec.to_builtins(config.weights) if config.weights else {},
        owners=msgspec.to_builtins(config.owners) if config.owners else {},
        notes=(f"configuration: {file.path} was read",) if file and file.config != Config() else (),
    )
