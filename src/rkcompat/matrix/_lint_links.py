"""Whether the addresses of the sources still answer; the one look at the matrices that needs a network."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..errors import Problem
from ..model.matrix import Matrix
from ..model.source import Source
from ._compile import Files

if TYPE_CHECKING:
    from requests import Session

WORKERS = 4
"""Servers that are asked at one time; each gets one request after the other."""

TIMEOUT = 20.0
"""Seconds that a server may take to begin its answer."""

_AGENT = "rkcompat matrix lint --links"


def check_links(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """An address answers, to HEAD or to GET; what does not is named with the server's words."""
    names = {name.rpartition("/")[2].removesuffix(".toml"): name for name in files.by_folder["sources"]}
    sources = sorted(
        (source for source in matrix.sources.values() if source.url), key=lambda source: (_host(source), source.id)
    )
    servers = [list(group) for _, group in groupby(sources, _host)]
    with ThreadPoolExecutor(WORKERS) as pool:
        for answers in pool.map(_ask_all, servers):
            for source, fault in answers:
                yield Problem(names[source.id], None, f"url: {source.url} {fault}", "correct it, or give a citation instead")


def _host(source: Source) -> str:
    return urlsplit(source.url or "").netloc


def _ask_all(sources: list[Source]) -> list[tuple[Source, str]]:
    """The sources of one server whose address does not answer, each with why."""
    from requests import Session

    with Session() as session:
        session.headers["User-Agent"] = _AGENT
        faults = [(source, _ask(session, source.url or "")) for source in sources]
    return [(source, fault) for source, fault in faults if fault]


def _ask(session: "Session", url: str) -> str:
    """Why an address does not answer; empty where it does. A server may not know HEAD, so GET is asked too."""
    from requests import RequestException

    fault = ""
    for method in ("HEAD", "GET"):
        try:
            with session.request(method, url, timeout=TIMEOUT, stream=True, allow_redirects=True) as answer:
                if answer.ok:
                    return ""
                fault = f"answered {answer.status_code} {answer.reason or ''}".rstrip()
        except RequestException as trouble:
            fault = f"did not answer: {type(trouble).__name__}"
    return fault
