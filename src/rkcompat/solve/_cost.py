"""What it costs a person to change something: one table."""

from ..model.resolution import Action

WEIGHTS: dict[Action, int] = {
    "install-wheel": 10,
    "replace-library": 10,
    "replace-server": 10,
    "change-toolkit": 15,
    "convert-model": 25,
    "replace-module": 60,
    "change-image": 100,
}
"""One act each; what one act changes together costs once."""

DOWNGRADE = 1
"""What going back costs on top: it gives up what somebody chose on purpose."""

ACTION: dict[str, Action] = {
    "lite": "install-wheel",
    "runtime": "replace-library",
    "rkllm-runtime": "replace-library",
    "server": "replace-server",
    "toolkit": "change-toolkit",
    "rkllm-toolkit": "change-toolkit",
    "model": "convert-model",
    "rkllm-model": "convert-model",
    "kernel": "change-image",
    "kernel-config": "change-image",
    "device-tree": "change-image",
    "driver": "change-image",
}
"""What changes a component; a driver that is known to be a module can be replaced alone."""
