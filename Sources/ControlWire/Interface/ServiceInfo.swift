/// Who answers on the socket: the reply to `org.varlink.service.GetInfo`.
public struct ServiceInfo: Codable, Hashable, Sendable {
  /// Who made the service.
  public var vendor: String
  /// What it is.
  public var product: String
  /// Its version.
  public var version: String
  /// Where to read about it.
  public var url: String
  /// The interfaces it offers.
  public var interfaces: [String]

  /// A service that offers the trainer's interface.
  public init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = [ServiceInterface.name, TrainerInterface.name]
  }
}
