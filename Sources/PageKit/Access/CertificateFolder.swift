import ControlWire
import FoundationEssentials

/// The certificate of this computer, as `jz2ctl page certificate` left it; the keys beside it are for root alone.
package struct CertificateFolder: Hashable, Sendable {
  /// Where it is on a computer with systemd.
  package static let usual = "/var/lib/jz2-page"

  /// What a phone is told of it.
  struct Told: Codable, Hashable {
    /// Of the authority, SHA-256: pairs of digits with colons.
    let fingerprint: String
    /// The end of the page's own certificate, RFC 3339.
    let notAfter: String
  }

  private let path: String

  package init(_ path: String) { self.path = path }

  /// The authority's certificate as PEM; nil if there is none.
  var authority: [UInt8]? { file("ca.crt") }

  /// What is told of it; nil if there is none.
  var told: Told? { file("certificate.json").flatMap { WireJSON.value(Told.self, of: $0) } }

  /// The names that it speaks for, which an administrator gave this computer; empty if there is none.
  package var names: [String] {
    (file("names") ?? []).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  private func file(_ name: String) -> [UInt8]? {
    guard let data = try? Data(contentsOf: URL(filePath: "\(path)/\(name)")), data.count <= 65_536 else { return nil }
    return Array(data)
  }
}
