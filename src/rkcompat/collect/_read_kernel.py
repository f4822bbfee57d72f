"""The kernel's release, and the options of its configuration that the stack depends on."""

import re

from ..artifacts._kconfig import OPTIONS, VERMAGIC
from ._bundle import Bundle
from ._draft import Draft

_SET = re.compile(r"(CONFIG_[A-Za-z0-9_]+)=(y|m|n|[0-9]{1,18})")
_NOT_SET = re.compile(r"# (CONFIG_[A-Za-z0-9_]+) is not set")


def read_kernel(bundle: Bundle, draft: Draft, _app: int | None) -> None:
    """``kernel``: of a configuration that was read whole each option by name, ``n`` where it is not set.

    ``config_complete`` is never claimed: it would say ``n`` of every other option, and the probe does not bring thousands.
    Bundles of an older probe hold none of those for a vermagic. Each kernel states ``CONFIG_PREEMPT`` in one way or the other,
    so where that stands, an option that does not is not set.
    """
    for item in bundle.of("kernel.release"):
        if item.lines and (release := draft.version(item.lines[0], "kernel release")):
            draft.put("kernel.release", release, item, item.lines[0])
    for item in bundle.of("kernel.config"):
        stated = {found[1]: (found[2], line) for line in item.lines if (found := _SET.fullmatch(line))}
        stated |= {found[1]: ("n", line) for line in item.lines if (found := _NOT_SET.fullmatch(line))}
        for option in OPTIONS + VERMAGIC if "CONFIG_PREEMPT" in stated else OPTIONS:
            value, line = stated.get(option, ("", ""))
            if value or (item.status == "ok" and stated):  # read to its end: what it does not hold is not set
                draft.put(f"kernel.config.{option}", value or "n", item, line)
