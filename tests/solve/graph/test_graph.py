"""The matrix as a graph: who demands what of whom, and what goes wrong in it."""

from rkcompat.matrix._compile import compile_matrix
from rkcompat.matrix._load import load_matrix
from rkcompat.model.matrix import Matrix
from rkcompat.solve.graph._graph import build_graph, graph_problems

SOURCE = 'matrix = 1\ntitle = "a run"\npublisher = "us"\nbasis = "measured"\nread-on = "2026-11-29"\n'
PLATFORM = 'matrix = 1\ntitle = "RK3588"\ngeneration = 2\nnpu = "RKNPU v2"\nruns-models-for = ["rk3588"]\nsources = ["run"]\n'
RUNTIME = """
[attribute.highest-schema]
kind  = "number"
title = "highest model format it takes"
[attribute.driver-minimum]
kind  = "version"
title = "driver below which it refuses"
"""
RULE = 'title = "x"\nwhy = "x"\nlayer = "loading"\nseverity = "error"\nremedy = "x"\nsources = ["run"]\n'


def small_matrix(**rules: str) -> Matrix:
    """Two runtimes, two drivers, two toolkits and one SoC, with rules by their id (``_`` for ``-``)."""
    rows = "".join(f'[[rule]]\nid = "{name.replace("_", "-")}"\n{RULE}{body}\n' for name, body in rules.items())
    release = '[[release]]\nversion = "{}"\nsources = ["run"]\n'
    runtime = release + 'library = "librknnrt"\nhighest-schema = {}\ndriver-minimum = "{}"\n'
    texts = {
        "sources/run.toml": SOURCE,
        "platforms/rk3588.toml": PLATFORM,
        "components/librknnrt.toml": 'matrix = 1\ncomponent = "runtime"'
        + RUNTIME
        + runtime.format("1.4.0", 1, "0.8.0")
        + runtime.format("2.3.2", 6, "0.9.0"),
        "components/driver.toml": 'matrix = 1\ncomponent = "driver"\n' + release.format("0.8.2") + release.format("0.9.8"),
        "components/toolkit.toml": 'matrix = 1\ncomponent = "toolkit"\n' + release.format("1.4.0") + release.format("2.3.2"),
        "rules/all.toml": f'matrix = 1\ntitle = "all"\n{rows}',
    }
    return compile_matrix({name: text.encode() for name, text in texts.items()}, "")


def edges(matrix: Matrix) -> set[tuple[str, str]]:
    """The edges of its graph."""
    return set(build_graph(matrix).edges)


def test_a_runtime_demands_a_driver_that_is_new_enough() -> None:
    """The end that stands higher in the stack demands, and what does not meet it has no edge."""
    matrix = small_matrix(runtime_driver='require = { driver = { at-least = "runtime.driver-minimum" } }')

    assert edges(matrix) == {
        ("librknnrt 1.4.0", "driver 0.8.2"),
        ("librknnrt 1.4.0", "driver 0.9.8"),
        ("librknnrt 2.3.2", "driver 0.9.8"),
    }


def test_a_model_demands_a_runtime_that_is_new_enough() -> None:
    """Whichever side the rule is written from: here the fact is the one that demands."""
    matrix = small_matrix(model_compiler='require = { "model.compiler" = { minor-at-most = "runtime" } }')

    assert edges(matrix) == {
        ("model of toolkit 1.4.0", "librknnrt 1.4.0"),
        ("model of toolkit 1.4.0", "librknnrt 2.3.2"),
        ("model of toolkit 2.3.2", "librknnrt 2.3.2"),
    }


def test_a_feature_demands_what_it_needs_of_each_component() -> None:
    """A feature stands for whoever uses it."""
    matrix = small_matrix(sram_needs='when = { feature = "sram" }\nrequire = { driver = ">=0.9", runtime = ">=2" }')

    assert edges(matrix) == {("feature sram", "driver 0.9.8"), ("feature sram", "librknnrt 2.3.2")}


def test_releases_that_a_condition_names_demand() -> None:
    """A condition on a release says whose demand it is; one on the SoC alone is the platform's."""
    matrix = small_matrix(
        new_runtime='when = { runtime = ">=2", soc = "rk3588" }\nrequire = { driver = ">=0.9" }',
        soc_runtime='when = { soc = "rk3588" }\nrequire = { runtime = ">=1.4.0" }',
    )

    assert edges(matrix) == {
        ("librknnrt 2.3.2", "driver 0.9.8"),
        ("rk3588", "librknnrt 1.4.0"),
        ("rk3588", "librknnrt 2.3.2"),
    }


def test_an_edge_names_the_rules_that_draw_it() -> None:
    """What is affected by a rule can be read off the graph."""
    matrix = small_matrix(
        runtime_driver='require = { driver = { at-least = "runtime.driver-minimum" } }',
        new_runtime='when = { runtime = ">=2" }\nrequire = { driver = ">=0.9" }',
    )
    graph = build_graph(matrix)

    assert graph.edges["librknnrt 2.3.2", "driver 0.9.8"]["rules"] == {"runtime-driver", "new-runtime"}
    assert graph.nodes["driver 0.9.8"]["subject"] == "driver"


def test_a_claim_that_is_disproved_demands_nothing() -> None:
    """It is kept for the record only."""
    matrix = small_matrix(old_claim='disproved-by = ["run"]\nwhen = { runtime = ">=2" }\nrequire = { driver = ">=0.9" }')

    assert edges(matrix) == set()


def test_demands_in_a_circle_are_found() -> None:
    """None of the three can be changed without the next: one of the rules is written from the wrong end."""
    matrix = small_matrix(
        new_runtime='when = { runtime = ">=2" }\nrequire = { driver = ">=0.9" }',
        new_driver='when = { driver = ">=0.9" }\nrequire = { toolkit = ">=2" }',
        new_toolkit='when = { toolkit = ">=2" }\nrequire = { runtime = ">=2" }',
    )
    circle, *_ = graph_problems(matrix)

    assert circle == (
        "demands go round in a circle: driver → toolkit → runtime → driver, by new-driver, new-runtime, new-toolkit"
    )


def test_a_circle_that_no_release_closes_is_none() -> None:
    """The old runtime asks and the new one is asked: the components form a circle, the releases do not."""
    matrix = small_matrix(
        new_runtime='when = { runtime = ">=2" }\nrequire = { driver = ">=0.9" }',
        new_driver='when = { driver = ">=0.9" }\nrequire = { toolkit = ">=2" }',
        new_toolkit='when = { toolkit = ">=2" }\nrequire = { runtime = "<2" }',
    )

    assert not [problem for problem in graph_problems(matrix) if "circle" in problem]


def test_two_that_bind_one_another_are_no_circle() -> None:
    """A runtime that needs a later driver, and a driver that needs a later runtime, are changed together."""
    matrix = small_matrix(
        new_runtime='when = { runtime = ">=2" }\nrequire = { driver = ">=0.9" }',
        new_driver='when = { driver = ">=0.9" }\nrequire = { runtime = ">=2" }',
    )

    assert {("librknnrt 2.3.2", "driver 0.9.8"), ("driver 0.9.8", "librknnrt 2.3.2")} <= edges(matrix)
    assert not [problem for problem in graph_problems(matrix) if "circle" in problem]


def test_what_no_rule_reads_is_found() -> None:
    """A release beside the range of the only rule, a component that no rule is about, one line each."""
    matrix = small_matrix(
        new_driver='when = { driver = ">=0.9" }\nrequire = { "runtime.library" = "librknnrt" }',
        soc_models='require = { "model.target-platform" = { shares = "platform.runs-models-for" } }',
    )

    assert graph_problems(matrix) == ("no rule reads driver 0.8.2", "no rule reads toolkit 1.4.0, toolkit 2.3.2")


def test_a_platform_does_not_close_a_circle() -> None:
    """A chip cannot change, so that nothing waits for it."""
    matrix = small_matrix(
        soc_runtime='when = { soc = "rk3588" }\nrequire = { runtime = ">=1" }',
        runtime_npu='when = { runtime = ">=1" }\nrequire = { "platform.npu" = "RKNPU v2" }',
    )

    assert {("rk3588", "librknnrt 2.3.2"), ("librknnrt 2.3.2", "rk3588")} <= edges(matrix)
    assert not [problem for problem in graph_problems(matrix) if "circle" in problem]


def test_the_matrices_of_this_project_have_no_circle() -> None:
    """What is shipped can be changed step by step, and a rule speaks of all of it."""
    assert graph_problems(load_matrix()) == ()
