# shellcheck shell=bash
# emulated.sh: a guest of QEMU, without a radio. It tests adapters on USB and packages.
own_system() { false; }
has_radio() { false; }

# halt_now: ends the guest in the emulator's own way.
halt_now() { exit 1; }
