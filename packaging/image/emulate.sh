# shellcheck shell=bash
# emulate.sh, to be sourced.

# emulate_arm64: makes the kernel run programs for arm64 by qemu-user-static, until the next boot.
emulate_arm64() {
  local kinds=/proc/sys/fs/binfmt_misc
  [ "$(uname -m)" != aarch64 ] || return 0
  [ -e $kinds/register ] || mount -t binfmt_misc none $kinds
  [ -e $kinds/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf > $kinds/register
}
