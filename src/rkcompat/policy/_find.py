"""Where the configuration lies: upwards from the working folder to the repository's root, and in no other person's file."""

import errno
import os
import stat

from ..errors import Problem, UsageError
from ..toml._read import LARGEST
from ._config import FILE, PROJECT, ReadConfig, parse_config

_MARK = b"rkcompat"
"""Without this word a pyproject.toml is not parsed."""


def find_config(folder: str) -> ReadConfig | None:
    """The nearest configuration, from this folder up to the one that holds ``.git``; without such a one, in this folder alone.

    Raises:
        UsageError: one that is no regular file, belongs to another user, or cannot be used.
    """
    for place in _folders(folder):
        for name in (FILE, PROJECT):
            path = os.path.join(place, name)
            shown = name if place == folder else os.path.relpath(path, folder)
            if os.path.lexists(path):
                found = _read_found(path, shown)
                if found is not None:
                    return found
    return None


def _folders(folder: str) -> list[str]:
    """The folders to look in, the nearest first."""
    folders = [folder]
    while not os.path.lexists(os.path.join(folders[-1], ".git")):
        outer = os.path.dirname(folders[-1])
        if outer == folders[-1]:
            return folders[:1]
        folders.append(outer)
    return folders


def _read_found(path: str, shown: str) -> ReadConfig | None:
    """Read a file that nobody named: whoever wrote it must be the caller or root, or it decides what another's run says."""
    is_project = os.path.basename(path) == PROJECT
    if is_project and not stat.S_ISREG(os.lstat(path).st_mode):
        return None
    content, owner = _read(path, shown, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    if is_project and _MARK not in content:
        return None
    found = parse_config(content, shown)
    caller = os.geteuid() if hasattr(os, "geteuid") else owner
    if found is not None and owner not in (caller, 0):
        hint = "name it with --config to use it all the same, or go without: --isolated"
        raise UsageError(Problem(shown, None, f"found a file of user {owner}, needed one of user {caller} or of root", hint))
    return found


def read_config(path: str) -> ReadConfig:
    """The configuration that the user named, whoever owns it.

    Raises:
        UsageError: it cannot be read or used.
    """
    found = parse_config(_read(path, path, os.O_RDONLY)[0], path)
    if found is None:
        raise UsageError(Problem(path, None, "found no table [tool.rkcompat], needed one"))
    return found


def _read(path: str, shown: str, flags: int) -> tuple[bytes, int]:
    """The content of a regular file, and its owner."""
    try:
        handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        with open(handle, "rb") as file:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise UsageError(Problem(shown, None, "found no regular file, needed a configuration in TOML"))
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as fault:
        if getattr(fault, "errno", None) == errno.ELOOP and os.path.islink(path):
            hint = "name it with --config to use it all the same, or go without: --isolated"
            raise UsageError(Problem(shown, None, "found a link, needed the file itself", hint)) from None
        raise UsageError(Problem(shown, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}")) from None
    if len(content) > LARGEST:
        raise UsageError(Problem(shown, None, f"found more than {LARGEST} bytes, needed a configuration"))
    return content, status.st_uid
