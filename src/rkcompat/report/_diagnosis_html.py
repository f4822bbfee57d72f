"""What a log means, as one HTML page: the lines that show it, what to do, SRAM and times with bars."""

from collections.abc import Iterator

from .._version import VERSION
from ..model.diagnosis import Diagnosis, Link
from ..model.matrix import Matrix
from ..model.performance import SramUse
from ._diagnosis import say_nothing_failed
from ._diagnosis_performance import LAYERS, least_in_sram, say_bytes, say_times
from ._html_page import html_page
from ._html_parts import put_answers, put_core, put_rest, put_what_to_do
from ._html_text import code, escape
from ._published import publish


def diagnosis_to_html(diagnosis: Diagnosis, matrix: Matrix) -> str:
    """The page, which needs nothing else: no script, no network."""
    made_by = f"rkcompat {VERSION}, matrix of {matrix.edition}, {matrix.sha256[:12]}"
    return html_page(f"rkcompat: {diagnosis.resolution.verdict}", _body(diagnosis, matrix), made_by)


def _body(diagnosis: Diagnosis, matrix: Matrix) -> Iterator[str]:
    resolution = diagnosis.resolution
    report = publish(resolution, matrix)
    yield f'<article><header class="verdict {resolution.verdict}"><h1>{escape(_say_first(diagnosis))}</h1>'
    yield f"<p><strong>{resolution.verdict}</strong>: {escape(resolution.reason)}</p></header>"
    yield from put_what_to_do(report)
    if diagnosis.chain:
        yield "<h2>The lines of the log</h2>"
        yield from (part for link in diagnosis.chain for part in _link(link))
    yield from (f'<p class="block">{escape(reason.text)}</p>' for reason in diagnosis.reasons)
    yield from _open(diagnosis)
    if diagnosis.sram is not None:
        yield "<h2>SRAM of the NPU</h2>"
        yield from _sram(diagnosis.sram)
    yield from _times(diagnosis)
    yield from put_core(report)
    yield from put_answers(report)
    yield from put_rest(report)
    yield "</article>"


def _say_first(diagnosis: Diagnosis) -> str:
    if diagnosis.layer is None:
        said = say_nothing_failed(diagnosis)
        return f"{said[0].upper()}{said[1:]}"
    first = next(link.hit.signature for link in diagnosis.chain if link.part == "cause")
    said = f"{diagnosis.layer.replace('-', ' ')} failed first" if first.severity == "error" else "Warned"
    return f"{said[0].upper()}{said[1:]}: {first.title}"


def _link(link: Link) -> Iterator[str]:
    hit = link.hit
    tone = {"cause": "error", "warning": "warning"}.get(link.part, "info")
    times = f" ({hit.count} times)" if hit.count > 1 else ""
    yield f'<section class="block"><h3><span class="tag {tone}">{link.part}</span> {escape(hit.signature.title)}</h3>'
    yield f"<pre>{escape(hit.text)}</pre><dl>"
    fields = [("where", f"{hit.place}{times}"), ("proves", hit.signature.proves)]
    if link.part == "cause":
        fields += [("proves not", hit.signature.proves_not), ("change", hit.signature.remedy)]
    fields += [("versions", text) for text in link.explained]
    yield from (f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in fields if text)
    yield "</dl></section>"


def _open(diagnosis: Diagnosis) -> Iterator[str]:
    if diagnosis.layer is None or diagnosis.explained:
        return
    yield "<h2>What versions do not explain</h2><ul>"
    yield from (f"<li>{escape(check)}</li>" for check in diagnosis.checks)
    yield "</ul>"
    asked = [question for question in diagnosis.questions if question.answer is None]
    if asked:
        yield "<h3>Questions that tell causes apart</h3><ul>"
        yield from (f"<li>{escape(one.text)} {code(f'--answer {one.id}=yes')} or {code('no')}</li>" for one in asked)
        yield "</ul>"


def _sram(sram: SramUse) -> Iterator[str]:
    yield '<div class="wide"><table><tbody>'
    if sram.total is not None and sram.used is not None:
        yield _row("in use", sram.used, sram.total)
    if sram.allocated is not None:
        yield f'<tr><th scope="row">allocated for internal tensors</th><td>{say_bytes(sram.allocated)}</td><td></td></tr>'
    if sram.saved_a_frame is not None:
        yield f'<tr><th scope="row">DDR traffic saved a frame</th><td>{say_bytes(sram.saved_a_frame)}</td><td></td></tr>'
    if sram.layers:
        yield _row("all layers", sum(layer.hit or 0 for layer in sram.layers), sum(layer.size for layer in sram.layers))
    for layer in sorted(sram.layers, key=least_in_sram)[:LAYERS]:
        yield _row(f"{layer.number} {layer.operator}, {layer.tensor}", layer.hit or 0, layer.size)
    yield "</tbody></table></div>"
    if len(sram.layers) > LAYERS:
        yield f'<p class="soft">and {len(sram.layers) - LAYERS} layers more</p>'


def _row(name: str, part: int, whole: int) -> str:
    """A row with a bar; what it shows stands beside it as text."""
    said = f"{say_bytes(part)} of {say_bytes(whole)}"
    width = round(200 * min(part, whole) / whole) if whole else 0
    bar = (
        f'<svg viewBox="0 0 200 12" role="img" aria-label="{escape(said)}"><rect class="part" width="200" height="12"/>'
        f'<rect class="full" width="{width}" height="12"/></svg>'
    )
    return f'<tr><th scope="row">{escape(name)}</th><td>{said}</td><td>{bar}</td></tr>'


def _times(diagnosis: Diagnosis) -> Iterator[str]:
    if not diagnosis.timings:
        return
    yield "<h2>Times</h2><dl>"
    yield from (f"<dt>{phase}</dt><dd>{said}</dd>" for phase, said in say_times(diagnosis))
    yield "</dl>"
