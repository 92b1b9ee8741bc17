/// A packet between a host and its Bluetooth controller, without the octet that tells its kind on a UART.
///
/// Source: Bluetooth Core 5.4, Vol 4, Part E, §5.4.
public struct HCIPacket: Hashable, Sendable {
  /// The kinds, by the octet that tells them on a UART (Vol 4, Part A, §2).
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A command of the host.
    case command = 1
    /// Data of a connection.
    case acl = 2
    /// Synchronous data, voice.
    case synchronous = 3
    /// An event from the controller.
    case event = 4
    /// Isochronous data.
    case isochronous = 5
  }

  /// Which way a packet goes.
  public enum Direction: Hashable, Sendable {
    /// From the host to the controller.
    case sent
    /// From the controller to the host.
    case received
  }

  /// What kind.
  public var kind: Kind
  /// Which way.
  public var direction: Direction
  /// The packet, its header included.
  public var payload: [UInt8]

  /// A packet of `kind`.
  public init(_ kind: Kind, _ direction: Direction, payload: [UInt8]) {
    self.kind = kind
    self.direction = direction
    self.payload = payload
  }
}
