"""How far it is to every set that was run on this SoC, and what stands in the way of those that cannot be had."""

from rkcompat.model.resolution import Distance
from rkcompat.model.version import parse_range
from rkcompat.model.wish import Want, Wishes
from rkcompat.solve.nearest._nearest import find_nearest

from ..stack import FORMAT_6, RK3588, board, copy, stack, world_of

BOARD = RK3588 + copy("1.4.0") + FORMAT_6


def _distances(text: str, *wants: Want) -> dict[str, Distance]:
    found = find_nearest(world_of(text), board(text), stack(), wishes=Wishes(wants=wants))
    return {distance.set: distance for distance in found.distances}


def test_every_set_has_its_distance_the_nearest_first() -> None:
    """In the order in which they are ranked: what is inferred comes after what is certain, whatever it costs."""
    found = _distances(BOARD)

    assert [(name, distance.cost) for name, distance in found.items()] == [
        ("image-a", 10),
        ("sdk-2.3.2", 35),
        ("sdk-1.6.0", 36),
        ("sdk-1.5.2", 36),
        ("sdk-2.3.0", 10),
    ]
    assert [(change.about, change.after) for change in found["sdk-2.3.2"].changes] == [
        ("runtime[0]", "2.3.2"),
        ("model[0]", "2.3.2"),
    ]


def test_what_is_inferred_of_a_set_is_told() -> None:
    """The driver gate of 2.3.0 is not known, and nobody ran it on a driver this old."""
    found = _distances(BOARD.replace("0.9.8", "0.7.2"))

    assert found["sdk-2.3.0"].doubts
    assert not found["sdk-1.6.0"].doubts


def test_a_set_that_cannot_be_had_says_why() -> None:
    """A lock, a wish, a rule, or that it speaks of nothing that is here."""
    locked = _distances(BOARD + '[lock]\ncomponents = ["model"]\n')
    wished = _distances(BOARD, Want("runtime", parse_range(">=2.3.2")))
    broken = _distances(BOARD.replace("0.9.8", "0.6.4"))
    elsewhere = _distances('[board]\nsoc = "rk3588"\n[server]\nversion = "2.3.2"\n[driver]\nfamily = "rknpu"\n')

    assert (locked["sdk-1.6.0"].obstacle, locked["sdk-1.6.0"].by) == ("locked", ("model",))
    assert (wished["sdk-1.6.0"].obstacle, wished["sdk-1.6.0"].by) == ("unwanted", ("runtime",))
    assert (broken["sdk-1.6.0"].obstacle, broken["sdk-1.6.0"].by) == ("forbidden", ("runtime-driver",))
    assert (elsewhere["sdk-1.6.0"].obstacle, elsewhere["sdk-1.6.0"].cost) == ("elsewhere", None)
