import ControlWire

extension DoctorFacts {
  /// Looks around.
  ///
  /// - Parameters:
  ///   - files: Where to look.
  ///   - socketPath: The control socket that was asked for.
  ///   - socket: How it answered.
  ///   - run: Runs a program for what it prints; nil where it cannot be run.
  init(files: FileSystem, socketPath: String, socket: Socket, run: ([String]) -> String?) {
    self.socketPath = socketPath
    self.socket = socket
    adapters = files.names(in: "/sys/class/bluetooth").map { $0.filter { !$0.contains(":") } }
    // Without a Bluetooth subsystem the kernel has no such directory; that is an answer, if /sys is there at all.
    if adapters == nil, files.exists("/sys/class") { adapters = [] }
    blocks = Self.blocks(files)
    isBluetoothRunning = Self.isRunning("bluetoothd", files)
    bluetoothVersion = Self.bluetoothVersion(run)
    hasBus = files.exists(Self.busPath)
    mayOpenBus = files.mayOpenSocket(Self.busPath)
    membership = GroupMembership(ofGroup: "jz2")
    let hasSystemd = files.exists("/run/systemd/system")
    if hasSystemd { unitState = run(["systemctl", "is-active", "jz2d.service"])?.firstLine }
    stateDirectory = ["/var/lib/jz2", "/var/lib/private/jz2"].first(where: files.exists)
    freeBytes = stateDirectory.flatMap(files.freeBytes)
    isClockSynchronised = Self.isClockSynchronised(files, hasSystemd: hasSystemd, run)
  }

  private static func blocks(_ files: FileSystem) -> [Block]? {
    let folder = "/sys/class/rfkill"
    return files.names(in: folder)?
      .filter { files.text(of: "\(folder)/\($0)/type") == "bluetooth" }
      .map { name in
        Block(
          isSoft: files.text(of: "\(folder)/\(name)/soft") == "1",
          isHard: files.text(of: "\(folder)/\(name)/hard") == "1")
      }
  }

  private static func isRunning(_ program: String, _ files: FileSystem) -> Bool? {
    files.names(in: "/proc")?
      .filter { $0.allSatisfy(\.isNumber) }
      .contains { files.text(of: "/proc/\($0)/comm") == program }
  }

  /// The daemon stands outside PATH, under a name that differs between distributions.
  private static func bluetoothVersion(_ run: ([String]) -> String?) -> BlueZVersion? {
    let programs = [
      "/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd", "bluetoothd", "bluetoothctl",
    ]
    for program in programs {
      if let version = run([program, "--version"]).flatMap(BlueZVersion.init(text:)) { return version }
    }
    return nil
  }

  private static func isClockSynchronised(
    _ files: FileSystem, hasSystemd: Bool, _ run: ([String]) -> String?
  ) -> Bool? {
    // systemd-timesyncd touches the file; other services are seen by timedatectl, which asks the kernel.
    if files.exists("/run/systemd/timesync/synchronized") { return true }
    guard hasSystemd else { return nil }
    switch run(["timedatectl", "show", "--property=NTPSynchronized", "--value"])?.firstLine {
    case "yes": return true
    case "no": return false
    default: return nil
    }
  }
}

extension String {
  /// The text up to the first line end.
  var firstLine: String {
    String(prefix { !$0.isNewline })
  }
}
