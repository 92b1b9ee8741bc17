/// A radio that finds peripherals and connects to them: BlueZ, a simulation or a capture.
public protocol Central: Sendable {
  /// Returns the kind of radio and whether it works, for display; never waits for radio traffic.
  func state() async -> CentralState

  /// Scans until the consumer stops, and reports each peripheral on its first advertisement and whenever its data
  /// changes.
  ///
  /// It also reports peripherals that are already connected to this machine. The sequence throws `LinkError`; it never
  /// ends by itself.
  func scan() -> AsyncThrowingStream<Advertisement, any Error>

  /// Returns the radio's own record of a device, without a scan; nil if the radio has no recent record.
  func advertisement(of device: DeviceAddress) async -> Advertisement?

  /// Connects and waits until the services are resolved.
  ///
  /// A request for an absent device stays pending until the device is back, the radio gives up, or the task is
  /// cancelled, which withdraws the request. Only one request can run: a second one fails with `.busy`.
  func connect(to device: DeviceAddress) async throws(LinkError) -> any Link

  /// Returns when the radio can accept a request to connect: at once if it works, otherwise when adapter, `bluetoothd`
  /// and bus are available again, and the adapter is on or can be switched on.
  ///
  /// - Throws: `.cancelled`.
  func whenUsable() async throws(LinkError)

  /// Applies a remedy to a radio that does not connect; returns when it is done.
  ///
  /// - Throws: `.busy`, without any change, if it would end a link that the remedy must not end, of this or another
  ///   program; otherwise the reason why it failed.
  func apply(_ remedy: RadioRemedy) async throws(LinkError)

  /// Disconnects the links to these devices that this machine keeps for a process that died.
  ///
  /// Links to other devices stay, and so does a link that this process uses or is establishing.
  /// - Returns: The devices whose links were disconnected.
  func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress>
}

extension Central {
  /// Returns nil: a radio without its own memory has no record of a device.
  public func advertisement(of device: DeviceAddress) async -> Advertisement? { nil }

  /// Returns an empty set: the links of such a radio end with their process.
  public func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress> { [] }
}

/// A remedy for a radio that does not connect, mildest first.
public enum RadioRemedy: Hashable, Sendable {
  /// Removes everything that the radio remembers of a device, including its services; the device must then advertise
  /// again.
  case forget(DeviceAddress)
  /// Switches the adapter off and on, which ends all its links; only links to `costing` may be lost.
  case powerCycle(costing: Set<DeviceAddress>)
}

/// The kind of a radio and whether it can be used.
public struct CentralState: Hashable, Sendable {
  /// The kind of radio: `bluez`, `sim` or `replay`.
  public var radio: String
  /// The adapter in use; nil if the radio has no adapter.
  public var adapter: DeviceAddress?
  /// The reason why the radio does not work; nil if it works.
  public var problem: LinkError?
  /// The reason why its links are less robust than they could be; nil if they are not.
  public var limitation: LinkError?
  /// The adapters that are switched on and not in use.
  public var otherAdapters: [RadioAdapter]

  /// Creates the state of a radio.
  public init(
    radio: String, adapter: DeviceAddress? = nil, problem: LinkError? = nil, limitation: LinkError? = nil,
    otherAdapters: [RadioAdapter] = []
  ) {
    self.radio = radio
    self.adapter = adapter
    self.problem = problem
    self.limitation = limitation
    self.otherAdapters = otherAdapters
  }
}

/// A Bluetooth adapter of this machine.
public struct RadioAdapter: Hashable, Sendable, CustomStringConvertible {
  /// The system's current name for it: `hci1`.
  public var name: String
  /// The adapter's own address.
  public var address: DeviceAddress

  /// Creates an adapter from its name and address.
  public init(name: String, address: DeviceAddress) {
    self.name = name
    self.address = address
  }

  /// `hci1 (5C:F3:70:00:00:01)`.
  public var description: String { "\(name) (\(address))" }
}

/// A report about a peripheral, as of its last advertisement.
public struct Advertisement: Hashable, Sendable {
  /// The peripheral's address.
  public var address: DeviceAddress
  /// The advertised name, complete or shortened; nil if no name was advertised.
  public var name: String?
  /// Signal strength in dBm, −127…20; nil if the radio does not know it, for example of a connected device.
  public var rssi: Int?
  /// The advertised services.
  public var services: Set<BluetoothUUID>
  /// The advertised data by service; a KICKR CORE names FTMS only here.
  public var serviceData: [BluetoothUUID: [UInt8]]
  /// Whether it is connected to this machine, and therefore no longer advertises.
  public var isConnected: Bool
  /// Whether its address is a resolvable private address, which changes within a quarter of an hour (Bluetooth Core
  /// 5.4, Vol 6, Part B, §1.3.2.2).
  public var addressChanges: Bool

  /// Creates a report about a peripheral.
  public init(
    address: DeviceAddress, name: String? = nil, rssi: Int? = nil, services: Set<BluetoothUUID> = [],
    serviceData: [BluetoothUUID: [UInt8]] = [:], isConnected: Bool = false, addressChanges: Bool = false
  ) {
    self.address = address
    self.name = name
    self.rssi = rssi
    self.services = services
    self.serviceData = serviceData
    self.isConnected = isConnected
    self.addressChanges = addressChanges
  }

  /// Returns whether it advertises `service`, in its list or with service data.
  public func names(_ service: BluetoothUUID) -> Bool {
    services.contains(service) || serviceData[service] != nil
  }
}
