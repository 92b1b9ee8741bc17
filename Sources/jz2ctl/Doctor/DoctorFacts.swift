import ControlWire

/// The facts about this computer that are visible without the daemon.
///
/// Nil means that the fact could not be determined.
struct DoctorFacts: Equatable {
  /// The address of the system bus without other configuration (D-Bus specification, Well-known Message Bus Instances).
  static let busPath = "/run/dbus/system_bus_socket"

  /// The state of an rfkill block (Linux, Documentation/ABI/stable/sysfs-class-rfkill).
  struct Block: Equatable {
    /// Blocked by a program; `rfkill unblock` lifts it.
    var isSoft = false
    /// Blocked by a switch or the firmware.
    var isHard = false
  }

  /// The state of the control socket.
  enum Socket: Equatable {
    /// The socket does not exist.
    case missing
    /// The socket is closed to this user.
    case denied
    /// No program listens at the socket.
    case silent
    /// The program at the socket is not the daemon.
    case strange
    /// The program at the socket is another user's; the explanation.
    case foreign(Explanation)
    /// The daemon answers.
    case answering
  }

  /// The names of the adapters: `hci0`.
  var adapters: [String]?
  /// The blocks of Bluetooth radios.
  var blocks: [Block]?
  /// Whether `bluetoothd` runs.
  var isBluetoothRunning: Bool?
  /// The version that `bluetoothd` reports.
  var bluetoothVersion: BlueZVersion?
  /// Whether the system bus's socket exists.
  var hasBus = false
  /// Whether this user may open it.
  var mayOpenBus = false
  /// The path of the control socket.
  var socketPath = ""
  /// The state of the control socket.
  var socket: Socket = .missing
  /// The name of the program that created the socket, if known.
  var listener: String?
  /// This user's membership of the socket's group.
  var membership: GroupMembership = .noGroup
  /// The state of the unit as systemd reports it: `active`, `inactive`, `failed`; nil without systemd.
  var unitState: String?
  /// The service's state directory; nil if it does not exist or is hidden from this user.
  var stateDirectory: String?
  /// The free space on the disk of the state directory, in bytes.
  var freeBytes: UInt64?
  /// Whether the system clock was set from the network.
  var isClockSynchronised: Bool?
}

extension DoctorFacts {
  /// Stores the nearest of the service's sockets that are closed to this user.
  mutating func explain(closed paths: [String], by membership: (String) -> GroupMembership) {
    let sockets = paths.compactMap(TrainerSocket.init(path:))
    guard let nearest = GroupMembership.nearest(of: sockets, by: membership) else { return }
    socketPath = SocketPath.path(of: nearest.socket)
    self.membership = nearest.membership
  }

  /// Gathers the facts.
  ///
  /// - Parameters:
  ///   - files: The file system to read.
  ///   - socketPath: The path of the control socket.
  ///   - socket: The state of the control socket.
  ///   - run: Runs a program and returns its output; nil if it cannot be run.
  init(files: FileSystem, socketPath: String, socket: Socket, run: ([String]) -> String?) {
    self.socketPath = socketPath
    self.socket = socket
    adapters = files.names(in: "/sys/class/bluetooth").map { $0.filter { !$0.contains(":") } }
    // Without a Bluetooth subsystem the kernel has no such directory: if /sys is readable, there is no adapter.
    if adapters == nil, files.exists("/sys/class") { adapters = [] }
    blocks = Self.blocks(files)
    isBluetoothRunning = Self.isRunning("bluetoothd", files)
    bluetoothVersion = Self.bluetoothVersion(run)
    hasBus = files.exists(Self.busPath)
    mayOpenBus = files.mayOpenSocket(Self.busPath)
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

  /// bluetoothd is not in PATH; its directory differs between distributions.
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
    // systemd-timesyncd creates this file; for other services timedatectl asks the kernel.
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
  /// The text up to its first line break.
  var firstLine: String {
    String(prefix { !$0.isNewline })
  }
}
