"""Signatures: names that last, examples that they match, facts that a manifest can state."""

import re
from collections.abc import Iterator

from ..errors import Problem
from ..model.matrix import Matrix
from ..model.signature import Signature
from ..model.version import parse_range
from ..model.words import ERROR_BASES
from ._compile import SUBJECT_ORDER, Files

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")

_LIBRARIES = ("librknnrt", "librknnmrt", "librkllmrt")
"""Those whose texts are dated by their releases."""


def _signatures(files: Files, matrix: Matrix) -> Iterator[tuple[str, str, Signature]]:
    """Each signature with its file, and what a message about it begins with."""
    by_id = {signature.id: signature for signature in matrix.signatures}
    for name, file in files.by_folder["signatures"].items():
        yield from ((name, f"signature {row.id!r}: ", by_id[row.id]) for row in file.signature)


def check_names(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """An id is kebab-case; a failure says its layer, subjects and cause; the rules and ranges that it names exist."""
    rules = {rule.id for rule in matrix.rules}
    for name, label, signature in _signatures(files, matrix):
        if not _ID.fullmatch(signature.id):
            yield Problem(name, None, f"{label}found this id, needed kebab-case of two words or more")
        if signature.kind == "failure":
            if not (signature.layer and signature.subjects and signature.cause and signature.remedy):
                yield Problem(name, None, f"{label}is a failure, and lacks its layer, subjects, cause or remedy")
            if signature.severity == "error" and signature.basis not in ERROR_BASES:
                yield Problem(
                    name, None, f"{label}is an error: found the basis {signature.basis}, needed board-log or stronger"
                )
        for subject in signature.subjects:
            if subject not in SUBJECT_ORDER:
                yield Problem(name, None, f"{label}there is no subject {subject!r}")
        for rule in signature.explained_by:
            if rule not in rules:
                yield Problem(name, None, f"{label}explained-by: there is no rule {rule!r}")
        for library, text in signature.printed_by.items():
            if library not in _LIBRARIES:
                yield Problem(name, None, f"{label}printed-by: there is no library {library!r}")
            try:
                parse_range(text)
            except ValueError as fault:
                yield Problem(name, None, f"{label}printed-by: {fault}")


def check_examples(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """Every signature has a verbatim line, and its words stand in each."""
    for name, label, signature in _signatures(files, matrix):
        if not signature.examples:
            yield Problem(name, None, f"{label}has no example")
        for example in signature.examples:
            stand = set(re.split(r"[^0-9A-Za-z]", example))
            if not any(stand.issuperset(words.split()) for words in signature.words):
                yield Problem(name, None, f"{label}none of {', '.join(signature.words)} stands in {example[:60]!r}")


def check_facts(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """A fact that is taken from a group has that group."""
    for name, label, signature in _signatures(files, matrix):
        groups = re.compile(signature.regex).groupindex
        for text in (*signature.facts, *signature.facts.values()):
            for group in re.findall(r"\$(\w+)", str(text)):
                if group not in groups:
                    yield Problem(name, None, f"{label}there is no group {group!r}")
