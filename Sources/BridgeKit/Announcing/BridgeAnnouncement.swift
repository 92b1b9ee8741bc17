/// The description of the bridge that apps find in the local network.
///
/// Source: docs/road-and-apps.md, "DIRCON: announcement".
package struct BridgeAnnouncement: Hashable, Sendable {
  /// The type of the service.
  package static let type = "_wahoo-fitness-tnp._tcp"
  /// The most bytes of a name: some apps cut a longer one.
  package static let longestName = 31

  /// The name that apps show.
  package var name: String
  package var port: UInt16
  /// The 16-bit UUIDs of the offered services.
  package var services: [UInt16]
  /// 48 bits that identify the bridge.
  package var address: UInt64
  /// A decimal number above 0: an app reads it as an unsigned number of 64 bits, and with 0 it shows no data.
  package var serialNumber: UInt64

  package init(name: String, port: UInt16, services: [UInt16], address: UInt64, serialNumber: UInt64) {
    self.name = Self.fit(name)
    self.port = port
    self.services = services
    self.address = address
    self.serialNumber = serialNumber
  }

  /// Returns the name of the bridge on a computer, by the computer's name with or without its domain.
  package static func name(on host: String?) -> String {
    let first = host.map { $0.prefix { $0 != "." } } ?? ""
    return fit(first.isEmpty ? "jz2" : "jz2 \(first)")
  }

  /// Returns the announcement with another name: the number `attempt`, from 2, is appended.
  ///
  /// It is used if another computer announces the same name.
  package func renamed(_ attempt: Int) -> Self {
    var other = self
    let suffix = " \(attempt)"
    other.name = Self.prefix(of: name, Self.longestName - suffix.utf8.count) + suffix
    return other
  }

  /// The host that the service names: the name with dashes in place of spaces.
  ///
  /// MyWhoosh ignores a service whose host has another name.
  package var host: String { String(name.map { $0 == " " ? "-" : $0 }) + ".local" }

  /// The entries of the TXT record.
  package var text: [String] {
    let uuids = services.map { "0x" + Self.hexadecimal($0, digits: 4) }.joined(separator: ",")
    let bytes = (0..<6).reversed().map { Self.hexadecimal((address >> ($0 * 8)) & 0xFF, digits: 2) }
    return [
      "ble-service-uuids=\(uuids)", "mac-address=\(bytes.joined(separator: "-"))", "serial-number=\(serialNumber)",
    ]
  }

  private static func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns a name of at most 31 bytes that is one label of a host's name.
  private static func fit(_ name: String) -> String {
    let plain = name.unicodeScalars.map { $0 == "." || $0.properties.generalCategory == .control ? "-" : $0 }
    return prefix(of: String(String.UnicodeScalarView(plain)), longestName)
  }

  /// Returns the first characters that fit into `bytes`.
  private static func prefix(of text: String, _ bytes: Int) -> String {
    var fitting = text
    while fitting.utf8.count > bytes { fitting.removeLast() }
    return fitting
  }
}
