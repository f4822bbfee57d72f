"""For those who read, keep and compare the matrices."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import Problem, UsageError
from ..matrix import load_matrix
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from ..model.rule import Rule
from ..solve._check import check as check_rules
from ..solve._world import build_world
from ..toml._nearest import nearest
from .components import CALLED
from .judging import check
from .reading import read_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..matrix._compile import Files
    from ..model.coverage import Coverage
    from ..model.graph import Graph
    from ..model.matrix import Row
    from ..model.matrix_diff import MatrixDiff


def explain(rule_id: str, matrix: Matrix | None = None) -> Rule:
    """A rule by its id, present or former; a signature of a log is one too.

    Raises:
        UsageError: there is no such rule; the hint names the nearest.
    """
    matrix = matrix or load_matrix()
    for rule in matrix.rules:
        if rule_id == rule.id or rule_id in rule.was:
            return rule
    from difflib import get_close_matches

    from ..logs import AGREE, rule_of

    for signature in matrix.signatures:
        if rule_id == signature.id:
            return rule_of(signature)
    if rule_id == AGREE.id:
        return AGREE
    names = [*(rule.id for rule in matrix.rules), *(signature.id for signature in matrix.signatures)]
    near = get_close_matches(rule_id, names, 1)
    hint = f"did you mean {near[0]}" if near else "rkcompat matrix list rules names them"
    raise UsageError(Problem(rule_id, None, "there is no such rule", hint))


def draw(
    matrix: Matrix,
    *,
    manifest: "str | os.PathLike[str] | None" = None,
    around: str | None = None,
    affected_by: str | None = None,
    path: tuple[str, str] | None = None,
) -> "Graph":
    """The dependency graph: of a manifest with its verdicts, of a node, of a chain between two, or of the components.

    Raises:
        ManifestError: the manifest cannot be used.
        UsageError: there is no such node, or no chain.
    """
    from ..solve.graph import _draw

    if manifest is not None:
        read = read_manifest(manifest)
        world = build_world(read.manifest, matrix, read.files, read.disagreements)
        return _draw.draw_manifest(world, check_rules(world, matrix))
    try:
        if around is not None:
            return _draw.draw_around(matrix, around)
        if affected_by is not None:
            return _draw.draw_affected(matrix, affected_by)
        if path is not None:
            return _draw.draw_path(matrix, *path)
    except _draw.UnknownNodeError as fault:
        raise UsageError(Problem("graph", None, str(fault), _nodes_meant(fault.node, fault.known))) from None
    except LookupError as fault:
        raise UsageError(Problem("graph", None, str(fault))) from None
    return _draw.draw_components(matrix)


def _nodes_meant(node: str, known: dict[str, str]) -> str:
    """The nodes of a component, library or kind that somebody named without saying which; else the one that was meant."""
    key, _, text = node.partition(" ")
    called = CALLED.get(key.lower(), key)
    own = [name for name, subject in known.items() if key in (name.partition(" ")[0], subject)]
    own = own or [name for name, subject in known.items() if called == subject]
    lists = list(dict.fromkeys(name.partition(" ")[0] for name in own))
    if own and not text:
        several = len(lists) > 1 and key != "soc"
        return f"name a release of {', '.join(lists)}, such as {own[-1]!r}" if several else f"name one: {', '.join(own)}"
    meant = [name for name in own or known if name.endswith(f" {text or key}")]
    meant = meant or [name for name in (nearest(node, own or known),) if name]
    what = "a node is a release, a chip or a feature: 'librknnrt 1.6.0', rk3588, 'feature sram'"
    return f"did you mean {' or '.join(map(repr, meant))}" if meant else what


def lint(folder: "Path", *, overlays: Sequence[str] = (), links: bool = False) -> tuple[Problem, ...]:
    """Everything that is wrong with a folder of matrices, and with those laid over it.

    Args:
        folder: a whole matrix.
        overlays: folders of own rows, each over all before it.
        links: whether the addresses of the sources are asked, too.

    Raises:
        MatrixError: a folder that cannot be read, or is not what it is named as.
    """
    from ..matrix._lint import Check, lint_matrix
    from ..matrix._lint_rules import check_contradictions
    from ..solve.graph._graph import graph_problems
    from ..solve.lint._contradictions import contradicted_sets

    def check_runs(files: "Files", matrix: Matrix) -> "Iterator[Problem]":
        """Whoever lays rows over a matrix may forbid more than fails; what they ran themselves counts against every rule."""
        ran = [file for name, file in files.by_folder["validated"].items() if not overlays or not name.startswith(f"{folder}/")]
        sets = {row.id for file in ran for row in file.set}
        return check_contradictions(files, matrix, [(rule, row) for rule, row in contradicted_sets(matrix) if row in sets])

    more: list[Check] = [
        check_runs,
        lambda _, matrix: (Problem(str(folder / "rules"), None, text) for text in graph_problems(matrix)),
    ]
    if links:
        from ..matrix._lint_links import check_links

        more.append(check_links)
    return lint_matrix(folder, *more, overlays=overlays)


def coverage(row: str, column: str, *, soc: str = "rk3588", matrix: Matrix | None = None) -> "Coverage":
    """What is known of each release of one component with each of another, on a SoC.

    Raises:
        UsageError: a component without releases, or a SoC that the matrix does not know.
    """
    from ..solve.lint._coverage import COVERED, cover

    matrix = matrix or load_matrix()
    platform = matrix.platforms.get(matrix.aliases.get(soc.lower(), ""))
    hint = f"there are {', '.join(COVERED)}"
    problems = [Problem(name, None, "is no component that has releases", hint) for name in (row, column) if name not in COVERED]
    if row == column:
        problems.append(Problem(row, None, "found one component twice, needed two"))
    if platform is None:
        problems.append(
            Problem("--soc", None, f"the matrix does not know the SoC {soc!r}", f"it knows {', '.join(matrix.platforms)}")
        )
    if problems or platform is None:
        raise UsageError(*problems)
    return cover(matrix, row, column, platform)


def find_rows(id: str, matrix: Matrix | None = None) -> "tuple[Row, ...]":
    """The rule, source, platform, validated set or signature of an id, or the releases of a version: ``librknnrt 1.6.0``.

    Raises:
        UsageError: there is no such row; the hint names the nearest.
    """
    matrix = matrix or load_matrix()
    rules = {name: rule for rule in matrix.rules for name in (*rule.was, rule.id)}
    sets = {row.id: row for row in matrix.sets}
    platforms = {name: matrix.platforms[id] for name, id in matrix.aliases.items()}
    signatures = {signature.id: signature for signature in matrix.signatures}
    for rows in (rules, matrix.sources, platforms, sets, signatures):
        if id in rows:
            return (rows[id],)
    key, _, text = id.partition(" ")
    releases = [one for name, group in matrix.releases.items() for one in group if key in (name, one.component)]
    found = tuple(one for one in releases if text and one.version.text == text.removeprefix("v"))
    if found:
        return found
    from difflib import get_close_matches

    ids = [*rules, *matrix.sources, *platforms, *sets, *signatures]
    called = CALLED.get(key.lower())
    if releases:
        names = dict.fromkeys(f"{one.library or one.component} {one.version}" for one in releases)
        hint = f"there are {', '.join(names)}"
    elif called:
        hint = f"did you mean {f'{called} {text}'.strip()}"
    elif text and set(id.split()) <= set(ids):
        hint = f"ask for one at a time: rkcompat matrix show {key}"
    else:
        near = get_close_matches(id, [*ids, *matrix.releases], 1)
        hint = f"did you mean {near[0]}" if near else "rkcompat matrix list names what there is"
    raise UsageError(Problem(id, None, "no row of the matrix has this id", hint))


def record(
    read: ReadManifest,
    *,
    who: str,
    ran: str,
    where: str,
    when: str,
    works: bool = True,
    force: bool = False,
    matrix: Matrix | None = None,
) -> str:
    """A run of what the manifest describes as a validated set, in TOML for an overlay's ``validated/``.

    Args:
        when: the day, ``2026-11-29``.
        works: whether it ran; a failing run is recorded as evidence, whatever the rules say.
        force: record also what the rules forbid, or cannot judge.

    Raises:
        UsageError: a fact that a set needs is missing, or it is said to work and the rules do not say that it can.
    """
    from ..matrix._record import set_to_toml

    matrix = matrix or load_matrix()
    judged = check(read, matrix)
    against = tuple(
        dict.fromkeys(one.rule.id for one in judged.findings if one.verdict == "violated" and one.rule.severity == "error")
    )
    if works and not force and judged.verdict != "compatible":
        unknown = [f"{missing.about}: {missing.fact}" for missing in judged.missing if missing.needed]
        what = f"not known: {', '.join(unknown)}" if judged.verdict == "undetermined" else f"against {', '.join(against)}"
        hint = "if it failed, say --failed; if it ran all the same, say --force"
        raise UsageError(Problem(read.path, None, f"found a manifest that is {judged.verdict} ({what})", hint))
    note = f"against {', '.join(against)}" if works and against else ""
    return set_to_toml(read.manifest, matrix, read.path, who=who, ran=ran, where=where, when=when, works=works, note=note)


def diff_matrices(old: Matrix, new: Matrix, reads: Sequence[ReadManifest] = ()) -> "MatrixDiff":
    """The rows that differ between two matrices, and of some manifests those that the two judge otherwise."""
    from ..model.matrix_diff import MatrixDiff, VerdictChange
    from ..solve.lint._matrix_diff import diff_rows, rules_that_differ

    verdicts = []
    for read in reads:
        before, after = check(read, old), check(read, new)
        if before.verdict != after.verdict:
            rules = rules_that_differ(before.findings, after.findings)
            verdicts.append(VerdictChange(path=read.path, before=before.verdict, after=after.verdict, rules=rules))
    return MatrixDiff(rows=diff_rows(old, new), judged=len(reads), verdicts=tuple(verdicts))
