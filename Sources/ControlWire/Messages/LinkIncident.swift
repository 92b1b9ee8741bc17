/// Something that befell a ride's links.
public struct LinkIncident: Codable, Hashable, Sendable {
  /// What it was.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The link was lost.
    case drop
    /// The device was linked and said nothing.
    case silence
    /// A measure was taken against a radio that did not connect.
    case remedy
    /// The daemon was gone.
    case interruption
  }

  /// What it was.
  public var kind: Kind
  /// The device; absent where it is about none.
  public var device: DeviceRole?
  /// Seconds from the ride's start.
  public var atSeconds: Double
  /// Why a link was lost, a `LinkReason` by name, or which measure was taken.
  public var reason: String?
  /// The link's signal strength when it was last measured before, in dBm.
  public var signalDBm: Int?
  /// Seconds until it was over: until the trainer held its target again, the strap notified, the daemon went on.
  public var lastedSeconds: Double?

  /// Something that befell a ride's links.
  public init(
    kind: Kind, device: DeviceRole? = nil, atSeconds: Double, reason: String? = nil, signalDBm: Int? = nil,
    lastedSeconds: Double? = nil
  ) {
    self.kind = kind
    self.device = device
    self.atSeconds = atSeconds
    self.reason = reason
    self.signalDBm = signalDBm
    self.lastedSeconds = lastedSeconds
  }
}
