import ControlWire
import FoundationEssentials

/// This computer's certificate, as `jz2ctl page certificate` left it.
///
/// Only root can read the keys in the same folder.
package struct CertificateFolder: Hashable, Sendable {
  /// The folder on a computer with systemd.
  package static let usual = "/var/lib/jz2-page"

  /// The certificate's description for a phone.
  struct Description: Codable, Hashable {
    /// SHA-256 fingerprint of the authority's certificate: pairs of digits with colons.
    let fingerprint: String
    /// When the page's own certificate expires, RFC 3339.
    let notAfter: String
  }

  private let path: String

  package init(_ path: String) { self.path = path }

  /// The authority's certificate as PEM; nil if there is none.
  var authority: [UInt8]? { file("ca.crt") }

  /// The certificate's description for a phone; nil if there is no certificate.
  var description: Description? { file("certificate.json").flatMap { WireJSON.value(Description.self, of: $0) } }

  /// The names in the certificate, chosen by an administrator; empty if there is no certificate.
  package var names: [String] {
    (file("names") ?? []).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  private func file(_ name: String) -> [UInt8]? {
    guard let data = try? Data(contentsOf: URL(filePath: "\(path)/\(name)")), data.count <= 65_536 else { return nil }
    return Array(data)
  }
}
