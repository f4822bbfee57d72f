"""Sources: each can be looked up, each is used, and what is cited is there."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from ..errors import Problem
from ..model.matrix import Matrix
from ._compile import Files

_SOURCE_ID = re.compile(r"[a-z0-9]+([-.][a-z0-9]+)*")
"""Kebab-case; the edition of a document may be part of its name."""


def check_sources(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """A source says where it can be looked up, and a measured one what was measured and how."""
    for name in files.by_folder["sources"]:
        source = matrix.sources[Path(name).stem]
        if not _SOURCE_ID.fullmatch(source.id):
            yield Problem(name, None, f"found the id {source.id!r}, needed kebab-case", "rename the file")
        if not source.url and not source.citation:
            yield Problem(name, None, "has neither url nor citation, so nobody can look it up")
        if source.basis == "measured":
            for key, value in (("method", source.method), ("sha256", source.sha256)):
                if not value:
                    yield Problem(name, None, f"is measured and has no {key}", "say how it was measured, and on which file")
        try:
            date.fromisoformat(source.read_on)
        except ValueError:
            yield Problem(name, None, f"read-on: found {source.read_on!r}, needed a day such as 2026-11-29")


def check_citations(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """Every citation names a section that its source lists, and every source and section is cited.

    A release or a platform may rest on a document as a whole; a rule, a validated set and a signature say where in it.
    """
    cited: set[str] = set()
    for name, row, citation in _citations(files):
        document, _, section = citation.partition("#")
        source = matrix.sources.get(document)
        if source is None:
            yield Problem(name, None, f"{row}there is no source {document!r} in sources/")
            continue
        cited.add(document)
        as_a_whole = not section and (not source.sections or not row.startswith(("rule", "set", "signature")))
        if not as_a_whole and section not in source.sections:
            needed = ", ".join(source.sections) or "none"
            yield Problem(name, None, f"{row}found the section {section!r} of {document}, which has {needed}")
        cited |= {f"{document}#{part}" for part in source.sections} if as_a_whole else {citation}
    for name in files.by_folder["sources"]:
        source = matrix.sources[Path(name).stem]
        if source.id not in cited:
            yield Problem(name, None, "nothing cites this source")
            continue
        for section in source.sections:
            if f"{source.id}#{section}" not in cited:
                yield Problem(name, None, f"nothing cites the section {section!r}")


def check_unpublished(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """A list that does not have a release is a source, and none of those in which the release is found."""
    for name, component in files.by_folder["components"].items():
        for row in component.release:
            label = f"release {row['version']!r}: unpublished: "
            found_in = {citation.partition("#")[0] for citation in row["sources"]}
            for document in row.get("unpublished", ()):
                if document not in matrix.sources:
                    yield Problem(name, None, f"{label}there is no source {document!r} in sources/")
                elif document in found_in:
                    yield Problem(name, None, f"{label}found {document!r} here and in sources, needed one")


def _citations(files: Files) -> Iterator[tuple[str, str, str]]:
    """File, row as a message begins with it, and citation."""
    for name, platform in files.by_folder["platforms"].items():
        yield from ((name, "", citation) for citation in platform.sources)
    for name, component in files.by_folder["components"].items():
        for row in component.release:
            yield from ((name, f"release {row['version']!r}: ", citation) for citation in row["sources"])
    for name, rules in files.by_folder["rules"].items():
        for rule in rules.rule:
            yield from ((name, f"rule {rule.id!r}: ", citation) for citation in rule.sources + rule.disproved_by)
    for name, validated in files.by_folder["validated"].items():
        for row in validated.set:
            yield from ((name, f"set {row.id!r}: ", citation) for citation in row.sources)
    for name, signatures in files.by_folder["signatures"].items():
        for line in signatures.signature:
            yield from ((name, f"signature {line.id!r}: ", citation) for citation in line.sources)
