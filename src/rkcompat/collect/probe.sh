#!/bin/sh
# Shows which parts of the Rockchip NPU stack a board has, as one text bundle. It reads and changes nothing, writes no
# file, and bounds each command in time and output. It needs a POSIX shell and what busybox or toybox have.
#
# It never reads rknpu/freq of debugfs, which powers the NPU on, nor rknpu/volt, which can crash the kernel of a board
# whose NPU has no supply of its own; and no serial number, address or host name.
#
# Settings, in the environment: RKCOMPAT_APP=PID looks at that process too, RKCOMPAT_MODELS=1 looks for model files,
# RKCOMPAT_ROOT=DIR reads a prepared tree in place of / (its dmesg.txt in place of the kernel's log).
#
# Each line of the bundle begins with rkc and a sign, so that it is told from whatever else a console shows:
#   rkc! 1                    the bundle begins; its format
#   rkc= NAME STATUS FROM     an item: ok, absent, denied (root would see more), failed, timeout, cut (there was more)
#   rkc- TEXT                 a line of its content
#   rkc~ HEX                  such a line with bytes that are not printable ASCII: sign, blank and text in hex
#   rkc. LINES CHARACTERS     the bundle ends: how many = - ~ lines it has, and how long they are without rkc
#
# A line "#: " names something that is read or run; rkcompat collect --list shows them.

# shellcheck disable=SC2317,SC2329 # functions are called by name too
LC_ALL=C
PATH=${PATH:-/bin}:/usr/sbin:/sbin:/usr/bin:/bin:/system/bin:/vendor/bin
export LC_ALL PATH
root=${RKCOMPAT_ROOT:-}
tree=/proc/device-tree
nl='
'

# Not every shell has printf built in, and mksh's echo takes backslashes for escapes.
if [ -n "${KSH_VERSION:-}" ]; then
  # shellcheck disable=SC3045 # not the sh of Debian, which has no KSH_VERSION
  out() { print -r -- "$1"; }
else
  out() { printf '%s\n' "$1"; }
fi

# bounded SECONDS COMMAND...: its own exit code; 137 (toybox: 124) where it was stopped. timeout(1) is missing on some boards,
# and old ones want other words. A watchdog that waits for one long sleep cannot be stopped surely: mksh may miss its signal.
if timeout -s KILL 5 true > /dev/null 2>&1; then
  bounded() { timeout -s KILL "$@"; }
else
  bounded() {
    seconds=$1
    shift
    "$@" &
    job=$!
    (
      while [ "$seconds" -gt 0 ]; do
        sleep 1
        seconds=$((seconds - 1))
      done
      kill -9 "$job"
    ) > /dev/null 2>&1 &
    watch=$!
    wait "$job"
    code=$?
    kill -9 "$watch" 2> /dev/null
    return "$code"
  }
fi

# A prepared tree must not show where it lies.
if [ -n "$root" ]; then
  unrooted() { sed "s:$root/*:/:g"; }
else
  unrooted() { cat; }
fi

# As lines of text: the NUL-separated words of a file, the printable runs of a binary one.
words() { tr '\000' '\n'; }
strings_of() { tr -cs '\040-\176' '\n'; }

# As one line of hex digits, by what the board has.
if printf 1 | od -An -v -tx1 > /dev/null 2>&1; then
  hex() { od -An -v -tx1 | tr -d ' \n'; }
elif printf 1 | hexdump -v -e '1/1 "%02x"' > /dev/null 2>&1; then
  hex() { hexdump -v -e '1/1 "%02x"'; }
else
  hex() { xxd -p 2> /dev/null | tr -d '\n'; }
fi

# show NAME STATUS FROM [TEXT]: one item; `frame` gives it its marks
show() {
  out "= $1 $2 $3"
  [ -z "${4:-}" ] || out "$4" | sed 's/^/- /'
}

# exists PATH: whether it can be read; $status is ok, absent or denied
exists() {
  status=ok
  [ -r "$root$1" ] && return 0
  status=denied
  [ -e "$root$1" ] && return 1
  folder=${1%/*}
  while [ -n "$folder" ] && ! [ -d "$root$folder" ]; do folder=${folder%/*}; done
  if [ -z "$folder" ] || [ -x "$root$folder" ]; then status=absent; fi
  return 1
}

refused='Permission denied|Operation not permitted'
missing='No such (file|process)|: not found$|or not found$'

# capture SECONDS AS PATTERN COMMAND...: $text is what it prints, as `words` or `strings_of`, where that matches; and $status
capture() {
  seconds=$1 as=$2 pattern=$3
  shift 3
  text=$({
    bounded "$seconds" "$@" 2>&1
    out "${nl}rkc:$?"
  } | "$as" | unrooted | grep -E "^rkc:|$refused|$missing|$pattern" | head -c 32768)
  case $1$text in
    *rkc:0) status=ok ;;
    *rkc:137 | *rkc:124) status='timeout' ;;
    *"Permission denied"*rkc:* | *"Operation not permitted"*rkc:*) status=denied ;;
    grep*rkc:1 | grep*"No such"*rkc:2) status=ok ;; # nothing matches; a process that ended meanwhile
    *rkc:127 | *"No such"*rkc:*) status=absent ;;
    *rkc:*) status=failed ;;
    *) status='cut' ;;
  esac
  text=$(out "$text" | grep -vE "^rkc:|$refused|$missing" | grep -E "$pattern")
}

# run NAME FROM SECONDS PATTERN COMMAND...: the lines that a command prints and that match
run() {
  name=$1 from=$2 seconds=$3 pattern=$4
  shift 4
  capture "$seconds" words "$pattern" "$@"
  show "$name" "$status" "$from" "$text"
}

# file NAME PATH [PATTERN]: the lines of a file that match
file() {
  text=
  if exists "$2"; then capture 5 words "${3:-^}" cat "$root$2"; fi
  show "$1" "$status" "$2" "$text"
}

# names NAME FOLDER PATTERN: what a folder holds and matches
names() {
  text=
  if exists "$2"; then capture 5 words "$3" ls "$root$2"; fi
  show "$1" "$status" "$2" "$text"
}

# bytes NAME PATH COUNT: the first bytes of a file, in hex
bytes() {
  text=
  if exists "$2"; then text=$(bounded 5 head -c "$3" "$root$2" 2> /dev/null | hex); fi
  show "$1" "$status" "$2" "$text"
}

# each LINES COMMAND: the command for each line, at most 64
each() {
  lines=$1 left=64
  while [ -n "$lines" ] && [ "$left" -gt 0 ]; do
    line=${lines%%"$nl"*}
    case $lines in *"$nl"*) lines=${lines#*"$nl"} ;; *) lines= ;; esac
    left=$((left - 1))
    [ -z "$line" ] || "$2" "$line"
  done
  [ -z "$lines" ] || show rest cut "all but 64 of what was found"
}

#: /proc/device-tree/compatible
#: /proc/device-tree/model
probe_board() {
  file board.compatible $tree/compatible
  file board.model $tree/model
}

#: /etc/os-release
#: /etc/armbian-release
#: /etc/orangepi-release
#: /etc/ophub-release
#: /etc/openwrt_release
#: getprop ro.build.version.release
probe_image() {
  keys='^(ID|NAME|VERSION|VERSION_ID|PRETTY_NAME|VARIANT_ID|BUILD_ID|IMAGE_ID|IMAGE_VERSION|BOARD|BOARD_NAME|BOARDFAMILY|BRANCH'
  keys="$keys|LINUXFAMILY|ARCH|IMAGE_TYPE|BUILD_REPOSITORY_COMMIT|FDTFILE|KERNEL_VERSION|DISTRIB_(ID|RELEASE|TARGET))="
  for name in os-release armbian-release orangepi-release ophub-release openwrt_release; do file image "/etc/$name" "$keys"; done
  [ -n "$root" ] || run image.android "getprop ro.build.version.release" 5 '^[0-9]' getprop ro.build.version.release
}

#: /proc/sys/kernel/osrelease
#: zcat /proc/config.gz
#: /boot/config-*
probe_kernel() {
  file kernel.release /proc/sys/kernel/osrelease
  release=$(out "$text" | head -n 1)
  options='RKNPU|ROCKCHIP_IOMMU|GKI|DMABUF|CONFIG_(ARCH_ROCKCHIP|CMA|DEBUG_FS|DRM|DRM_ACCEL_ROCKET|IKCONFIG|IKCONFIG_PROC'
  options="$options|LOCALVERSION|LOCALVERSION_AUTO|MODULES|MODULE_FORCE_LOAD|MODULE_SIG.*|MODULE_UNLOAD|MODVERSIONS|PM_DEVFREQ"
  options="$options|PREEMPT|PREEMPT_BUILD|PROC_FS|SMP|SRAM)[ =]"
  if exists /proc/config.gz; then
    run kernel.config "zcat /proc/config.gz" 10 "$options" gzip -dc "$root/proc/config.gz"
    [ "$status" != absent ] || run kernel.config "zcat /proc/config.gz" 10 "$options" zcat "$root/proc/config.gz"
  else
    show kernel.config "$status" "zcat /proc/config.gz"
  fi
  [ "$status" = ok ] || file kernel.config "/boot/config-$release" "$options"
}

#: /sys/kernel/debug/rknpu/version
#: /proc/rknpu/version
#: /sys/module/rknpu/version
#: /sys/kernel/debug/gc/version
#: /sys/module
#: /sys/bus/platform/drivers
#: /sys/bus/platform/drivers/RKNPU
#: /sys/bus/platform/drivers/rocket
#: /sys/class/drm/*/device/uevent
#: /proc/modules
#: dmesg
#: ls -l /dev/dri
#: ls -l /dev/rknpu
#: ls -l /dev/accel
#: ls -l /dev/galcore
#: /lib/modules/*/modules.builtin
#: /lib/modules/*/modules.builtin.modinfo
#: /sys/class/devfreq/*npu*/governor
#: /sys/class/devfreq/*npu*/cur_freq
#: /sys/class/devfreq/*npu*/available_frequencies
probe_driver() {
  file driver.version /sys/kernel/debug/rknpu/version
  file driver.version /proc/rknpu/version
  file driver.version /sys/module/rknpu/version
  file driver.galcore /sys/kernel/debug/gc/version
  names driver.modules /sys/module '^(rknpu.*|rocket|galcore)$'
  names driver.families /sys/bus/platform/drivers '^(RKNPU.*|rocket|galcore)$'
  for family in RKNPU rocket; do names driver.bound /sys/bus/platform/drivers/$family '^[0-9a-f]+\.'; done
  for node in "$root"/sys/class/drm/card* "$root"/sys/class/drm/renderD*; do
    [ ! -e "$node/device/uevent" ] ||
      file driver.uevent "${node#"$root"}/device/uevent" '^(DRIVER|OF_NAME|OF_FULLNAME|OF_COMPATIBLE_0)='
  done
  file driver.loaded /proc/modules '^(rknpu|rocket|galcore)'
  set -- dmesg
  [ -z "$root" ] || set -- cat "$root/dmesg.txt"
  # without what tells one chip from another: leakage, pvtm, bin
  what='nitializ|iommu|region|memory|resource|regulator|version|invalid|fail|heap'
  run driver.log dmesg 10 "nitialized (rknpu|rocket|galcore)|(rknpu|RKNPU|rocket|galcore).*($what)" "$@"
  for node in /dev/dri /dev/rknpu /dev/accel /dev/galcore; do
    if [ -e "$root$node" ] || [ -L "$root$node" ]; then
      run driver.nodes "ls -l $node" 5 '^[cl]' ls -l "$root$node"
    else
      show driver.nodes absent "ls -l $node"
    fi
  done
  file driver.builtin "/lib/modules/$release/modules.builtin" '(rknpu|rocket|galcore)\.ko'
  file driver.builtin "/lib/modules/$release/modules.builtin.modinfo" '^rknpu\.version='
  for node in "$root"/sys/class/devfreq/*npu*; do
    [ -d "$node" ] || continue
    for name in governor cur_freq available_frequencies; do file driver.devfreq "${node#"$root"}/$name"; done
  done
}

#: /proc/device-tree
#: /proc/device-tree/npu@*/compatible
#: /proc/device-tree/npu@*/status
#: /proc/device-tree/npu@*/iommus
#: /proc/device-tree/npu@*/rockchip,sram
#: /proc/device-tree/iommu@*/phandle
#: /proc/device-tree/iommu@*/status
#: /proc/device-tree/sram@*/reg
#: /proc/device-tree/sram@*/#address-cells
#: /proc/device-tree/sram@*/#size-cells
#: /proc/device-tree/sram@*/*/reg
#: /proc/device-tree/sram@*/*/phandle
#: find /proc/device-tree/ -name rockchip,sram
#: /proc/device-tree/*/rockchip,sram
#: /sys/kernel/debug/rknpu/mm
#: /proc/rknpu/mm
probe_tree() {
  names tree.nodes $tree '^(npu|sram)@'
  iommus=
  for node in "$root$tree"/npu@*; do
    [ -d "$node" ] || continue
    node=${node#"$root"}
    file tree.npu "$node/compatible"
    file tree.npu "$node/status"
    bytes tree.npu "$node/rockchip,sram" 4
    bytes tree.npu "$node/iommus" 64
    iommus=$iommus$text
  done
  for node in "$root$tree"/iommu@*; do
    [ -r "$node/phandle" ] || continue
    case $iommus in
      *"$(head -c 4 "$node/phandle" | hex)"*)
        bytes tree.iommu "${node#"$root"}/phandle" 4
        file tree.iommu "${node#"$root"}/status"
        ;;
    esac
  done
  for node in "$root$tree"/sram@*; do
    [ -d "$node" ] || continue
    for name in reg '#address-cells' '#size-cells'; do bytes tree.sram "${node#"$root"}/$name" 16; done
    for region in "$node"/*; do
      [ -e "$region/reg" ] || continue
      bytes tree.region "${region#"$root"}/reg" 16
      bytes tree.region "${region#"$root"}/phandle" 4
    done
  done
  if exists $tree/compatible; then
    run tree.users "find $tree/ -name rockchip,sram" 10 / find "$root$tree/" -name rockchip,sram
    each "$text" sram_user
  fi
  file tree.map /sys/kernel/debug/rknpu/mm '^SRAM total'
  file tree.map /proc/rknpu/mm '^SRAM total'
}

sram_user() {
  case $1 in
    $tree/npu@*) ;;
    *) bytes tree.user "$1" 4 ;;
  esac
}

#: /proc/mounts
#: find / -xdev -name 'librknn*.so*' -o -name rknn_server ...
#: find / -xdev -name '*.rknn' -o -name '*.rkllm'
#: **/librk*.so*
#: sha256sum **/librk*.so*
#: readlink -f **/librk*.so*
#: **/rknn_server
#: **/rknpu.ko*
#: **/rknn_toolkit_lite*
#: **/rknn_toolkit_lite*.dist-info/WHEEL
#: **/*.rknn
#: **/*.rkllm
probe_files() {
  # of other file systems those on a disk or flash of the board, but no loop device; what belongs to containers is theirs
  mounted=$(grep -E '^(/dev/[a-km-z]|ubi|mtd)' "$root/proc/mounts" | sed 's:^[^ ]* \([^ ]*\) .*:\1:')
  set --
  for folder in $mounted; do
    if [ "$folder" != / ] && [ -d "$root$folder" ]; then set -- "$@" "$root$folder"; fi
  done
  set -- "$root/" "$@" -xdev \( -path "$root/proc" -o -path "$root/sys" -o -path "$root/dev" -o -path "$root/snap" \
    -o -path "$root/var/lib/docker" -o -path "$root/var/lib/containerd" -o -path "$root/var/lib/containers" \) -prune -o
  run files.found "find / -xdev -name 'librknn*.so*' -o -name rknn_server ..." 60 '^/' \
    find "$@" \( -name 'librknnrt.so*' -o -name 'librknnmrt.so*' -o -name 'librkllmrt.so*' -o -name 'librknn_api*.so*' \
    -o -name 'librknn_runtime.so*' -o -name rknn_server -o -name 'rknpu.ko*' -o -name 'rknn_toolkit_lite*-info' \) -print
  each "$(out "$text" | sort -u)" found
  [ "${RKCOMPAT_MODELS:-}" = 1 ] || return 0
  run files.models "find / -xdev -name '*.rknn' -o -name '*.rkllm'" 60 '^/' \
    find "$@" -type f \( -name '*.rknn' -o -name '*.rkllm' \) -print
  each "$(out "$text" | sort -u)" model
}

found() {
  case ${1##*/} in
    librk*) library "$1" ;;
    rknn_server) server "$1" ;;
    rknpu.ko*) module "$1" ;;
    rknn_toolkit_lite*)
      show lite.folder ok "$1"
      file lite.wheel "$1/WHEEL" '^Tag:'
      ;;
  esac
}

versions='(librknnrt|librknnmrt|librknn_api|librknn_runtime|librkllmrt|rkllm-runtime|rknn_server) version'
versions="$versions|^[0-9.]+([ab][0-9]+)? \([0-9a-f]+ build"

library() {
  if [ -L "$root$1" ]; then
    run library.link "readlink -f $1" 5 '^/' readlink -f "$root$1"
    return
  fi
  bytes library.header "$1" 20
  capture 20 strings_of "$versions" cat "$root$1"
  show library.version "$status" "$1" "$text"
  capture 30 words '^[0-9a-f]{64} ' sha256sum "$root$1"
  show library.sha256 "$status" "sha256sum $1" "${text%% *}"
}

server() {
  if [ -L "$root$1" ] || ! [ -f "$root$1" ]; then return; fi
  capture 20 strings_of "$versions" cat "$root$1"
  show server.version "$status" "$1" "$text"
}

module() {
  if [ -L "$root$1" ] || ! [ -f "$root$1" ]; then return; fi
  path=$1
  case $1 in
    *.gz) set -- gzip -dc ;;
    *.xz) set -- xz -dc ;;
    *.zst) set -- zstd -dcq ;;
    *) set -- cat ;;
  esac
  capture 20 words '^(version|vermagic)=|~Module signature appended~$' "$@" "$root$path"
  show module "$status" "$path" "$text"
}

model() {
  bytes model "$1" 16
}

#: grep -E 'librknn|librkllm' /proc/*/maps
#: grep -l rknn_server /proc/*/comm
#: /proc/*/comm
#: /proc/*/maps
#: readlink /proc/*/ns/mnt
probe_processes() {
  capture 20 words '/lib(rknn|rkllm)' grep -HE '/lib(rknn|rkllm)[^/]*$' "$root"/proc/[0-9]*/maps
  # PID and path: /proc/812/maps:7f80000000-7f80001000 r-xp 00000000 b3:08 1234   /usr/lib/librknnrt.so
  maps=$(out "$text" | sed -n 's:^/proc/\([0-9]*\)/maps\:[^/]*\(/.*\)$:\1 \2:p' | sort -u)
  show process.maps "$status" "grep -E 'librknn|librkllm' /proc/*/maps"
  shown=
  each "$maps" process
  run server.running "grep -l rknn_server /proc/*/comm" 10 '^/proc/[0-9]+/comm' grep -l '^rknn_server$' "$root"/proc/[0-9]*/comm
  [ -z "${RKCOMPAT_APP:-}" ] || file process.app "/proc/$RKCOMPAT_APP/maps" '^$'
}

# process PID PATH: a library that is mapped, and where the process sees its files
process() {
  pid=${1%% *} path=${1#* }
  if [ "$pid" != "$shown" ]; then
    shown=$pid
    file process.name "/proc/$pid/comm"
    theirs=$(readlink "$root/proc/$pid/ns/mnt" 2> /dev/null)
    ours=$(readlink "$root/proc/self/ns/mnt" 2> /dev/null)
    status=ok place=other
    if [ -z "$theirs" ] || [ -z "$ours" ]; then
      status=denied place=
    elif [ "$theirs" = "$ours" ]; then
      place=same
    fi
    show process.namespace "$status" "readlink /proc/$pid/ns/mnt" "$place"
    [ "$place" != other ] || container_of "$pid"
  fi
  show process.library ok "/proc/$pid/maps" "$path"
  [ "$place" != other ] || library "/proc/$pid/root$path"
}

#: /proc/*/cgroup
#: /proc/*/root/proc/device-tree/compatible
#: ls -l /proc/*/root/dev/dri
#: ls -l /proc/*/root/dev/rknpu
#: /proc/*/root/**/librk*.so*
container_of() {
  cgroup "/proc/$1/cgroup"
  file container.tree "/proc/$1/root$tree/compatible"
  for node in dri rknpu; do
    exists "/proc/$1/root/dev/$node"
    [ "$status" != ok ] || run container.nodes "ls -l /proc/$1/root/dev/$node" 5 '^[cl]' ls -l "$root/proc/$1/root/dev/$node"
  done
}

# cgroup PATH: the kind of container, without its id
cgroup() {
  text=
  if exists "$1"; then capture 5 words 'docker|libpod|kubepods|containerd|lxc' cat "$root$1"; fi
  kinds=
  for kind in docker libpod kubepods containerd lxc; do
    case $text in *"$kind"*) kinds=$kinds$nl$kind ;; esac
  done
  show container.kind "$status" "$1" "${kinds#"$nl"}"
}

#: /.dockerenv
#: /run/.containerenv
#: /run/systemd/container
#: /proc/1/cgroup
probe_container() {
  for name in /.dockerenv /run/.containerenv; do
    exists "$name"
    show container.sign "$status" "$name"
  done
  file container.systemd /run/systemd/container '^[a-z-]+$'
  cgroup /proc/1/cgroup
}

#: /bin/sh
#: /lib
#: /lib64
#: /lib/aarch64-linux-gnu
#: /lib/arm-linux-gnueabihf
#: /lib/x86_64-linux-gnu
#: /system/bin
#: **/libc.so.6
probe_libc() {
  text=
  if exists /bin/sh; then capture 5 strings_of '^/(usr/)?lib[^ ]*/ld-[^ ]*$|^/system/bin/linker' head -c 4096 "$root/bin/sh"; fi
  show libc.loader "$status" /bin/sh "$text"
  for folder in /lib /lib64 /lib/aarch64-linux-gnu /lib/arm-linux-gnueabihf /lib/x86_64-linux-gnu; do
    names libc.files "$folder" '^(ld-|libuClibc-|libc\.|libc-)'
    exists "$folder/libc.so.6" || continue
    capture 10 strings_of '^GNU C Library ' cat "$root$folder/libc.so.6"
    show libc.version "$status" "$folder/libc.so.6" "$text"
  done
  names libc.files /system/bin '^linker(64)?$'
}

# frame: the items with their marks, for a reader far away
frame() {
  count=0 length=0
  out "rkc! 1"
  while IFS= read -r line; do
    while :; do case $line in *' ') line=${line%' '} ;; *) break ;; esac; done
    case $line in *[!\ -~]*) line="~ $(out "$line" | tr -d '\n' | hex)" ;; esac
    count=$((count + 1)) length=$((length + ${#line}))
    out "rkc$line"
  done
  out "rkc. $count $length"
}

{
  probe_board
  probe_image
  probe_kernel
  probe_driver
  probe_tree
  probe_files
  probe_processes
  probe_container
  probe_libc
} < /dev/null 2> /dev/null | frame
exit 0
