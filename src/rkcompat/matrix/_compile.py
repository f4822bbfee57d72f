"""``matrices/`` → `Matrix`: read, check the shape, order the releases, join rules with their sources' bases."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..errors import MatrixError, Problem
from ..model.fact import DERIVED_FROM, FACTS, RELEASE_OF, Attribute, is_stated
from ..model.matrix import Matrix, Release, ValidatedSet
from ..model.platform import Platform
from ..model.rule import Demand, Rule
from ..model.signature import Signature
from ..model.source import Source
from ..model.version import parse_version
from ..model.words import BASES, COMPONENTS, Basis
from ..toml._faults import Fault, faults_in, to_problems
from ..toml._nearest import nearest
from ..toml._read import NotToml, decode, parse
from . import _shape
from ._demand import PLATFORM_ATTRIBUTES, Attributes, parse_demands, scopes_of
from ._pattern import words_of

SUBJECT_ORDER = (
    "soc",
    "image",
    "kernel",
    "kernel-config",
    "device-tree",
    "driver",
    "libc",
    "runtime",
    "rkllm-runtime",
    "lite",
    "server",
    "model",
    "rkllm-model",
    "toolkit",
    "rkllm-toolkit",
    "application",
    "container",
    "feature",
)
"""The order in which subjects are named: from the chip up."""

_TRIGGERS = frozenset({"features", "board-debugging", "cores-used"})
"""Facts of ``[use]``: a rule that applies because of one needs all that it requires."""

_OWN_RECORD: Basis = "field-report"
"""What a run is worth that names no source but itself."""


class Files(msgspec.Struct, frozen=True):
    """The parsed files of one or more matrix folders, with what is wrong with them."""

    by_folder: dict[str, dict[str, Any]]
    """Folder to file (as named in messages) to its shape."""
    problems: list[Problem]


def read_files(texts: Mapping[str, bytes]) -> Files:
    """Parse the TOML of each ``FOLDER/NAME.toml`` into its shape; all problems are collected."""
    by_folder: dict[str, dict[str, Any]] = {folder: {} for folder in _shape.SHAPES}
    problems = []
    for name, content in sorted(texts.items()):
        folder = Path(name).parent.name
        shape = _shape.SHAPES.get(folder)
        if shape is None:
            problems.append(
                Problem(name, None, f"there is no folder {folder!r} in a matrix", "use " + ", ".join(_shape.SHAPES))
            )
            continue
        try:
            text = decode(content, name)
            data = parse(text, name)
        except NotToml as fault:
            problems.append(fault.problem)
            continue
        if data.get("matrix") != _shape.FORMAT:
            found = f"found matrix = {data['matrix']!r}" if "matrix" in data else "found no matrix"
            problems.append(Problem(name, None, f"{found}, needed matrix = {_shape.FORMAT}"))
            continue
        try:
            by_folder[folder][name] = msgspec.convert(data, shape)
            for row in data["release"] if folder == "components" else ():
                _fixed_part(row)
        except msgspec.ValidationError:
            by_folder[folder].pop(name, None)
            problems += to_problems(_faults(data, shape), name, text)
    return Files(by_folder, problems)


def _faults(data: dict[str, Any], shape: type[msgspec.Struct]) -> Iterator[Fault]:
    """What is wrong with a file's keys; those of a release that every component has among them."""
    fit = yield from faults_in(data, shape)
    releases = fit.get("release", ()) if shape is _shape.ComponentFile else ()
    for index, row in enumerate(releases):
        yield from faults_in({key: value for key, value in row.items() if key in _FIXED}, _shape.ReleaseRow, ("release", index))


_FIXED = frozenset(field.encode_name for field in msgspec.structs.fields(_shape.ReleaseRow))
"""The keys of a release that are no attributes."""


def _fixed_part(row: Mapping[str, Any]) -> _shape.ReleaseRow:
    return msgspec.convert({key: value for key, value in row.items() if key in _FIXED}, _shape.ReleaseRow)


def compile_matrix(texts: Mapping[str, bytes], sha256: str) -> Matrix:
    """Build the matrix from the contents of its files.

    Raises:
        MatrixError: with everything that is wrong.
    """
    return compile_files(read_files(texts), sha256)


def compile_files(files: Files, sha256: str) -> Matrix:
    """Build the matrix from its parsed files.

    Raises:
        MatrixError: with everything that is wrong, and what was wrong with the files before.
    """
    problems = list(files.problems)
    sources = sources_of(files)
    platforms = {Path(n).stem: _platform(Path(n).stem, f) for n, f in files.by_folder["platforms"].items()}
    attributes = attributes_of(files)
    releases: dict[str, list[Release]] = {}
    for name, component_file in files.by_folder["components"].items():
        for row in component_file.release:
            try:
                release = _release(component_file.component, row, component_file.attribute)
            except ValueError as fault:
                problems.append(Problem(name, None, f"release {row.get('version')!r}: {fault}"))
                continue
            releases.setdefault(release.library or release.component, []).append(release)
    rules: dict[str, Rule] = {}
    for name, rule_file in files.by_folder["rules"].items():
        for row in rule_file.rule:
            try:
                if row.id in rules:
                    raise ValueError("the id is used twice")
                rules[row.id] = compile_rule(row, sources, attributes)
            except ValueError as fault:
                told = dict.fromkeys((str(fault), *_faults_of_rule(row, sources, attributes)))
                problems += (Problem(name, None, f"rule {row.id!r}: {text}") for text in told)
    sets: dict[str, ValidatedSet] = {}
    for name, validated_file in files.by_folder["validated"].items():
        for row in validated_file.set:
            try:
                if row.id in sets:
                    raise ValueError("the id is used twice")
                sets[row.id] = _set(row, sources)
            except ValueError as fault:
                problems.append(Problem(name, None, f"set {row.id!r}: {fault}"))
    signatures: dict[str, Signature] = {}
    for name, signature_file in files.by_folder["signatures"].items():
        for row in signature_file.signature:
            try:
                if row.id in signatures or row.id in rules:
                    raise ValueError("the id is used twice")
                signatures[row.id] = _signature(row, sources)
            except ValueError as fault:
                problems.append(Problem(name, None, f"signature {row.id!r}: {fault}"))
    if problems:
        raise MatrixError(*problems)
    return Matrix(
        edition=max((source.read_on for source in sources.values()), default=""),
        sha256=sha256,
        sources=sources,
        platforms=platforms,
        aliases={alias: platform.id for platform in platforms.values() for alias in (platform.id, *platform.aliases)},
        attributes=attributes,
        releases={key: tuple(sorted(rows, key=lambda r: (r.version.low, r.builds))) for key, rows in sorted(releases.items())},
        rules=tuple(rule for _, rule in sorted(rules.items())),
        sets=tuple(row for _, row in sorted(sets.items())),
        signatures=tuple(signature for _, signature in sorted(signatures.items())),
    )


def _fields(row: msgspec.Struct, *but: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__ if name not in but}


def sources_of(files: Files) -> dict[str, Source]:
    """Every source by its id."""
    return {Path(n).stem: _source(Path(n).stem, f) for n, f in files.by_folder["sources"].items()}


def attributes_of(files: Files) -> dict[str, dict[str, Attribute]]:
    """What is asked of the releases of each component, and of platforms."""
    return {f.component: f.attribute for f in files.by_folder["components"].values()} | {"platform": PLATFORM_ATTRIBUTES}


def _source(id: str, file: _shape.SourceFile) -> Source:
    return Source(id=id, **_fields(file, "matrix"))


def _platform(id: str, file: _shape.PlatformFile) -> Platform:
    fields = _fields(file, "matrix")
    return Platform(id=id, **fields)


def _release(component: str, row: dict[str, Any], attributes: Mapping[str, Attribute]) -> Release:
    shaped = _fixed_part(row)
    values = {}
    for name, given in row.items():
        if name in _FIXED:
            continue
        if name not in attributes:
            close = nearest(name, (*_FIXED, *attributes))
            meant = f"; did you mean {close}" if close else ""
            raise ValueError(f"the key {name!r} is no field of a release and no [attribute.{name}] of {component}{meant}")
        attribute = attributes[name]
        table = given if attribute.by else {"*": given}
        if not isinstance(table, dict):
            raise ValueError(f"{name} differs by {attribute.by}: found {given!r}, needed a table")
        values[name] = {key: _attribute_value(value, attribute) for key, value in table.items()}
    return Release(component=component, attributes=values, **_fields(shaped, "version"), version=parse_version(shaped.version))


def _attribute_value(value: Any, attribute: Attribute) -> Any:
    wanted: type = {"version": str, "word": str, "number": int, "flag": bool, "words": list}[attribute.kind]
    if type(value) is not wanted:
        raise ValueError(f"found {value!r}, needed a {attribute.kind}")
    if attribute.kind == "version":
        return parse_version(value)
    return tuple(value) if isinstance(value, list) else value


def _basis(names: Iterable[str], stated: Basis | None, sources: Mapping[str, Source]) -> Basis:
    """The strongest basis of the sources, or the weaker one that the row states."""
    names = [name.partition("#")[0] for name in names]
    unknown = [name for name in names if name not in sources]
    if unknown:
        raise ValueError(f"there is no source {unknown[0]!r} in sources/")
    if not names:
        raise ValueError("names no source")
    strongest = min((sources[name].basis for name in names), key=BASES.index)
    if stated is not None and BASES.index(stated) < BASES.index(strongest):
        raise ValueError(f"states the basis {stated}, and its strongest source is {strongest}")
    return stated or strongest


def compile_rule(row: _shape.RuleRow, sources: Mapping[str, Source], attributes: Attributes) -> Rule:
    """Join a rule with its sources' bases, and read its conditions.

    Raises:
        ValueError: something in it that cannot be used.
    """
    if bool(row.require) == bool(row.forbid):
        raise ValueError("needs either require or forbid")
    when = tuple(parse_demands(row.when | row.forbid, attributes))
    require = tuple(parse_demands(row.require, attributes))
    if len(when) < len(row.when) + len(row.forbid) and "kernel-config" not in row.when | row.forbid:
        raise ValueError("when and forbid ask the same fact")
    demands = when + require
    subjects = {subject for demand in demands for subject in (demand.subject, demand.other_subject) if subject}
    if {"features"} & {demand.fact for demand in demands}:
        subjects.add("feature")
    return Rule(
        basis=_basis(row.sources, row.basis, sources),
        when=tuple(sorted(when, key=lambda demand: (demand.fact not in _TRIGGERS, demand.scope != "board"))),
        require=require,
        scopes=scopes_of(demands),
        subjects=tuple(subject for subject in SUBJECT_ORDER if subject in subjects),
        needed=_needed(when, require, attributes),
        features=next((tuple(map(str, d.words)) for d in when if d.fact == "features" and d.test == "shares"), ()),
        **_fields(row, "when", "require", "forbid", "basis"),
    )


def _faults_of_rule(row: _shape.RuleRow, sources: Mapping[str, Source], attributes: Attributes) -> Iterator[str]:
    """Of a rule that cannot be compiled: what is wrong with each condition and each source by itself."""
    conditions = [{key: given} for table in (row.when, row.forbid, row.require) for key, given in table.items()]
    for condition in conditions:
        try:
            tuple(parse_demands(condition, attributes))
        except ValueError as fault:
            yield str(fault)
    for source in row.sources:
        try:
            _basis((source,), None, sources)
        except ValueError as fault:
            yield str(fault)


def _needed(when: tuple[Demand, ...], require: tuple[Demand, ...], attributes: Attributes) -> tuple[str, ...]:
    """The facts without which the rule cannot be judged: the core ones, and all that a used feature or container requires."""
    triggered = any(demand.fact in _TRIGGERS or demand.scope == "container" for demand in when + require)
    named = {base for demand in when + require for base in bases_of(demand, attributes)}
    required = {base for demand in require for base in bases_of(demand, attributes)} if triggered else set()
    return tuple(sorted(required | {fact for fact in named if fact in FACTS and FACTS[fact].always_needed}))


def bases_of(demand: Demand, attributes: Attributes) -> Iterator[str]:
    """The facts of the manifest that a demand comes down to."""
    for fact in (demand.fact, demand.other):
        owner = fact.partition(".")[0]
        if fact in DERIVED_FROM:
            yield DERIVED_FROM[fact]
        elif owner == "platform":
            yield "soc"
        elif is_stated(fact):
            yield fact
        elif fact:
            yield from (base for base in (f"{owner}.version", f"{owner}.library", f"{owner}.toolkit") if base in FACTS)
            if attributes[RELEASE_OF[owner][0]][fact.partition(".")[2]].by:
                yield "soc"


def _set(row: _shape.SetRow, sources: Mapping[str, Source]) -> ValidatedSet:
    unknown = row.components.keys() - set(COMPONENTS)
    if unknown:
        raise ValueError(f"there is no component {min(unknown)!r}")
    components = {name: parse_version(text) for name, text in sorted(row.components.items())}
    if row.sources or not all((row.who, row.when, row.where, row.ran)):
        basis = _basis(row.sources, row.basis, sources)
    else:  # a run that says who, when, where and what is its own source
        basis = max(row.basis or _OWN_RECORD, _OWN_RECORD, key=BASES.index)
    return ValidatedSet(basis=basis, components=components, **_fields(row, "components", "basis"))


def _signature(row: _shape.SignatureRow, sources: Mapping[str, Source]) -> Signature:
    return Signature(
        basis=_basis(row.sources, row.basis, sources),
        words=words_of(row.regex),
        facts=dict(row.facts),
        **_fields(row, "basis", "facts"),
    )
