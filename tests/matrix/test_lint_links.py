"""The addresses of sources are asked, of a server on this machine alone."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from rkcompat._api.matrices import lint

Write = Callable[..., Path]


class Handler(BaseHTTPRequestHandler):
    """``/200`` answers 200; ``/405-200`` the first number to HEAD and the second to GET; ``/301`` leads to ``/200``."""

    asked: list[str]

    def do_HEAD(self) -> None:
        """Answer with the first number of the path."""
        self._answer(self.path.strip("/").split("-")[0])

    def do_GET(self) -> None:
        """Answer with the last number of the path."""
        self._answer(self.path.strip("/").split("-")[-1])

    def _answer(self, code: str) -> None:
        type(self).asked.append(f"{self.command} {self.path}")
        self.send_response(int(code))
        if code == "301":
            self.send_header("Location", "/200")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server that runs for one test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    Handler.asked = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


def problems(folder: Path) -> list[str]:
    """The problems with files as under the folder, without their hints."""
    return [str(problem).replace(f"{folder}/", "").partition("\nhint")[0] for problem in lint(folder, links=True)]


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/200", ["HEAD /200"]),
        ("/405-200", ["HEAD /405-200", "GET /405-200"]),
        ("/301", ["HEAD /301", "HEAD /200"]),
    ],
)
def test_an_address_that_answers_is_no_problem(write_matrix: Write, server: str, path: str, asked: list[str]) -> None:
    """A server that knows no HEAD is asked again; a redirection is followed."""
    assert problems(write_matrix("https://example.org/librknnrt.so", server + path)) == []
    assert Handler.asked == asked


@pytest.mark.parametrize(("path", "said"), [("/404", "answered 404 Not Found"), ("/403-429", "answered 429 Too Many Requests")])
def test_an_address_that_is_gone_is_named_with_the_words_of_its_server(
    write_matrix: Write, server: str, path: str, said: str
) -> None:
    """A person then looks whether it is gone or only shut to programs."""
    url = server + path

    assert problems(write_matrix("https://example.org/librknnrt.so", url)) == [f"sources/run.toml: url: {url} {said}"]


def test_a_server_that_is_not_there_is_named(write_matrix: Write, server: str) -> None:
    """Port 9 of this machine answers nobody."""
    found = problems(write_matrix("https://example.org/librknnrt.so", "http://127.0.0.1:9/"))

    assert found == ["sources/run.toml: url: http://127.0.0.1:9/ did not answer: ConnectionError"]


def test_no_address_is_asked_unless_wanted(write_matrix: Write, server: str) -> None:
    """A lint works without a network."""
    lint(write_matrix("https://example.org/librknnrt.so", f"{server}/404"))

    assert Handler.asked == []
