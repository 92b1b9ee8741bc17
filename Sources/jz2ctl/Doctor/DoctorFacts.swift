import ControlWire

/// What can be seen of the surroundings without the daemon.
///
/// Nil where it could not be looked at.
struct DoctorFacts: Equatable {
  /// How a block of the radio by rfkill stands (Linux, Documentation/ABI/stable/sysfs-class-rfkill).
  struct Block: Equatable {
    /// By a program; `rfkill unblock` lifts it.
    var isSoft = false
    /// By a switch or the firmware.
    var isHard = false
  }

  /// How the control socket answers.
  enum Socket: Equatable {
    /// It is not there.
    case missing
    /// It is there, but closed to this user.
    case denied
    /// It is there, but nobody listens.
    case silent
    /// Somebody answers who is not the daemon.
    case strange
    /// The daemon answers.
    case answering
  }

  /// The adapters' names: `hci0`.
  var adapters: [String]?
  /// The blocks of Bluetooth radios.
  var blocks: [Block]?
  /// Whether `bluetoothd` runs.
  var isBluetoothRunning: Bool?
  /// The version that `bluetoothd` names.
  var bluetoothVersion: BlueZVersion?
  /// Whether the system bus's socket is there.
  var hasBus = false
  /// Whether this user may open it.
  var mayOpenBus = false
  /// The control socket's path.
  var socketPath = ""
  /// How the control socket answers.
  var socket: Socket = .missing
  /// The name of the program that made the socket, if it says.
  var listener: String?
  /// How this user stands to the group `jz2`.
  var membership: GroupMembership = .noGroup
  /// What systemd says about the unit: `active`, `inactive`, `failed`; nil without systemd.
  var unitState: String?
  /// The service's state directory, if it is there.
  var stateDirectory: String?
  /// Room on the disk of the state directory, in bytes.
  var freeBytes: UInt64?
  /// Whether the system's clock was set from the network.
  var isClockSynchronised: Bool?
}

/// A version of BlueZ: 5.66.
struct BlueZVersion: Comparable, CustomStringConvertible {
  let major: Int
  let minor: Int

  init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads the first line that a program prints when asked for its version: `5.66`, or `bluetoothctl: 5.66`.
  init?(text: String) {
    guard let word = text.split(whereSeparator: { " \t\n".contains($0) }).last(where: { $0.contains(".") }) else {
      return nil
    }
    let parts = word.split(separator: ".").map { Int($0) }
    guard parts.count >= 2, let major = parts[0], let minor = parts[1] else { return nil }
    self.init(major, minor)
  }

  var description: String { "\(major).\(minor)" }

  static func < (left: BlueZVersion, right: BlueZVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
