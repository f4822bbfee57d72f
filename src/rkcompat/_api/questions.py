"""Why, why not, what if, and the proof of an answer."""

import re
from collections.abc import Sequence

import msgspec

from ..errors import Problem, UsageError
from ..matrix import load_matrix
from ..model.explanation import Explanation
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.policy import Policy
from ..model.proof import Proof
from ..model.reading import ReadManifest
from ..model.resolution import Resolution
from ..model.version import Version, parse_version
from ..model.words import COMPONENTS, Severity
from ..solve.explain._names import read_name
from .components import did_you_mean, ids_in, no_component
from .judging import Unknown, check, judge, needed_facts
from .resolving import judging


def prove(
    read: ReadManifest, matrix: Matrix | None = None, *, fail_on: Severity = "error", node_limit: int = 20_000
) -> Proof | None:
    """A certificate of the first answer of `resolve`; ``None`` where the search ended at its limit and nothing is certain.

    Raises:
        UsageError: there is no answer to prove, since needed facts are not known or no values of the unknown ones would do.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..solve.proof._write import prove as write_proof

    matrix = matrix or load_matrix()
    resolution, world = judge(read, matrix, fail_on, "fail")
    if resolution.verdict == "undetermined" or resolution.core:
        told = f"there is no answer to prove: {resolution.reason}"
        raise UsageError(Problem(read.path, None, told, "rkcompat resolve without -o proof= says what is missing"))
    return write_proof(read, world, matrix, fail_on=fail_on, node_limit=node_limit)


def verify_proof(read: ReadManifest, proof: Proof, matrix: Matrix | None = None) -> str | None:
    """Follow every claim of a certificate, without the solver; what does not hold, or ``None`` where all does.

    Raises:
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..solve.proof._stack import ProofError
    from ..solve.proof._verify import verify

    try:
        verify(read, matrix or load_matrix(), proof)
    except ProofError as refused:
        return str(refused)
    return None


def parse_proof(text: bytes, file: str) -> Proof:
    """Read a certificate as `prove` gives it, encoded as JSON.

    Raises:
        UsageError: it is none.
    """
    try:
        return msgspec.json.decode(text, type=Proof)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise UsageError(Problem(file, None, f"found no proof of format 1: {fault}")) from None


def why(
    read: ReadManifest,
    name: str,
    matrix: Matrix | None = None,
    *,
    fail_on: Severity = "error",
    policy: Policy | None = None,
) -> Explanation:
    """Why the answer to a manifest has the version of a component that it has; while there is none, which facts it waits for.

    Args:
        name: a component, or one of several copies or models by its entry (``runtime[1]``) or id.

    Raises:
        UsageError: the manifest has no such component, or there is no answer.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..solve.explain._why import why as explain_answer
    from ..solve.nearest._nearest import find_nearest

    matrix = matrix or load_matrix()
    resolution, world = judge(read, matrix, fail_on, "fail", policy=policy)
    if resolution.verdict == "undetermined":
        return Explanation(question="why", about=name, version="", holds=False, missing=needed_facts(resolution))
    if resolution.core:
        raise _no_answer(read)
    matrix = judging(matrix, resolution.findings, policy) if policy else matrix
    weights = policy.weights if policy else {}
    found = find_nearest(world, read.manifest, matrix, fail_on=fail_on, top=1, weights=weights)
    if not found.answers:
        raise _no_answer(read)
    try:
        explained = explain_answer(world, read.manifest, matrix, name, found.values, fail_on=fail_on, weights=weights)
    except LookupError:
        raise no_component(read, name, world, matrix) from None
    return msgspec.structs.replace(explained, instead=found.answers[0], broken=resolution.broken)


def _no_answer(read: ReadManifest) -> UsageError:
    return UsageError(Problem(read.path, None, "there is no answer to explain", "rkcompat resolve says why"))


def why_not(
    read: ReadManifest,
    name: str,
    version: str | None = None,
    matrix: Matrix | None = None,
    *,
    fail_on: Severity = "error",
    policy: Policy | None = None,
) -> Explanation:
    """What forbids a version of a component, or a validated set, and what would allow it.

    Args:
        name: a component; one of several copies or models by its entry (``runtime[1]``) or id; or a validated set.

    Raises:
        UsageError: the manifest has no such component, the matrix no such set, or the version cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..solve.explain._why import why_not as explain_absence

    matrix = matrix or load_matrix()
    try:
        wanted = None if version is None else parse_version(version)
    except ValueError as fault:
        raise UsageError(Problem(name, None, str(fault))) from None
    resolution, world = judge(read, matrix, fail_on, "fail", policy=policy)
    obeyed = judging(matrix, resolution.findings, policy) if policy else matrix
    weights = policy.weights if policy else {}
    try:
        explained = explain_absence(world, read.manifest, obeyed, name, wanted, fail_on=fail_on, weights=weights)
    except LookupError as fault:
        if wanted is not None and fault.args[0] == wanted.text:
            around = _near(read_name(read.manifest, name).component, wanted, matrix)
            told = f"no list has a release of {name} in {wanted}"
            raise UsageError(Problem(read.path, None, told, f"near it is {', '.join(around)}" if around else None)) from None
        raise no_component(read, name, world, matrix, is_set=wanted is None) from None
    near = () if wanted is None else _near(read_name(read.manifest, name).component, wanted, matrix)
    missing = needed_facts(resolution)
    return msgspec.structs.replace(explained, near=near, broken=resolution.broken, missing=missing)


def _near(component: str, version: Version, matrix: Matrix) -> tuple[str, ...]:
    """The known releases around one that nobody is known to have released; of what has no list, everything is released."""
    keys = {"runtime": ("librknnrt", "librknnmrt"), "model": ("toolkit",), "rkllm-model": ("rkllm-toolkit",)}
    known = {
        release.version.low: release.version
        for key in keys.get(component, (component,))
        for release in matrix.releases.get(key, ())
    }
    if not known:
        return ()
    known |= {row.components[component].low: row.components[component] for row in matrix.sets if component in row.components}
    if version.low in known:
        return ()
    before, after = [low for low in known if low < version.low], [low for low in known if low > version.low]
    return tuple(known[low].text for low in (*sorted(before)[-1:], *sorted(after)[:1]))


_ENTRY = re.compile(r"(runtime|model)\[[0-9]+\]")

_PLACE = "what-if"
"""What stands for the file in messages about a change."""


def _of_the_other_chain(manifest: Manifest, name: str) -> str:
    """The component that was meant where a manifest has libraries or models of the other chain alone."""
    kinds = {
        "runtime": {"rkllm-runtime" if copy.library == "librkllmrt" else "runtime" for copy in manifest.runtime},
        "model": {"rkllm-model" if model.kind == "rkllm" else "model" for model in manifest.model},
    }.get(name.removeprefix("rkllm-"), set())
    return next(iter(kinds)) if len(kinds) == 1 and name not in kinds and not name.endswith("]") else ""


def what_if(
    read: ReadManifest,
    settings: Sequence[str],
    matrix: Matrix | None = None,
    *,
    fail_on: Severity = "error",
    unknown: Unknown = "fail",
    policy: Policy | None = None,
) -> tuple[Resolution, Resolution]:
    """The verdict as things stand, and as they would be.

    Args:
        settings: what is changed, each ``COMPONENT=VERSION``, ``ENTRY=VERSION``, ``ID=VERSION`` or ``KEY=VALUE``.

    Raises:
        UsageError: a change of what is no component, or of an entry that the manifest does not have.
        ManifestError: a key or a value that the format does not have.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..manifest import apply_settings
    from ..solve.explain._suppose import suppose

    matrix = matrix or load_matrix()
    manifest = read.manifest
    for setting in settings:
        name, sign, version = setting.partition("=")
        if not sign:
            raise UsageError(Problem(_PLACE, None, f"found {setting!r}, needed COMPONENT=VERSION", "such as runtime=2.3.2"))
        other = _of_the_other_chain(manifest, name)
        if other:
            raise UsageError(Problem(_PLACE, None, f"{read.path} has no {name}", f"it has {other}: write {other}={version}"))
        supposed = suppose(manifest, name)
        if supposed is not None:
            bare, more, key = supposed
            manifest = apply_settings(bare, [*more, f"{key}={version}"], place=_PLACE)
        elif _ENTRY.fullmatch(name):
            has = [f"runtime[{index}]" for index in range(len(manifest.runtime))]
            has += [f"model[{index}]" for index in range(len(manifest.model))]
            hint = f"it has {', '.join(has)}" if has else f"{name}.KEY=VALUE adds one"
            raise UsageError(Problem(_PLACE, None, f"{read.path} has no {name}", hint))
        elif not {".", "["}.isdisjoint(name) or name in Manifest.__struct_fields__:
            manifest = apply_settings(manifest, [setting], place=_PLACE)
        else:
            known = [component for component in COMPONENTS if component != "image"]
            hint = (
                f"{did_you_mean(name, (*known, *ids_in(manifest)))}there are {', '.join(known)}, and keys such as driver.nodes"
            )
            raise UsageError(Problem(_PLACE, None, f"there is no component {name!r}", hint))
    same = {index for index, model in enumerate(read.manifest.model) if manifest.model[index] == model}
    changed = msgspec.structs.replace(
        read,
        manifest=manifest,
        files={index: file for index, file in read.files.items() if index in same},
        disagreements={index: words for index, words in read.disagreements.items() if index in same},
    )
    before = check(read, matrix, fail_on=fail_on, unknown=unknown, policy=policy)
    return before, check(changed, matrix, fail_on=fail_on, unknown=unknown, policy=policy)
