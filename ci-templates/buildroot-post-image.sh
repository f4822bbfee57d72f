#!/bin/sh
# Buildroot: fail the build where the image does not fit together.
#   BR2_ROOTFS_POST_IMAGE_SCRIPT="board/acme/buildroot-post-image.sh"
#   BR2_ROOTFS_POST_SCRIPT_ARGS="--set board.soc=rk3588"
# The arguments go to rkcompat check: the SoC stands in no file of a root file system. rkcompat is $RKCOMPAT, or the one on
# PATH. It reads the tree and runs nothing of it; the manifest and the report stay beside the images.
set -eu
images=${1:?called by Buildroot with the folder of the images}
shift
: "${TARGET_DIR:?set by Buildroot}"
rkcompat=${RKCOMPAT:-rkcompat}

"$rkcompat" collect --rootfs "$TARGET_DIR" --output "$images/rkcompat.toml"
"$rkcompat" check "$@" --output "html=$images/rkcompat.html" "$images/rkcompat.toml"
