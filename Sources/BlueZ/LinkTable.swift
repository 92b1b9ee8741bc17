package import BluetoothLE
import DBus
import HCI

/// The links that are up, why the earlier ones ended, and the devices whose link BlueZ still takes down.
///
/// Objects stand for devices: a device has one object on each adapter.
struct LinkTable {
  private var links: [ObjectPath: BlueZLink] = [:]
  /// Links that are used as BlueZ remembers the device, whose services BlueZ has not compared yet.
  private var unconfirmed: Set<ObjectPath> = []
  /// When a value last came over each link.
  private var heardAt: [ObjectPath: MonotonicInstant] = [:]
  /// Devices whose link was given up, until BlueZ has taken it down.
  private var leaving: Set<ObjectPath> = []
  /// Why a link is about to end: told by the kernel or by BlueZ, before BlueZ says that the device is disconnected.
  private var announced: [ObjectPath: LinkError] = [:]
  /// Why each device's last link ended.
  private var endings: [ObjectPath: LinkError] = [:]
  /// Characteristics with a write that BlueZ has not answered yet.
  private var writing: Set<ObjectPath> = []
  /// The adapter of the last link, which is used again while it is on; nil before the first link.
  private(set) var lastAdapter: DeviceAddress?

  /// The link to the device at `path`; nil if there is none.
  subscript(path: ObjectPath) -> BlueZLink? { links[path] }

  /// Whether no link is up.
  var isEmpty: Bool { links.isEmpty }

  /// Whether `link` is still up; a later link to the same device is another one.
  func isUp(_ link: BlueZLink) -> Bool { links[link.path] === link }

  /// The objects of a device that has links; one for each link.
  func paths(of device: DeviceAddress) -> [ObjectPath] { links.filter { $0.value.device == device }.map(\.key) }

  /// The links of a controller over which no value has come after `instant`.
  func links(of controller: UInt16, silentSince instant: MonotonicInstant) -> [BlueZLink] {
    links.values.filter { link in
      link.path.controllerNumber == controller && (heardAt[link.path].map { $0 <= instant } ?? true)
    }
  }

  /// Notes that a value came over the link of the device at `path`.
  mutating func heard(_ path: ObjectPath, at now: MonotonicInstant) { heardAt[path] = now }

  // MARK: Beginning and end

  /// Adds a link that is up, on the adapter with this address.
  mutating func insert(_ link: BlueZLink, isConfirmed: Bool = true, on adapter: DeviceAddress?) {
    links[link.path] = link
    if !isConfirmed { unconfirmed.insert(link.path) }
    lastAdapter = adapter
    endings[link.path] = nil
    announced[link.path] = nil
  }

  /// Whether BlueZ has compared the services of the link's device with those it remembers.
  func isConfirmed(_ link: BlueZLink) -> Bool { !unconfirmed.contains(link.path) }

  /// Notes that the services are those that BlueZ remembered; not for a link that has ended.
  mutating func confirm(_ link: BlueZLink) {
    if isUp(link) { unconfirmed.remove(link.path) }
  }

  /// Removes a link that is up.
  ///
  /// - Returns: The error to report; nil if the link had ended before, and nothing is to be done.
  mutating func end(_ link: BlueZLink, _ error: LinkError) -> LinkError? {
    guard isUp(link) else { return nil }
    var error = error
    error.device = link.device
    links[link.path] = nil
    unconfirmed.remove(link.path)
    heardAt[link.path] = nil
    endings[link.path] = error
    return error
  }

  /// The error of an operation on a link that has ended.
  func ending(of link: BlueZLink, _ operation: String) -> LinkError {
    var error = endings[link.path] ?? LinkError(.lost, operation: operation, device: link.device)
    error.operation = operation
    return error
  }

  /// Prefers the adapter with this address unless a link has chosen one.
  mutating func prefer(_ adapter: DeviceAddress?) {
    if lastAdapter == nil { lastAdapter = adapter }
  }

  // MARK: Reasons told in advance

  /// Takes in the kernel's reason for the end of a link; it says more than BlueZ's.
  mutating func announce(_ path: ObjectPath, byKernel error: LinkError) { announced[path] = error }

  /// Takes in BlueZ's reason for the end of a link, unless the kernel gave one.
  mutating func announce(_ path: ObjectPath, byBlueZ error: LinkError) {
    if announced[path] == nil { announced[path] = error }
  }

  /// Removes and returns the reason that was told for the end of a link; nil if none was.
  @discardableResult
  mutating func takeAnnouncement(_ path: ObjectPath) -> LinkError? { announced.removeValue(forKey: path) }

  /// Drops all reasons: `bluetoothd` is gone.
  mutating func dropAnnouncements() { announced = [:] }

  // MARK: Links that are given up

  /// Whether a device's link was given up and BlueZ has not taken it down yet, as far as is known.
  func isLeaving(_ path: ObjectPath) -> Bool { leaving.contains(path) }

  /// The devices whose link was given up and not taken down yet.
  var leavingDevices: Set<ObjectPath> { leaving }

  /// Notes that a device's link was given up.
  mutating func beginLeaving(_ path: ObjectPath) { leaving.insert(path) }

  /// Notes that a device's link is down, or that it is no longer waited for.
  mutating func hasLeft(_ path: ObjectPath) { leaving.remove(path) }

  // MARK: Writes

  /// Takes the turn to write a characteristic; false while another write has it.
  mutating func takeTurn(toWrite characteristic: ObjectPath) -> Bool { writing.insert(characteristic).inserted }

  /// Gives the turn to write back.
  mutating func giveTurn(toWrite characteristic: ObjectPath) { writing.remove(characteristic) }
}

/// A link that BlueZ holds; its state is the central's.
package final class BlueZLink: Link {
  package let device: DeviceAddress
  package let characteristics: Set<CharacteristicID>
  package let places: [CharacteristicPlace]

  /// The device's object.
  let path: ObjectPath
  /// The characteristics' objects; Battery Level has none if BlueZ has claimed the service.
  let paths: [CharacteristicID: ObjectPath]
  /// The kernel's connection; nil if the monitor channel is not read.
  let connection: HCIConnection?
  /// How many records of the monitor channel had been lost when the link was made.
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
