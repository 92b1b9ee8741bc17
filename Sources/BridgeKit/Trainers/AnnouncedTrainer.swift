import BluetoothLE
package import ControlSocket
import DirectConnect

/// A trainer that announces Direct Connect in the local network, or that an option names.
struct AnnouncedTrainer: Hashable, Sendable {
  var place: TrainerPlace
  /// The trainer as jz2d gets it.
  var offer: TrainerOffer

  /// Creates a trainer that is only known by its place; jz2d finds its kind by a connection.
  init(at place: TrainerPlace) {
    self.place = place
    offer = TrainerOffer(
      address: DeviceAddress(onNetwork: place.description), name: "\(place.address)",
      services: [BluetoothUUID(0x1826)])
  }

  /// Creates a trainer from its announcement.
  ///
  /// Its address is made of its hardware address, else its serial number, and its name: several devices of one program
  /// have the same hardware address.
  init(named name: String, at place: TrainerPlace, text: [[UInt8]]) {
    self.place = place
    let text = AnnouncedText(text)
    let hardware = text["mac-address"].flatMap { DeviceAddress($0) }.flatMap { $0.value == 0 ? nil : $0.description }
    let identity = "\(hardware ?? text["serial-number"] ?? "") \(name)"
    offer = TrainerOffer(address: DeviceAddress(onNetwork: identity), name: name, services: text.services)
  }
}

/// The IPv4 address and the port of a trainer.
package struct TrainerPlace: Hashable, Sendable, CustomStringConvertible {
  package var address: NetworkAddress
  package var port: UInt16

  /// Nil for an address outside the local network, which no trainer has, and for IPv6.
  package init?(_ address: NetworkAddress, port: UInt16) {
    guard address.bytes.count == 4, address.isNear(reachedAt: nil), port > 0 else { return nil }
    (self.address, self.port) = (address, port)
  }

  /// Parses `192.168.1.20:36866`; without a port it is the usual one.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first, let address = NetworkAddress(String(host)),
      let port = parts.count == 2 ? UInt16(parts[1]) : DirectConnectFrame.port
    else { return nil }
    self.init(address, port: port)
  }

  package var description: String { "\(address):\(port)" }
}

/// The TXT record of an announcement.
///
/// Source: RFC 6763, §6. The keys are those of docs/road-and-apps.md.
private struct AnnouncedText {
  private var values: [String: String] = [:]

  /// The most entries of a record that are read.
  private static let most = 32

  init(_ entries: [[UInt8]]) {
    for entry in entries.prefix(Self.most) {
      let text = String(decoding: entry, as: UTF8.self)
      guard let equals = text.firstIndex(of: "=") else { continue }
      let key = text[..<equals].lowercased()
      // The first of two entries with the same key counts (§6.4).
      if values[key] == nil { values[key] = String(text[text.index(after: equals)...]) }
    }
  }

  /// The value of a key; nil if it is missing or empty.
  subscript(_ key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }

  /// The announced services: `0x1826`, `1826` or 128 bits, separated by commas.
  var services: [BluetoothUUID] {
    let list = self["ble-service-uuids"] ?? self["ble-services-uuids"] ?? ""
    return list.split(separator: ",").compactMap { word in
      let word = word.filter { $0 != " " }
      return BluetoothUUID(word.lowercased().hasPrefix("0x") ? word.dropFirst(2) : word[...])
    }
  }
}
