"""What of the dependency graph is drawn: components, surroundings, chains, and a judged manifest."""

import pytest

from rkcompat.model.graph import Graph
from rkcompat.solve._check import check
from rkcompat.solve.graph._draw import (
    COLUMNS,
    UnknownNodeError,
    draw_affected,
    draw_around,
    draw_components,
    draw_manifest,
    draw_path,
)
from rkcompat.solve.graph._links import judged, links

from ..stack import FORMAT_6, RK3588, copy, rule, stack, world_of


def _edges(graph: Graph) -> dict[tuple[str, str], tuple[tuple[str, ...], str]]:
    return {(edge.upper, edge.lower): (edge.rules, edge.verdict) for edge in graph.edges}


def _manifest(text: str) -> Graph:
    world = world_of(text)
    return draw_manifest(world, check(world, stack()))


def test_the_components_are_joined_by_the_rules_between_them() -> None:
    """From what is asked for down to the chip."""
    graph = draw_components(stack())

    assert "model-format-runtime" in _edges(graph)["model", "runtime"][0]
    assert [COLUMNS.index(column) for column in graph.columns] == sorted(COLUMNS.index(column) for column in graph.columns)


def test_a_manifest_shows_what_breaks_between_its_things() -> None:
    """The old library and the new model, by name and version."""
    graph = _manifest(RK3588 + copy("1.4.0") + FORMAT_6)
    rules, verdict = _edges(graph)["model model[0]", "runtime runtime[0]"]

    assert "model-format-runtime" in rules
    assert verdict == "violated"
    assert {node.title for node in graph.nodes} >= {"runtime[0] librknnrt 1.4.0", "model[0] 2.3.0", "driver 0.9.8", "rk3588"}


def test_a_manifest_shows_what_is_open_and_what_fits() -> None:
    """A range that does not decide, and a driver that does."""
    graph = _manifest(RK3588 + copy("1.5.x") + FORMAT_6)
    edges = _edges(graph)

    assert edges["model model[0]", "runtime runtime[0]"][1] == "undetermined"
    assert edges["runtime runtime[0]", "driver"][1] == "satisfied"


def test_what_a_change_can_reach_is_all_that_demands_it() -> None:
    """Of an old driver: the runtimes that it satisfies, and the models that they take."""
    graph = draw_affected(stack(), "driver 0.7.2")

    assert {node.id for node in graph.nodes} >= {"driver 0.7.2", "librknnrt 1.6.0"}


def test_the_surroundings_of_a_node_are_its_own_edges_alone() -> None:
    """Not those among its neighbours."""
    graph = draw_around(stack(), "librknnrt 1.6.0")

    assert graph.edges
    assert all("librknnrt 1.6.0" in (edge.upper, edge.lower) for edge in graph.edges)


def test_neighbours_that_stand_to_it_alike_are_drawn_as_one() -> None:
    """A run of releases by its ends, chips by their number; each edge leads from what demands."""
    graph = draw_around(stack(), "librknnrt 1.6.0")
    names = {node.id: node.names for node in graph.nodes}
    side = {node.id: node.column for node in graph.nodes}

    assert names["model of toolkit 2.3.0 to 2.3.2"] == ("model of toolkit 2.3.0", "model of toolkit 2.3.2")
    assert names["librknnrt 1.6.0"] == ()
    assert {"feature nbuf", "3 SoCs: rk3566, rk3588, rv1126"} <= names.keys()
    assert graph.columns == ("demands of it", "runtime", "demanded by it")
    assert side["model of toolkit 2.3.0 to 2.3.2"] == "demands of it"
    assert side["driver 0.6.4 to 0.9.8"] == "demanded by it"
    assert ("librknnrt 1.6.0", "driver 0.6.4 to 0.9.8") in _edges(graph)


def test_what_is_only_a_condition_has_no_edge() -> None:
    """A driver that is another than rocket does not demand the library that must be there; the chip does."""
    named = rule("present", when={"driver.family": {"none-of": ["rocket"]}, "soc": "rk3588"}, require={"runtime.present": True})

    assert list(links(named)) == [("soc", "runtime")]
    assert judged(named) == {"soc", "runtime"}


def test_what_no_rule_judges_is_drawn_too() -> None:
    """The manifest's kernel stands there without an edge; a library that is needed and not stated is said not to be."""
    graph = _manifest(RK3588 + FORMAT_6 + '[kernel]\nrelease = "5.10.160"\n')
    titles = {node.title: node.verdict for node in graph.nodes}

    assert titles["kernel 5.10.160"] == ""
    assert titles["runtime, not stated"] == "undetermined"
    assert "no runtime" in {node.title for node in _manifest('absent = ["runtime"]\n' + RK3588 + FORMAT_6).nodes}


def test_a_chain_leads_from_one_node_to_another() -> None:
    """Each edge begins where the last one ended."""
    graph = draw_path(stack(), "librknnrt 1.6.0", "driver 0.7.2")

    assert [(edge.upper, edge.lower) for edge in graph.edges] == [("librknnrt 1.6.0", "driver 0.7.2")]
    with pytest.raises(LookupError, match="no chain of demands"):
        draw_path(stack(), "driver 0.7.2", "librknnrt 1.6.0")


def test_a_wrong_name_is_told_with_those_that_there_are() -> None:
    """Nobody knows the names by heart."""
    with pytest.raises(UnknownNodeError, match=r"there is no node 'librknnrt 1\.6\.00'") as raised:
        draw_around(stack(), "librknnrt 1.6.00")

    assert raised.value.known["librknnrt 1.6.0"] == "runtime"
    assert raised.value.known["rk3588"] == "soc"
