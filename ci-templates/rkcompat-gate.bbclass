# Yocto: fail the build where the image does not fit together. In the image's recipe:
#   inherit rkcompat-gate
#   RKCOMPAT_CHECK = "--set board.soc=rk3588"
# bitbake hides the host's PATH, so RKCOMPAT is a whole path. rkcompat reads the tree and runs nothing of it; the manifest
# and the report go to the folder of the images.
RKCOMPAT ?= "/usr/local/bin/rkcompat"
RKCOMPAT_CHECK ?= ""

rkcompat_gate() {
    mkdir -p "${IMGDEPLOYDIR}"
    "${RKCOMPAT}" collect --rootfs "${IMAGE_ROOTFS}" --output "${IMGDEPLOYDIR}/${IMAGE_NAME}.rkcompat.toml"
    "${RKCOMPAT}" check ${RKCOMPAT_CHECK} --output "html=${IMGDEPLOYDIR}/${IMAGE_NAME}.rkcompat.html" \
        "${IMGDEPLOYDIR}/${IMAGE_NAME}.rkcompat.toml"
}

# After the packages are in, before the image is made of them.
ROOTFS_POSTPROCESS_COMMAND:append = " rkcompat_gate; "
