"""A container image is read as its container would see it, and joined with the host under it."""

import gzip
import tarfile
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from rkcompat.collect._container import open_image
from rkcompat.collect._over_host import over_host
from rkcompat.collect._scan import scan_container, scan_rootfs
from rkcompat.manifest import manifest_to_toml, parse_manifest

from .trees import MODEL, RT_140, debian, docker_save, layer, member, needs_gcc, oci, program, put, runtime, tar

Save = Callable[..., Path]


def content(image: Path, path: str) -> bytes | None:
    """The bytes of a file of an image."""
    with open_image(str(image)) as opened:
        try:
            with opened.tree.open(path) as file:
                return file.read(0, file.size)
        except FileNotFoundError:
            return None


def names(image: Path, path: str) -> tuple[str, ...]:
    """What a folder of an image holds."""
    with open_image(str(image)) as opened:
        return opened.tree.names(path)


@pytest.fixture(params=[docker_save, oci])
def save(request: pytest.FixtureRequest) -> Save:
    """Both forms of an image: plain layers, and packed ones."""
    return request.param  # type: ignore[no-any-return]


def test_a_later_layer_replaces_a_file(save: Save, tmp_path: Path) -> None:
    """The last one counts."""
    image = save(tmp_path / "i.tar", layer({"/a": b"1", "/b": b"1"}), layer({"/a": b"22"}))

    assert content(image, "/a") == b"22"
    assert content(image, "/b") == b"1"


def test_a_whiteout_takes_a_file_away(save: Save, tmp_path: Path) -> None:
    """A file, and a folder with all that is in it; the mark itself is no file."""
    image = save(tmp_path / "i.tar", layer({"/a": b"1", "/d/e/f": b"1"}), layer({"/.wh.a": b"", "/d/.wh.e": b""}))

    assert content(image, "/a") is None
    assert content(image, "/d/e/f") is None
    assert names(image, "/") == ("d",)
    assert names(image, "/d") == ()


def test_an_opaque_folder_hides_what_was_below(save: Save, tmp_path: Path) -> None:
    """What the same layer puts there stays, whether it comes before or after the mark."""
    upper = layer({"/d/before": b"2", "/d/.wh..wh..opq": b"", "/d/after": b"2"})
    image = save(tmp_path / "i.tar", layer({"/d/old": b"1", "/d/deep/old": b"1"}), upper)

    assert names(image, "/d") == ("after", "before")


def test_a_whiteout_says_nothing_of_its_own_layer(save: Save, tmp_path: Path) -> None:
    """The OCI image specification: whiteouts hide what lower layers hold."""
    image = save(tmp_path / "i.tar", layer({"/a": b"1"}), layer({"/a": b"2", "/.wh.a": b""}))

    assert content(image, "/a") == b"2"


def test_a_file_takes_the_place_of_a_folder_and_back(save: Save, tmp_path: Path) -> None:
    """Whatever a layer puts at a place is what is there."""
    image = save(tmp_path / "i.tar", layer({"/a/b": b"1", "/c": b"1"}), layer({"/a": b"2", "/c/d": b"2"}))

    assert content(image, "/a") == b"2"
    assert content(image, "/c/d") == b"2"


def test_a_layer_is_laid_through_links_as_at_its_unpacking(save: Save, tmp_path: Path) -> None:
    """/lib → usr/lib in the first layer: lib/x of the second is usr/lib/x."""
    image = save(
        tmp_path / "i.tar", layer({"/usr/lib/old": b"1", "/lib": "usr/lib"}), layer({"/lib/x": b"2", "/lib/.wh.old": b""})
    )

    assert names(image, "/usr/lib") == ("x",)


def test_a_hard_link_is_the_same_file(save: Save, tmp_path: Path) -> None:
    """It has no bytes of its own in the tar."""
    members = [
        member("a", b"same"),
        member("b", kind=tarfile.LNKTYPE, target="a"),
        member("c", kind=tarfile.LNKTYPE, target="gone"),
    ]
    image = save(tmp_path / "i.tar", tar(members))

    assert content(image, "/b") == b"same"
    assert content(image, "/c") is None


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_names_are_read_in_every_form_of_tar(save: Save, tmp_path: Path, form: int) -> None:
    """The prefix of ustar, the extra entry of GNU tar, the header of pax."""
    path = f"/{'d' * 90}/{'e' * 60}/{'f' * 90}"
    image = save(tmp_path / "i.tar", layer({path: b"found"}, form))

    assert content(image, path) == b"found"


def test_names_of_several_scripts_are_read(save: Save, tmp_path: Path) -> None:
    """A pax header has UTF-8 names, and longer links than ustar."""
    image = save(tmp_path / "i.tar", layer({"/модель/模型": b"1", "/l": "x" * 200}, tarfile.PAX_FORMAT))
    with open_image(str(image)) as opened:
        target = opened.tree.link("/l")

    assert content(image, "/модель/模型") == b"1"
    assert target == "x" * 200


def test_any_place_of_a_packed_file_can_be_read(tmp_path: Path) -> None:
    """Back and forth over the places that a stream is taken up at again."""
    whole = array("I", range(8 * 1024 * 1024)).tobytes()
    image = oci(tmp_path / "i.tar", layer({"/big": whole, "/z": b"z"}))
    with open_image(str(image)) as opened, opened.tree.open("/big") as file:
        places = (0, 31_000_000, 100, 17_000_000, 33_554_428, 8_388_600)
        found = [file.read(place, 4) for place in places]

    assert found == [whole[place : place + 4] for place in places]


@pytest.mark.parametrize("tool", ["gzip", "zstd"])
def test_the_whole_image_may_be_packed(tmp_path: Path, tool: str) -> None:
    """As by docker save | gzip; the packed layers within are unpacked once more."""
    content_of = oci(tmp_path / "i.tar", layer({"/a": b"1"})).read_bytes()
    packed = gzip.compress(content_of) if tool == "gzip" else pytest.importorskip("backports.zstd").compress(content_of)
    (tmp_path / "packed").write_bytes(packed)

    assert content(tmp_path / "packed", "/a") == b"1"


def test_an_index_for_several_machines_is_read_for_the_boards(tmp_path: Path) -> None:
    """Of amd64 and arm64 the latter."""
    image = oci(tmp_path / "i.tar", layer({"/a": b"1"}), platforms=("amd64", "arm64"))
    with open_image(str(image)) as opened:
        architecture = opened.architecture

    assert architecture == "arm64"


def test_an_image_for_a_pc_is_told(tmp_path: Path) -> None:
    """It was built without --platform linux/arm64."""
    notes = scan_container(str(oci(tmp_path / "i.tar", layer({"/a": b"1"}), platforms=("amd64",)))).notes

    assert notes == ("container frigate: the image is for amd64, needed one for arm64 or arm",)


@needs_gcc
def test_an_image_tells_its_user_space_and_no_kernel(save: Save, tmp_path: Path) -> None:
    """Copies stand in the container; what only a host has is left unknown."""
    image = save(tmp_path / "i.tar", layer(debian()), layer({"/models/d.rknn": MODEL.read_bytes()}), Cmd=["python3"])

    manifest = scan_container(str(image)).manifest

    [container], [copy], [model] = manifest.container, manifest.runtime, manifest.model
    assert container.id == "frigate"
    assert (container.devices, container.device_tree_visible) == (None, None)
    assert (copy.where, copy.path, copy.version) == ("container:frigate", "/usr/lib/librknnrt.so", "2.3.2")
    assert (model.found_at, model.path, model.runtime) == ("/models/d.rknn", None, copy.id)
    assert (manifest.kernel.release, manifest.driver.family) == (None, None)
    assert manifest.libc is not None
    assert manifest.libc.version == "2.36"
    assert parse_manifest(manifest_to_toml(manifest).encode(), "-") == manifest


@needs_gcc
def test_a_library_that_was_replaced_in_a_later_layer_is_not_there(tmp_path: Path) -> None:
    """An image that upgrades the runtime holds both files; a container sees one."""
    image = docker_save(
        tmp_path / "i.tar", layer({"/usr/lib/librknnrt.so": runtime(RT_140)}), layer({"/usr/lib/librknnrt.so": runtime()})
    )

    assert [copy.version for copy in scan_container(str(image)).manifest.runtime] == ["2.3.2"]


@needs_gcc
def test_the_program_that_the_image_starts_decides_its_copy(tmp_path: Path) -> None:
    """Entrypoint, sought in PATH, with the image's LD_LIBRARY_PATH."""
    files = debian() | {"/opt/lib/librknnrt.so": runtime(RT_140), "/opt/bin/detect": program("librknnrt.so")}
    image = docker_save(
        tmp_path / "i.tar", layer(files), Entrypoint=["detect"], Env=["PATH=/usr/bin:/opt/bin", "LD_LIBRARY_PATH=/opt/lib"]
    )

    manifest = scan_container(str(image)).manifest

    assert {copy.path: copy.loaded for copy in manifest.runtime} == {
        "/opt/lib/librknnrt.so": True,
        "/usr/lib/librknnrt.so": False,
    }
    assert [application.id for application in manifest.application] == ["/opt/bin/detect"]


@needs_gcc
def test_a_container_over_its_host_is_one_manifest(tmp_path: Path) -> None:
    """User space of the image; kernel, driver and board of the host; evidence of both."""
    host = scan_rootfs(str(put(tmp_path / "host", debian() | {"/usr/lib/librknnrt.so": runtime(RT_140)})))
    container = scan_container(str(docker_save(tmp_path / "i.tar", layer(debian()))))

    manifest = over_host(container, host).manifest

    assert [(copy.version, copy.where) for copy in manifest.runtime] == [("2.3.2", "container:frigate")]
    assert (manifest.driver.version, manifest.kernel.release) == ("0.9.8", "6.1.115-vendor-rk35xx")
    assert manifest.evidence["driver.version"].read_from == "/lib/modules/6.1.115-vendor-rk35xx/modules.builtin.modinfo"
    assert manifest.evidence["runtime[0].version"].read_from == "container frigate: /usr/lib/librknnrt.so"
    assert parse_manifest(manifest_to_toml(manifest).encode(), "-") == manifest
