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
