"""What is wrong with a folder of matrices, as far as no verdict is needed to tell."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from ..errors import MatrixError, Problem
from ..model.matrix import Matrix
from . import _lint_rules, _lint_signatures, _lint_sources, _lint_stack
from ._compile import Files, compile_matrix, read_files
from ._load import cache_folder, compiled_name, fingerprint, read_overlay

Check = Callable[[Files, Matrix], Iterator[Problem]]
"""A look at one promise of the matrices."""

CHECKS: tuple[Check, ...] = (
    _lint_sources.check_sources,
    _lint_sources.check_citations,
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

_ROW = re.compile(r"(?:rule|release|set|signature) '([^']+)'")
"""How a problem names the row that it is about."""


def lint_matrix(folder: Path, *more: Check) -> tuple[Problem, ...]:
    """Everything that is wrong, in order of files and lines; where the folder cannot be compiled, what forbids that alone.

    Args:
        more: looks that need more than the files, such as verdicts or the network.

    Raises:
        MatrixError: it cannot be read, or holds no file of a matrix.
    """
    texts = read_overlay(str(folder))
    digest = fingerprint(texts.items())
    try:
        matrix = compile_matrix(texts, digest)
    except MatrixError as fault:
        found = list(fault.problems)
    else:
        files = read_files(texts)
        found = [problem for check in (*CHECKS, *more) for problem in check(files, matrix)]
        found += _stale_forms(folder, matrix)
    placed = {_placed(problem, folder, texts.get(problem.file, b"").decode(errors="replace")) for problem in found}
    return tuple(sorted(placed, key=lambda problem: (problem.file, problem.line or 0, problem.text)))


def _placed(problem: Problem, folder: Path, text: str) -> Problem:
    """The problem with the file as the user reaches it, and the line of the row that it names."""
    row = _ROW.match(problem.text)
    key = row and re.search(rf'^\s*(?:id|version)\s*=\s*"{re.escape(row[1])}"', text, re.MULTILINE)
    line = text.count("\n", 0, key.end()) + 1 if key else problem.line
    return problem._replace(file=str(folder / problem.file), line=line)


def _stale_forms(folder: Path, matrix: Matrix) -> Iterator[Problem]:
    """Compiled forms, beside the files or in the cache, that do not say what the files say, and `load_matrix` believes them."""
    name = compiled_name(matrix.sha256)
    for beside in sorted(folder.glob("compiled-*.msgpack")):
        if beside.name != name:
            yield Problem(beside.name, None, f"compiled from other files: found {beside.name}, needed {name}", "remove it")
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
