import ControlWire

extension DoctorFacts {
  /// The checks that these facts allow, in the order in which things depend on each other.
  var checks: [Check] {
    [adapterCheck, rfkillCheck, bluetoothCheck, busCheck, serviceCheck, socketCheck, stateCheck, clockCheck]
  }

  private var adapterCheck: Check {
    guard let adapters else { return Check(name: "adapter", outcome: .unknown, message: "/sys cannot be read.") }
    guard !adapters.isEmpty else {
      return Check(
        name: "adapter", outcome: .failed, message: "There is no Bluetooth adapter.",
        remedy: "Plug one in; on a Pi, see that /boot/firmware/config.txt does not say disable-bt.")
    }
    return Check(name: "adapter", outcome: .ok, message: "There is \(adapters.joined(separator: ", ")).")
  }

  private var rfkillCheck: Check {
    guard let blocks else { return Check(name: "rfkill", outcome: .unknown, message: "There is no rfkill here.") }
    if blocks.contains(where: \.isHard) {
      return Check(
        name: "rfkill", outcome: .failed, message: "A switch or the firmware blocks Bluetooth.",
        remedy: "Turn the machine's radio switch on, or allow Bluetooth in its firmware.")
    }
    if blocks.contains(where: \.isSoft) {
      return Check(
        name: "rfkill", outcome: .failed, message: "Bluetooth is blocked by software.",
        remedy: "`sudo rfkill unblock bluetooth`")
    }
    return Check(name: "rfkill", outcome: .ok, message: "Nothing blocks Bluetooth.")
  }

  /// Whether the Bluetooth service runs, and is new enough.
  private var bluetoothCheck: Check {
    let name = "bluetoothd"
    guard isBluetoothRunning == true else {
      let isKnown = isBluetoothRunning != nil
      return Check(
        name: name, outcome: isKnown ? .failed : .unknown,
        message: isKnown ? "bluetoothd does not run." : "/proc cannot be read.",
        remedy: "`sudo systemctl enable --now bluetooth`; if it is not there, `sudo apt install bluez`.")
    }
    guard let version = bluetoothVersion else {
      return Check(name: name, outcome: .warning, message: "bluetoothd runs; its version is not known.")
    }
    if version < .settingPower {
      let sentence = ProblemCode.serviceOutdated.sentence(detail: "BlueZ \(version)")
      return Check(name: name, outcome: .failed, message: sentence.message, remedy: sentence.remedy)
    }
    if version < .tellingBattery {
      return Check(
        name: name, outcome: .warning, message: "bluetoothd is \(version); it hides the charge of batteries.",
        remedy: BlueZVersion.remedy)
    }
    return Check(name: name, outcome: .ok, message: "bluetoothd \(version) runs.")
  }

  private var busCheck: Check {
    guard hasBus else {
      return Check(
        name: "bus", outcome: .failed, message: "There is no system bus at \(Self.busPath).",
        remedy: "`sudo systemctl start dbus`; if it is not there, `sudo apt install dbus`.")
    }
    guard mayOpenBus else {
      return Check(
        name: "bus", outcome: .failed, message: "You may not open the system bus.",
        remedy: "Its socket should have mode 0666: `ls -l \(Self.busPath)`.")
    }
    return Check(name: "bus", outcome: .ok, message: "The system bus is open.")
  }

  private var clockCheck: Check {
    switch isClockSynchronised {
    case true: Check(name: "clock", outcome: .ok, message: "The clock was set from the network.")
    case false:
      Check(
        name: "clock", outcome: .warning, message: "The clock was not set from the network yet.",
        remedy: "Connect the machine to the network: `timedatectl`. Rides are dated right once it was.")
    default: Check(name: "clock", outcome: .unknown, message: "Nothing says whether the clock is right.")
    }
  }
}
