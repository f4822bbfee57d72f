"""What is wrong with a folder of matrices, as far as no verdict is needed to tell."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from ..errors import MatrixError, Problem
from ..model.matrix import Matrix
from . import _lint_rules, _lint_signatures, _lint_sources, _lint_stack
from ._compile import Files
from ._load import cache_folder, compiled_name, fingerprint, placed_texts, read_overlay
from ._overlay import join, placed

Check = Callable[[Files, Matrix], Iterator[Problem]]
"""A look at one promise of the matrices."""

CHECKS: tuple[Check, ...] = (
    _lint_sources.check_sources,
    _lint_sources.check_citations,
    _lint_sources.check_unpublished,
    _lint_stack.check_platforms,
    _lint_stack.check_releases,
    _lint_stack.check_sets,
    _lint_rules.check_ids,
    _lint_rules.check_bases,
    _lint_rules.check_references,
    _lint_rules.check_conditions,
    _lint_signatures.check_names,
    _lint_signatures.check_examples,
    _lint_signatures.check_facts,
)
"""Those that need no more than the files."""


def lint_matrix(folder: Path, *more: Check, overlays: Sequence[str] = ()) -> tuple[Problem, ...]:
    """Everything that is wrong, in order of files and lines; where the folder cannot be compiled, what forbids that alone.

    Args:
        folder: a whole matrix.
        more: looks that need more than the files, such as verdicts or the network.
        overlays: folders that are laid over it; what they fill in or narrow is named in their files.

    Raises:
        MatrixError: one cannot be read, or holds no file of a matrix, or the folder is no whole matrix.
    """
    places = tuple(dict.fromkeys([str(folder), *(str(Path(place)) for place in overlays)]))
    whole, *over = (read_overlay(place) for place in places)
    if not any(name.startswith("platforms/") for name in whole):
        hint = f"to lint it over the built-in matrix: rkcompat matrix lint --matrix {folder}"
        raise MatrixError(Problem(str(folder), None, "found no platforms/ in it, needed a whole matrix", hint))
    parts = placed_texts(places, (whole, *over))
    try:
        files, matrix = join(parts[0], parts[1:], fingerprint(whole.items()))
    except MatrixError as fault:
        found = list(fault.problems)
    else:
        found = [placed(problem, parts) for check in (*CHECKS, *more) for problem in check(files, matrix)]
        found += () if overlays else _stale_forms(folder, matrix)
    return tuple(sorted(set(found), key=lambda problem: (problem.file, problem.line or 0, problem.text)))


def _stale_forms(folder: Path, matrix: Matrix) -> Iterator[Problem]:
    """Compiled forms, beside the files or in the cache, that do not say what the files say, and `load_matrix` believes them."""
    name = compiled_name(matrix.sha256)
    for beside in sorted(folder.glob("compiled-*.msgpack")):
        if beside.name != name:
            yield Problem(str(beside), None, f"compiled from other files: found {beside.name}, needed {name}", "remove it")
    for place in (folder / name, cache_folder() / name):
        try:
            same = msgspec.msgpack.decode(place.read_bytes(), type=Matrix) == matrix
        except FileNotFoundError:
            continue
        except msgspec.DecodeError:
            same = False
        if not same:
            yield Problem(
                str(place), None, "the compiled form does not say what the files say", "remove it, and raise COMPILED_FORMAT"
            )
