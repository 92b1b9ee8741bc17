import BluetoothLE
import DBus

/// The mirror of BlueZ: the `bluetoothd` that is on the bus, its objects, and whether they can be used.
struct BusMirror {
  /// BlueZ's objects, as its list and its signals tell them.
  private(set) var tree = ObjectTree()
  /// The unique name of the `bluetoothd` that is mirrored; nil while none is on the bus.
  private(set) var owner: String?
  /// Whether `bluetoothd` came while this process ran, or may have come unseen: no other process has asked it for a
  /// link yet.
  private(set) var isServiceNew = false
  /// Why the mirror cannot be used; nil while it can.
  private(set) var problem: LinkError? = LinkError(.serviceMissing, operation: "attach", detail: "not attached yet")
  /// Whether the first attempt to attach has ended.
  private(set) var hasSettled = false
  /// The flaw of the `bluetoothd` that is mirrored, an old version for example; nil if it has none or is not examined
  /// yet.
  private(set) var flaw: LinkError?
  /// Devices whose signals the bus delivers.
  private var followed: Set<ObjectPath> = []

  /// Takes in which connection owns BlueZ's name; nil for none.
  ///
  /// - Returns: Whether the objects that are known are those of a `bluetoothd` that is gone: call ``empty()`` then.
  mutating func changeOwner(to name: String?) -> Bool {
    guard name != owner || name == nil else { return false }
    owner = name
    flaw = nil
    problem = LinkError(.serviceMissing, operation: "attach", detail: "bluetoothd is not running")
    hasSettled = hasSettled || name == nil
    return true
  }

  /// Notes why the bus could not start `bluetoothd`; ignored if one has come meanwhile.
  mutating func noteStartFailure(_ detail: String) {
    if owner == nil { problem = .notStarted(detail) }
  }

  /// Notes that the bus announced a change of the owner while this process listened.
  mutating func noteNewService() { isServiceNew = true }

  /// Takes in what an examination of the `bluetoothd` with this unique name found.
  ///
  /// The result is ignored if `bluetoothd` was replaced during the examination.
  mutating func examined(_ name: String, finding flaw: LinkError?) {
    if owner == name { self.flaw = flaw }
  }

  /// Takes in the whole list of objects; from then on the mirror can be used.
  mutating func list(_ objects: [ObjectPath: [String: Properties]]) -> [ObjectTree.Change] {
    problem = nil
    hasSettled = true
    return tree.replace(with: objects)
  }

  /// Takes in a signal.
  mutating func apply(_ signal: TreeSignal) -> [ObjectTree.Change] { tree.apply(signal) }

  /// Drops every object.
  mutating func empty() -> [ObjectTree.Change] { tree.replace(with: [:]) }

  /// Takes in that the connection to the bus ended, or could not be made; call ``empty()`` afterwards.
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
