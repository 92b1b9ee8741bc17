package import BluetoothLE

/// A device's attributes by handle, as found by discovery.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part G, §2.5 and §3.
package struct AttributeTable: Hashable, Sendable {
  /// A service declaration and the range of its handles.
  package struct Service: Hashable, Sendable {
    /// The handle of the declaration.
    package var start: UInt16
    /// The last handle of the service.
    package var end: UInt16
    package var uuid: BluetoothUUID

    package init(start: UInt16, end: UInt16, uuid: BluetoothUUID) {
      self.start = start
      self.end = end
      self.uuid = uuid
    }
  }

  /// A characteristic declaration.
  package struct Characteristic: Hashable, Sendable {
    /// The handle of the declaration.
    package var declaration: UInt16
    /// The handle of the value.
    package var value: UInt16
    /// The property bits: 0x02 read, 0x04 write without response, 0x08 write, 0x10 notify, 0x20 indicate.
    package var properties: UInt8
    package var uuid: BluetoothUUID

    package init(declaration: UInt16, value: UInt16, properties: UInt8, uuid: BluetoothUUID) {
      self.declaration = declaration
      self.value = value
      self.properties = properties
      self.uuid = uuid
    }
  }

  /// The services, in order of their first handles.
  package private(set) var services: [Service] = []
  /// The characteristics, by the handle of their value.
  package private(set) var characteristics: [UInt16: Characteristic] = [:]
  /// The UUIDs of the descriptors, by handle.
  package private(set) var descriptors: [UInt16: BluetoothUUID] = [:]

  package init() {}

  /// Adds a service; replaces one with the same first handle.
  package mutating func insert(_ service: Service) {
    let index = firstService(after: service.start)
    if index > 0, services[index - 1].start == service.start {
      services[index - 1] = service
    } else {
      services.insert(service, at: index)
    }
  }

  /// Adds a characteristic; replaces one with the same value handle.
  package mutating func insert(_ characteristic: Characteristic) {
    characteristics[characteristic.value] = characteristic
  }

  /// Adds a descriptor.
  ///
  /// A list of descriptors also contains the characteristic values with their UUIDs; these are not added.
  package mutating func insert(descriptor uuid: BluetoothUUID, at handle: UInt16) {
    guard characteristics[handle]?.uuid != uuid else { return }
    descriptors[handle] = uuid
  }

  /// Returns the service whose range includes `handle`.
  package func service(containing handle: UInt16) -> Service? {
    let index = firstService(after: handle)
    guard index > 0, services[index - 1].end >= handle else { return nil }
    return services[index - 1]
  }

  /// Returns the number of services that begin at or before `handle`; also the index of the first that begins after it.
  private func firstService(after handle: UInt16) -> Int {
    var low = 0
    var high = services.count
    while low < high {
      let middle = (low + high) / 2
      if services[middle].start <= handle { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension AttributeTable {
  /// Returns the attribute at `handle`; nil if the table does not have it.
  ///
  /// A characteristic of an undiscovered service is assigned to the service that the SIG defines it in.
  package func attribute(at handle: UInt16) -> CaptureAttribute? {
    if let characteristic = characteristics[handle] {
      guard let id = id(of: characteristic) else { return .uuid(characteristic.uuid) }
      return .characteristic(id)
    }
    guard let descriptor = descriptors[handle] else { return nil }
    guard let owner = owner(ofDescriptorAt: handle), let id = id(of: owner) else { return .uuid(descriptor) }
    // Some treadmills list a value again after the declared one, and notify with the second handle.
    if descriptor == id.characteristic { return .characteristic(id) }
    return .descriptor(descriptor, of: id)
  }

  /// All characteristics of known services.
  package var characteristicIDs: Set<CharacteristicID> {
    Set(characteristics.values.compactMap(id(of:)))
  }

  private func id(of characteristic: Characteristic) -> CharacteristicID? {
    if let service = service(containing: characteristic.value) {
      return CharacteristicID(service: service.uuid, characteristic: characteristic.uuid)
    }
    return CharacteristicID(standard: characteristic.uuid)
  }

  /// Returns the nearest characteristic before a descriptor.
  ///
  /// A characteristic has few descriptors, so the search is short.
  private func owner(ofDescriptorAt handle: UInt16) -> Characteristic? {
    let farthest = max(Int(handle) - 16, 1)
    for candidate in stride(from: Int(handle) - 1, through: farthest, by: -1) {
      guard let characteristic = characteristics[UInt16(candidate)] else { continue }
      return characteristic
    }
    return nil
  }
}

extension AttributeTable {
  /// Creates a table from the handles of a device's characteristics.
  ///
  /// A service ends at the last known handle within it.
  package init(_ places: some Sequence<CharacteristicPlace>) {
    self.init()
    var services: [UInt16: Service] = [:]
    for place in places {
      let last = max(place.value, place.configuration ?? 0)
      let end = max(services[place.service]?.end ?? 0, last)
      services[place.service] = Service(start: place.service, end: end, uuid: place.id.service)
      insert(
        Characteristic(
          declaration: place.declaration, value: place.value, properties: place.properties,
          uuid: place.id.characteristic))
      if let configuration = place.configuration { insert(descriptor: BluetoothUUID(0x2902), at: configuration) }
    }
    for service in services.values { insert(service) }
  }
}

/// The meaning of an attribute handle, as far as the capture shows it.
package enum CaptureAttribute: Hashable, Sendable {
  /// The value of a characteristic.
  case characteristic(CharacteristicID)
  /// A descriptor of a characteristic, for example Client Characteristic Configuration (2902).
  case descriptor(BluetoothUUID, of: CharacteristicID)
  /// A characteristic or descriptor of unknown service.
  case uuid(BluetoothUUID)
  /// A handle that neither discovery nor the map names.
  case handle(UInt16)

  /// The characteristic, if this is its value; otherwise nil.
  package var characteristic: CharacteristicID? {
    guard case .characteristic(let id) = self else { return nil }
    return id
  }
}

extension CaptureAttribute: CustomStringConvertible {
  /// `1826/2AD2`, `2902 of 1826/2AD2`, `2AD2` or `0x12`.
  package var description: String {
    switch self {
    case .characteristic(let id): "\(id)"
    case .descriptor(let uuid, let id): "\(uuid) of \(id)"
    case .uuid(let uuid): "\(uuid)"
    case .handle(let handle): "0x\(String(handle, radix: 16))"
    }
  }
}

extension CharacteristicID {
  /// Finds the service that defines a characteristic; nil if it is unknown, or if there are several.
  ///
  /// Covers the services of trainers and straps: Fitness Machine, Heart Rate, Cycling Power, Cycling Speed and Cadence,
  /// Battery, Device Information, Generic Access and Generic Attribute.
  package init?(standard characteristic: BluetoothUUID) {
    guard let assigned = characteristic.assigned, let service = Self.service(of: assigned) else { return nil }
    self.init(service: BluetoothUUID(service), characteristic: characteristic)
  }

  private static func service(of characteristic: UInt16) -> UInt16? {
    switch characteristic {
    case 0x2A00...0x2A04, 0x2AA6: 0x1800
    case 0x2A05, 0x2B29, 0x2B2A, 0x2B3A: 0x1801
    case 0x2A37...0x2A39: 0x180D
    case 0x2A19: 0x180F
    case 0x2A23...0x2A2A, 0x2A50: 0x180A
    case 0x2A63...0x2A66: 0x1818
    case 0x2A5B, 0x2A5C: 0x1816
    case 0x2ACC...0x2ADA: 0x1826
    default: nil
    }
  }

  /// Parses a characteristic: `1826/2AD2`, or only `2AD2` if a single service defines it.
  init?(written text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    switch parts.count {
    case 1:
      guard let uuid = BluetoothUUID(parts[0]) else { return nil }
      self.init(standard: uuid)
    case 2:
      guard let service = BluetoothUUID(parts[0]), let uuid = BluetoothUUID(parts[1]) else { return nil }
      self.init(service: service, characteristic: uuid)
    default:
      return nil
    }
  }
}
