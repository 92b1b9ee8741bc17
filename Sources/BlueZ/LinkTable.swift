package import BluetoothLE
import DBus
import HCI

/// The active links, the reasons why earlier ones ended, and the devices that BlueZ is still disconnecting.
///
/// Devices are identified by their objects: a device has one object on each adapter.
struct LinkTable {
  private var links: [ObjectPath: BlueZLink] = [:]
  /// Links that use remembered services, which BlueZ has not compared with the device's yet.
  private var unconfirmed: Set<ObjectPath> = []
  /// The time of the last value over each link.
  private var receivedAt: [ObjectPath: MonotonicInstant] = [:]
  /// Devices whose link was given up, until BlueZ has disconnected it.
  private var leaving: Set<ObjectPath> = []
  /// The reason for the coming end of a link, from the kernel or BlueZ, before BlueZ reports the disconnection.
  private var announced: [ObjectPath: LinkError] = [:]
  /// The reason why each device's last link ended.
  private var endings: [ObjectPath: LinkError] = [:]
  /// Characteristics with a write that BlueZ has not answered yet.
  private var writing: Set<ObjectPath> = []
  /// The adapter of the last link, preferred while it is on; nil before the first link.
  private(set) var lastAdapter: DeviceAddress?

  /// The link to the device at `path`; nil if it is not linked.
  subscript(path: ObjectPath) -> BlueZLink? { links[path] }

  /// Whether no link is up.
  var isEmpty: Bool { links.isEmpty }

  /// Whether `link` is still up; a later link to the same device does not count.
  func isUp(_ link: BlueZLink) -> Bool { links[link.path] === link }

  /// Returns the objects of a device that has links, one for each link.
  func paths(of device: DeviceAddress) -> [ObjectPath] { links.filter { $0.value.device == device }.map(\.key) }

  /// Returns the links of a controller that have received no value after `instant`.
  func links(of controller: UInt16, silentSince instant: MonotonicInstant) -> [BlueZLink] {
    links.values.filter { link in
      link.path.controllerNumber == controller && (receivedAt[link.path].map { $0 <= instant } ?? true)
    }
  }

  /// Records that a value arrived over the link of the device at `path`.
  mutating func receive(_ path: ObjectPath, at now: MonotonicInstant) { receivedAt[path] = now }

  // MARK: Beginning and end

  /// Adds an active link on the adapter with this address.
  mutating func insert(_ link: BlueZLink, isConfirmed: Bool = true, on adapter: DeviceAddress?) {
    links[link.path] = link
    if !isConfirmed { unconfirmed.insert(link.path) }
    lastAdapter = adapter
    endings[link.path] = nil
    announced[link.path] = nil
  }

  /// Whether BlueZ has compared the services of the link's device with the remembered ones.
  func isConfirmed(_ link: BlueZLink) -> Bool { !unconfirmed.contains(link.path) }

  /// Notes that the services match the remembered ones; ignored for a link that has ended.
  mutating func confirm(_ link: BlueZLink) {
    if isUp(link) { unconfirmed.remove(link.path) }
  }

  /// Removes an active link.
  ///
  /// - Returns: The error to report; nil if the link had already ended.
  mutating func end(_ link: BlueZLink, _ error: LinkError) -> LinkError? {
    guard isUp(link) else { return nil }
    var error = error
    error.device = link.device
    links[link.path] = nil
    unconfirmed.remove(link.path)
    receivedAt[link.path] = nil
    endings[link.path] = error
    return error
  }

  /// Returns the error of an operation on a link that has ended.
  func ending(of link: BlueZLink, _ operation: String) -> LinkError {
    var error = endings[link.path] ?? LinkError(.lost, operation: operation, device: link.device)
    error.operation = operation
    return error
  }

  /// Prefers the adapter with this address, unless a link has already chosen one.
  mutating func prefer(_ adapter: DeviceAddress?) {
    if lastAdapter == nil { lastAdapter = adapter }
  }

  // MARK: Reasons announced in advance

  /// Records the kernel's reason for the end of a link; it is more precise than BlueZ's.
  mutating func announce(_ path: ObjectPath, byKernel error: LinkError) { announced[path] = error }

  /// Records BlueZ's reason for the end of a link, unless the kernel has given one.
  mutating func announce(_ path: ObjectPath, byBlueZ error: LinkError) {
    if announced[path] == nil { announced[path] = error }
  }

  /// Removes and returns the announced reason for the end of a link; nil if it was not announced.
  @discardableResult
  mutating func takeAnnouncement(_ path: ObjectPath) -> LinkError? { announced.removeValue(forKey: path) }

  /// Drops all reasons: `bluetoothd` is gone.
  mutating func dropAnnouncements() { announced = [:] }

  // MARK: Links that were given up

  /// Whether a device's link was given up and, as far as is known, BlueZ has not disconnected it yet.
  func isLeaving(_ path: ObjectPath) -> Bool { leaving.contains(path) }

  /// The devices whose link was given up and is not yet disconnected.
  var leavingDevices: Set<ObjectPath> { leaving }

  /// Notes that a device's link was given up.
  mutating func beginLeaving(_ path: ObjectPath) { leaving.insert(path) }

  /// Notes that a device's link is down, or that the wait for it has ended.
  mutating func hasLeft(_ path: ObjectPath) { leaving.remove(path) }

  // MARK: Writes

  /// Takes the turn to write a characteristic; returns false while another write has it.
  mutating func takeTurn(toWrite characteristic: ObjectPath) -> Bool { writing.insert(characteristic).inserted }

  /// Releases the turn to write.
  mutating func giveTurn(toWrite characteristic: ObjectPath) { writing.remove(characteristic) }
}

/// A link managed by BlueZ; its state is in the central.
package final class BlueZLink: Link {
  package let device: DeviceAddress
  package let characteristics: Set<CharacteristicID>
  package let places: [CharacteristicPlace]

  /// The object of the device.
  let path: ObjectPath
  /// The objects of the characteristics; Battery Level is missing if BlueZ has claimed the service.
  let paths: [CharacteristicID: ObjectPath]
  /// The kernel's connection; nil if the monitor channel is not read.
  let connection: HCIConnection?
  /// The number of lost monitor-channel records when the link was established.
  let lostRecordsBefore: Int
  let outlet = LinkOutlet()
  private let central: BlueZCentral

  init(
    _ device: DeviceAddress, at path: ObjectPath, _ paths: [CharacteristicID: ObjectPath],
    places: [CharacteristicPlace], hasClaimedBattery: Bool, connection: HCIConnection?, lostRecordsBefore: Int,
    of central: BlueZCentral
  ) {
    self.connection = connection
    self.lostRecordsBefore = lostRecordsBefore
    self.device = device
    self.path = path
    self.paths = paths
    self.places = places
    self.central = central
    characteristics = Set(paths.keys).union(hasClaimedBattery ? [.batteryLevel] : [])
  }

  package func deliver(to handler: @escaping LinkEventHandler) async {
    await central.deliver(self, to: handler)
  }

  package func subscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    try await central.subscribe(self, to: characteristic)
  }

  package func resubscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    try await central.resubscribe(self, to: characteristic)
  }

  package func read(_ characteristic: CharacteristicID) async throws(LinkError) -> [UInt8] {
    try await central.read(characteristic, of: self)
  }

  package func write(_ value: [UInt8], to characteristic: CharacteristicID) async throws(LinkError) {
    try await central.write(value, to: characteristic, of: self)
  }

  package func close() async {
    await central.close(self)
  }
}
