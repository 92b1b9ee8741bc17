import BluetoothLE
import DBus

/// The mirror of BlueZ: the `bluetoothd` on the bus, its objects, and whether they can be used.
struct BusMirror {
  /// BlueZ's objects, from its list and its signals.
  private(set) var tree = ObjectTree()
  /// The unique name of the mirrored `bluetoothd`; nil while `bluetoothd` is not on the bus.
  private(set) var owner: String?
  /// Whether `bluetoothd` started while this process ran, or may have started unseen: then no other process has
  /// requested a link from it yet.
  private(set) var isServiceNew = false
  /// The reason why the mirror cannot be used; nil while it can.
  private(set) var problem: LinkError? = LinkError(.serviceMissing, operation: "attach", detail: "not attached yet")
  /// Whether the first attempt to attach has ended.
  private(set) var hasSettled = false
  /// A flaw of the mirrored `bluetoothd`, for example an old version; nil if it is sound or not examined yet.
  private(set) var flaw: LinkError?
  /// Devices whose signals the bus delivers.
  private var followed: Set<ObjectPath> = []

  /// Records the connection that owns BlueZ's name; nil if the name has no owner.
  ///
  /// - Returns: Whether the known objects belong to a `bluetoothd` that is gone; if so, call ``empty()``.
  mutating func changeOwner(to name: String?) -> Bool {
    guard name != owner || name == nil else { return false }
    owner = name
    flaw = nil
    problem = LinkError(.serviceMissing, operation: "attach", detail: "bluetoothd is not running")
    hasSettled = hasSettled || name == nil
    return true
  }

  /// Records why the bus could not start `bluetoothd`; ignored if it has started meanwhile.
  mutating func noteStartFailure(_ detail: String) {
    if owner == nil { problem = .notStarted(detail) }
  }

  /// Notes that the bus announced a change of the owner while this process listened.
  mutating func noteNewService() { isServiceNew = true }

  /// Records the result of examining the `bluetoothd` with this unique name; nil means that it is sound.
  ///
  /// The result is ignored if `bluetoothd` was replaced during the examination.
  mutating func examined(_ name: String, finding flaw: LinkError?) {
    if owner == name { self.flaw = flaw }
  }

  /// Applies the complete list of objects; from then on the mirror can be used.
  mutating func list(_ objects: [ObjectPath: [String: Properties]]) -> [ObjectTree.Change] {
    problem = nil
    hasSettled = true
    return tree.replace(with: objects)
  }

  /// Applies a signal.
  mutating func apply(_ signal: TreeSignal) -> [ObjectTree.Change] { tree.apply(signal) }

  /// Removes every object.
  mutating func empty() -> [ObjectTree.Change] { tree.replace(with: [:]) }

  /// Notes that the connection to the bus ended, or could not be established; call ``empty()`` afterwards.
  mutating func detach(_ error: LinkError) {
    problem = error
    owner = nil
    isServiceNew = true
    hasSettled = true
    followed = []
  }

  /// Whether the bus delivers the signals of a device.
  func follows(_ device: ObjectPath) -> Bool { followed.contains(device) }

  /// Notes that the bus delivers the signals of a device from now on.
  mutating func follow(_ device: ObjectPath) { followed.insert(device) }
}
