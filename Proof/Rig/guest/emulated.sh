# shellcheck shell=bash
# emulated.sh: a guest of QEMU, which has no radio. It shows how adapters on USB and packages behave.
own_system() { false; }
has_radio() { false; }

# halt_now: ends the guest by the emulator's own way.
halt_now() { exit 1; }
