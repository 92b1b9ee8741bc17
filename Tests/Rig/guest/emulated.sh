# emulated.sh: a guest of QEMU, which has no radio: what it shows is about adapters on USB and about packages.
own_system() { false; }
has_radio() { false; }

# halt_now: the machine's own way down.
halt_now() { exit 1; }
