"""What of the dependency graph is drawn: components, surroundings, chains, and a judged manifest."""

import pytest

from rkcompat.model.graph import Graph
from rkcompat.solve._check import check
from rkcompat.solve.graph._draw import COLUMNS, draw_affected, draw_around, draw_components, draw_manifest, draw_path

from ..stack import FORMAT_6, RK3588, copy, stack, world_of


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


def test_a_chain_leads_from_one_node_to_another() -> None:
    """Each edge begins where the last one ended."""
    graph = draw_path(stack(), "librknnrt 1.6.0", "driver 0.7.2")

    assert [(edge.upper, edge.lower) for edge in graph.edges] == [("librknnrt 1.6.0", "driver 0.7.2")]
    with pytest.raises(LookupError, match="no chain of demands"):
        draw_path(stack(), "driver 0.7.2", "librknnrt 1.6.0")


def test_a_wrong_name_gets_the_nearest() -> None:
    """Nobody knows the names by heart."""
    with pytest.raises(LookupError, match=r"did you mean 'librknnrt 1\.6\.0'"):
        draw_around(stack(), "librknnrt 1.6.00")
