"""What a proof that holds is the proof of, in a sentence."""

from ..model.matrix import Matrix
from ..model.proof import Proof
from ._format import Look
from ._page import Page


def proof_to_text(proof: Proof, matrix: Matrix, look: Look) -> str:
    """The answer that was proved, with what it changes and costs; or that there is none."""
    page = Page(look)
    if proof.answer is None:
        page.line("no change that the locks allow helps", head="the proof holds: ")
        return str(page)
    titles = {row.id: row.title for row in matrix.sets}
    names = [f"{titles.get(name, name)} ({name})" for name in (proof.set or "").split(" + ") if name]
    what = ", joined with ".join(names) or "what the rules alone allow, which nobody is known to have run,"
    page.line(f"{what} is the nearest answer, at cost {proof.cost}", head="the proof holds: ")
    for about, value in sorted(proof.answer.items()):
        before, after = proof.options[about][0], proof.options[about][value]
        page.line(" ".join(filter(None, (about, before, "->", after))), indent=2)
    if not proof.answer:
        page.line("nothing changes", indent=2)
    return str(page)
