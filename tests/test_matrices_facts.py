"""Every fact that the matrices were written from is in them, or stands in LEFT-OUT.md with the reason."""

import csv
import re
from pathlib import Path

import pytest

from rkcompat import load_matrix
from rkcompat.matrix import matrix_folder

MATRIX = load_matrix()
with (Path(__file__).parent / "matrices" / "facts.tsv").open(encoding="utf-8") as file:
    FACTS = {f"{row['kind']}/{row['id']}": row["where"] for row in csv.DictReader(file, delimiter="\t")}
LEFT_OUT = re.findall(r"^\| ([a-z-]+/[a-z0-9-]+) \|", (matrix_folder() / "LEFT-OUT.md").read_text(), re.MULTILINE)


def is_there(place: str) -> bool:
    """Whether the matrices hold ``rule:ID``, ``set:ID``, ``platform:ID``, ``source:ID#SECTION`` or ``release:NAME@VERSION``."""
    kind, _, name = place.partition(":")
    document, _, section = name.partition("#")
    component, _, version = name.partition("@")
    return {
        "rule": name in {rule.id for rule in MATRIX.rules},
        "set": name in {row.id for row in MATRIX.sets},
        "source": document in MATRIX.sources and (not section or section in MATRIX.sources[document].sections),
        "platform": name in MATRIX.platforms,
        "release": any(
            release.component == component and release.version.text == version
            for releases in MATRIX.releases.values()
            for release in releases
        ),
    }[kind]


@pytest.mark.parametrize("fact", [fact for fact, where in FACTS.items() if where != "left-out"])
def test_a_fact_went_where_the_table_says(fact: str) -> None:
    """Each rule, set, release, platform and source that the table names is there."""
    missing = [place for place in FACTS[fact].split() if not is_there(place)]

    assert missing == []


def test_what_was_left_out_stands_in_left_out_md() -> None:
    """Each fact that went nowhere has its line there, once, and nothing else has one."""
    assert sorted(LEFT_OUT) == sorted(fact for fact, where in FACTS.items() if where == "left-out")


@pytest.mark.parametrize("fact", [fact for fact, where in FACTS.items() if fact.startswith("contradiction/")])
def test_sources_that_conflict_stay_side_by_side(fact: str) -> None:
    """Rules of one contradiction know of one another."""
    rules = {rule.id: rule for rule in MATRIX.rules if f"rule:{rule.id}" in FACTS[fact].split()}
    apart = [
        id
        for id, rule in rules.items()
        if len(rules) > 1 and not (set(rule.beside) & rules.keys() or any(id in other.beside for other in rules.values()))
    ]

    assert apart == []


def test_a_title_puts_what_a_log_said_in_quotes() -> None:
    """No text of a signature's examples stands in a source's title as if it were ours."""
    lead = re.compile(r"^.*?(RKNN|RKNNAPI|rkllm): (\[[\d:.]+\] )?")
    said = [lead.sub("", text).rstrip("!").lower() for signature in MATRIX.signatures for text in signature.examples]
    ours = {id: re.sub(r'"[^"]*"', "", source.title).lower() for id, source in MATRIX.sources.items()}

    assert [id for id, rest in ours.items() if any(text in rest for text in said)] == []
