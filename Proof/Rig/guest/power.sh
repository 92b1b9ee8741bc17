# shellcheck shell=bash
# power.sh, sourced after prelude.sh: switches adapters on and off, like another program.

# powered HCI true|false: whether that adapter is on, or off.
powered() {
  dbus-send --system --print-reply --dest=org.bluez "/org/bluez/$1" org.freedesktop.DBus.Properties.Get \
    string:org.bluez.Adapter1 string:Powered 2> /dev/null | grep -q "boolean $2"
}

# power HCI true|false
power() {
  dbus-send --system --print-reply --dest=org.bluez "/org/bluez/$1" org.freedesktop.DBus.Properties.Set \
    string:org.bluez.Adapter1 string:Powered "variant:boolean:$2" > /dev/null
  await 10 powered "$1" "$2"
}
