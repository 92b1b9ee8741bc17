/// A radio that finds peripherals and connects to them: BlueZ, a simulation or a capture.
public protocol Central: Sendable {
  /// The kind of radio and whether it works, for people; never waits for the air.
  func state() async -> CentralState

  /// Scans until the consumer stops, and reports each peripheral when it is first heard and whenever it says more.
  ///
  /// Peripherals that are already connected to this machine are reported too. The sequence throws `LinkError`; it never
  /// ends by itself.
  func scan() -> AsyncThrowingStream<Advertisement, any Error>

  /// The radio's own record of a device, without a scan; nil if it has not heard the device lately.
  func advertisement(of device: DeviceAddress) async -> Advertisement?

  /// Connects and waits until the services are known.
  ///
  /// A request for a device that is away stays pending until it is back, the radio gives up, or the task is cancelled;
  /// cancelling withdraws it. One request at a time: a second one gets `.busy`.
  func connect(to device: DeviceAddress) async throws(LinkError) -> any Link

  /// Returns when the radio can be asked to connect: at once if it works, otherwise when adapter, `bluetoothd` and bus are
  /// there again, and the adapter is on or can be switched on.
  ///
  /// - Throws: `.cancelled`.
  func whenUsable() async throws(LinkError)

  /// Applies a remedy to a radio that does not connect; returns when it is done.
  ///
  /// - Throws: `.busy`, with nothing done, if it would cost a link that the remedy may not cost, ours or another program's;
  ///   otherwise the reason why it failed.
  func apply(_ remedy: RadioRemedy) async throws(LinkError)

  /// Takes down the links to these devices that this machine holds and no program uses: those of a process that died.
  ///
  /// Links to other devices are not touched, nor is a link that this process uses or is making.
  /// - Returns: The devices whose links were taken down.
  func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress>
}

extension Central {
  /// A radio without a memory of its own has no record of any device.
  public func advertisement(of device: DeviceAddress) async -> Advertisement? { nil }

  /// A radio whose links end with their process has none to let go.
  public func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress> { [] }
}

/// A measure against a radio that does not connect, mildest first.
public enum RadioRemedy: Hashable, Sendable {
  /// Forgets all that the radio remembers of a device, including its services; the device must then be heard again.
  case forget(DeviceAddress)
  /// Switches the adapter off and on, which ends all its links: only links to `costing` may be lost by it.
  case powerCycle(costing: Set<DeviceAddress>)
}

/// The kind of a radio and whether it can be used.
public struct CentralState: Hashable, Sendable {
  /// The kind of radio: `bluez`, `sim` or `replay`.
  public var radio: String
  /// The adapter in use; nil if there is none.
  public var adapter: DeviceAddress?
  /// The reason why the radio does not work; nil if it works.
  public var problem: LinkError?
  /// The reason why its links are less robust than they could be; nil if there is none.
  public var limitation: LinkError?
  /// The adapters that are switched on and not in use.
  public var otherAdapters: [RadioAdapter]

  /// The state of a radio.
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
  /// The system's present name: `hci1`.
  public var name: String
  /// The adapter's own address.
  public var address: DeviceAddress

  /// An adapter by its name and its address.
  public init(name: String, address: DeviceAddress) {
    self.name = name
    self.address = address
  }

  /// `hci1 (5C:F3:70:00:00:01)`.
  public var description: String { "\(name) (\(address))" }
}

/// A report about a peripheral, from when it was last heard.
public struct Advertisement: Hashable, Sendable {
  /// The peripheral's address.
  public var address: DeviceAddress
  /// The advertised name, complete or shortened; nil if there was none.
  public var name: String?
  /// Signal strength in dBm, −127…20; nil if the radio does not know it, for example of a connected device.
  public var rssi: Int?
  /// The advertised services.
  public var services: Set<BluetoothUUID>
  /// The advertised data by service; a KICKR CORE names FTMS only here.
  public var serviceData: [BluetoothUUID: [UInt8]]
  /// Whether it is connected to this machine, and therefore advertises no more.
  public var isConnected: Bool
  /// Whether its address is a resolvable private one, which changes within a quarter of an hour (Bluetooth Core 5.4, Vol 6,
  /// Part B, §1.3.2.2).
  public var addressChanges: Bool

  /// A report about one peripheral.
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

  /// Whether it advertises `service`, in its list or by data for it.
  public func names(_ service: BluetoothUUID) -> Bool {
    services.contains(service) || serviceData[service] != nil
  }
}
