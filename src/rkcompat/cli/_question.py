"""What `why` and `why-not` have in common: what they are asked of, and how the answer is shown."""

from collections.abc import Sequence

import msgspec

from .._api.reading import read_manifest
from ..matrix import load_matrix
from ..model.explanation import Explanation
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from ..model.words import Severity
from ..policy._config import Config
from ..policy._settle import Settings
from ..report._why import why_to_json, why_to_text
from ._output import look_of
from ._settings import read_settings
from ._talk import put_report
from .resolve import with_locks


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a question is asked of."""

    read: ReadManifest
    """The manifest, with the locks of the configuration."""
    matrix: Matrix
    settings: Settings
    """The least severity that counts, and the policy."""

    def put(self, explained: Explanation, format: str, color: str) -> None:
        """Write the answer to stdout.

        Raises:
            UsageError: it cannot be written.
        """
        show = why_to_json if format == "json" else why_to_text
        put_report(show(explained, self.read.manifest, self.matrix, look_of(color, verbose=False)))


def open_question(
    manifest: str,
    *,
    facts: Sequence[str] | None,
    fail_on: Severity | None,
    matrix: Sequence[str] | None,
    config: str | None,
    isolated: bool,
) -> Question:
    """Read all that a question is asked of; the arguments are the options of those names, `facts` that of ``--set``.

    Raises:
        ManifestError: the manifest cannot be used.
        MatrixError: a matrix cannot be used.
        UsageError: the configuration cannot be used.
    """
    settings = read_settings(Config(fail_on=fail_on, matrix=tuple(matrix or ())), config, isolated=isolated)
    return Question(
        read=with_locks(read_manifest(manifest, settings=facts or ()), settings.config.lock or ()),
        matrix=load_matrix(overlays=settings.config.matrix or ()),
        settings=settings,
    )
