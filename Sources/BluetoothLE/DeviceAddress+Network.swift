extension DeviceAddress {
  /// The first two bytes of the addresses of devices on the network: locally administered, so that no maker uses them.
  ///
  /// The two highest bits, 10, are reserved in random addresses, so no Bluetooth LE device has such an address
  /// (Bluetooth Core 5.4, Vol 6, Part B, §1.3).
  private static let networkPrefix: UInt64 = 0x8ADC

  /// Creates the address of a device on the network, which has no Bluetooth address.
  ///
  /// - Parameter identity: The text that identifies the device, such as its hardware address or its name. The same text
  ///   always has the same address.
  public init(onNetwork identity: some StringProtocol) {
    // FNV-1a, 32 bits.
    let hash = identity.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    self.init(Self.networkPrefix << 32 | UInt64(hash))
  }

  /// Whether it is the address of a device on the network: such a device is not reached by Bluetooth.
  public var isOnNetwork: Bool { value >> 32 == Self.networkPrefix }
}
