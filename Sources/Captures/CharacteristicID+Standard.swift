public import BluetoothLE

extension CharacteristicID {
  /// A characteristic by its own name, in the service that defines it; nil where several do or none is known.
  ///
  /// Covers what trainers and straps have: Fitness Machine, Heart Rate, Cycling Power, Cycling Speed and Cadence,
  /// Battery, Device Information, Generic Access and Generic Attribute.
  public init?(standard characteristic: BluetoothUUID) {
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

  /// A characteristic as people write it: `1826/2AD2`, or `2AD2` alone where the SIG defines it in one service.
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
