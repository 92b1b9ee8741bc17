public import BluetoothLE

/// A device's attributes by their handles, as discovery finds them.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part G, §2.5 and §3.
public struct AttributeTable: Hashable, Sendable {
  /// A service declaration and the handles that belong to it.
  public struct Service: Hashable, Sendable {
    /// The handle of the declaration.
    public var start: UInt16
    /// The last handle that belongs to it.
    public var end: UInt16
    /// The service's name.
    public var uuid: BluetoothUUID

    /// The service `uuid` at the handles `start` to `end`.
    public init(start: UInt16, end: UInt16, uuid: BluetoothUUID) {
      self.start = start
      self.end = end
      self.uuid = uuid
    }
  }

  /// A characteristic declaration.
  public struct Characteristic: Hashable, Sendable {
    /// The handle of the declaration.
    public var declaration: UInt16
    /// The handle of the value.
    public var value: UInt16
    /// The property bits: 0x02 read, 0x04 write without response, 0x08 write, 0x10 notify, 0x20 indicate.
    public var properties: UInt8
    /// The characteristic's name.
    public var uuid: BluetoothUUID

    /// The characteristic `uuid` with its value at handle `value`.
    public init(declaration: UInt16, value: UInt16, properties: UInt8, uuid: BluetoothUUID) {
      self.declaration = declaration
      self.value = value
      self.properties = properties
      self.uuid = uuid
    }
  }

  /// The services, ordered by their first handle.
  public private(set) var services: [Service] = []
  /// The characteristics by the handle of their value.
  public private(set) var characteristics: [UInt16: Characteristic] = [:]
  /// The names of the descriptors by handle.
  public private(set) var descriptors: [UInt16: BluetoothUUID] = [:]

  /// A table of nothing.
  public init() {}

  /// Adds a service, in place of one that began at the same handle.
  public mutating func insert(_ service: Service) {
    let index = firstService(after: service.start)
    if index > 0, services[index - 1].start == service.start {
      services[index - 1] = service
    } else {
      services.insert(service, at: index)
    }
  }

  /// Adds a characteristic, in place of one with the same value handle.
  public mutating func insert(_ characteristic: Characteristic) {
    characteristics[characteristic.value] = characteristic
  }

  /// Adds a descriptor; the value of a characteristic, which goes by its name as well, is none.
  public mutating func insert(descriptor uuid: BluetoothUUID, at handle: UInt16) {
    guard characteristics[handle]?.uuid != uuid else { return }
    descriptors[handle] = uuid
  }

  /// The service whose handles hold `handle`.
  public func service(containing handle: UInt16) -> Service? {
    let index = firstService(after: handle)
    guard index > 0, services[index - 1].end >= handle else { return nil }
    return services[index - 1]
  }

  /// The number of services that begin at or below `handle`, which is the index of the first that begins above it.
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
  /// What stands at `handle`; nil where the table does not say.
  ///
  /// A characteristic whose service was not discovered gets the one that the SIG defines it in.
  public func attribute(at handle: UInt16) -> CaptureAttribute? {
    if let characteristic = characteristics[handle] {
      guard let id = id(of: characteristic) else { return .uuid(characteristic.uuid) }
      return .characteristic(id)
    }
    guard let descriptor = descriptors[handle] else { return nil }
    guard let owner = owner(ofDescriptorAt: handle), let id = id(of: owner) else { return .uuid(descriptor) }
    // Some treadmills list a value a second time, behind the declared one, and notify under that handle.
    if descriptor == id.characteristic { return .characteristic(id) }
    return .descriptor(descriptor, of: id)
  }

  /// Every characteristic whose service is known.
  public var characteristicIDs: Set<CharacteristicID> {
    Set(characteristics.values.compactMap(id(of:)))
  }

  private func id(of characteristic: Characteristic) -> CharacteristicID? {
    if let service = service(containing: characteristic.value) {
      return CharacteristicID(service: service.uuid, characteristic: characteristic.uuid)
    }
    return CharacteristicID(standard: characteristic.uuid)
  }

  /// The nearest characteristic before a descriptor; none has more than a few descriptors, so the search is short.
  private func owner(ofDescriptorAt handle: UInt16) -> Characteristic? {
    let farthest = max(Int(handle) - 16, 1)
    for candidate in stride(from: Int(handle) - 1, through: farthest, by: -1) {
      guard let characteristic = characteristics[UInt16(candidate)] else { continue }
      return characteristic
    }
    return nil
  }
}
