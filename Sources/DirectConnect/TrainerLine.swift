package import BluetoothLE

/// A line between jz2bridge and jz2d, at the beginning of a connection that offers a trainer on the network.
///
/// jz2bridge sends ``offer(_:)``. When a ride wants the trainer, jz2d sends ``connect``. jz2bridge connects to the
/// trainer and sends ``connected`` or ``failed(_:)``; after ``connected``, the bytes of Direct Connect follow in both
/// directions. The end of the connection is the end of the link, or of the offer. A line ends with a line feed, which
/// is not part of `text`.
package enum TrainerLine: Hashable, Sendable {
  /// A trainer that can be connected.
  case offer(TrainerOffer)
  /// The request to connect to the trainer.
  case connect
  /// The trainer is connected.
  case connected
  /// The trainer cannot be connected, with the system's message.
  case failed(String)

  /// The most bytes of a line, without its line feed.
  package static let longest = 1024
}

/// A trainer that jz2bridge has found.
package struct TrainerOffer: Hashable, Sendable {
  /// The address that identifies the trainer.
  package var address: DeviceAddress
  /// The trainer's name on the network, without control characters.
  package var name: String
  /// The services that it announces.
  package var services: [BluetoothUUID]

  /// The most Unicode scalars of a name, and the most services; more are dropped.
  private static let limits = (name: 64, services: 16)

  /// Creates an offer.
  ///
  /// - Parameters:
  ///   - address: The address that identifies the trainer.
  ///   - name: Its name; control characters are dropped.
  ///   - services: The services that it announces.
  package init(address: DeviceAddress, name: String, services: [BluetoothUUID]) {
    self.address = address
    self.name = String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.isControl }.prefix(Self.limits.name)))
    self.services = Array(services.prefix(Self.limits.services))
  }
}

extension TrainerLine {
  /// The word at the beginning of an offer, and the version of these lines.
  private static let (greeting, version) = ("trainer", "1")
  /// The list of services of a trainer that announces no service.
  private static let noServices = "-"

  /// The line as text: `trainer 1 8A:DC:00:00:00:01 1826,1818 KICKR BIKE`.
  package var text: String {
    switch self {
    case .offer(let offer):
      let services = offer.services.map(\.description).joined(separator: ",")
      let list = services.isEmpty ? Self.noServices : services
      return "\(Self.greeting) \(Self.version) \(offer.address) \(list) \(offer.name)"
    case .connect: return "connect"
    case .connected: return "connected"
    case .failed(let reason): return "failed " + String(reason.filter { !$0.isNewline }.prefix(200))
    }
  }

  /// Parses a line; nil for any other text.
  package init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    switch words.first {
    case "connect" where words.count == 1: self = .connect
    case "connected" where words.count == 1: self = .connected
    case "failed": self = .failed(String(text.dropFirst("failed ".count)))
    case Self.greeting[...] where words.count == 5 && words[1] == Self.version:
      guard let address = DeviceAddress(words[2]) else { return nil }
      var services: [BluetoothUUID] = []
      for word in words[3] == Self.noServices ? [] : words[3].split(separator: ",") {
        guard let service = BluetoothUUID(word) else { return nil }
        services.append(service)
      }
      self = .offer(TrainerOffer(address: address, name: String(words[4]), services: services))
    default: return nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}
