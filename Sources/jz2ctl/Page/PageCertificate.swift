import ControlWire
import FoundationEssentials
import Glibc
import RideText
import Rides

/// Creates a certificate authority for this computer alone, and the page's certificate, by running `openssl`.
///
/// The authority is valid for ten years, because phones were set up to trust it. Its name constraints (RFC 5280,
/// section 4.2.1.10) permit the names of this computer, and no address. It signs only server certificates. The page's
/// certificate is valid for 397 days, the maximum that browsers accept, and is renewed.
struct PageCertificate {
  /// The folder of the keys and certificates.
  var folder = "/var/lib/jz2-page"
  /// Runs a program to its end and returns its exit status; nil if there is none.
  var run: ([String]) -> Int32? = Subprocess.status(of:)
  /// Runs a program and returns its output; nil if there is no such program.
  var output: ([String]) -> String? = Subprocess.output(of:)

  /// The longest validity of a server's certificate that browsers accept, in days.
  static let days = 397
  /// How many days before its end the certificate is renewed.
  static let renewalDays = 30

  /// The names in the certificate, as stored; empty without a certificate.
  var names: [String] {
    guard let text = try? String(contentsOfFile: "\(folder)/names", encoding: .utf8) else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  /// Whether there is a certificate.
  var exists: Bool { access("\(folder)/ca.crt", F_OK) == 0 && access("\(folder)/page.pem", F_OK) == 0 }

  /// Whether the page's certificate ends soon.
  var isDue: Bool {
    // stunnel4 serves this file; `page.crt` may be newer after a power failure.
    run(["openssl", "x509", "-noout", "-checkend", "\(Self.renewalDays * 86_400)", "-in", "\(folder)/page.pem"]) != 0
  }

  /// The present certificate's data for a phone; nil without a certificate.
  var present: MadeCertificate? {
    guard exists, let text = try? Data(contentsOf: URL(filePath: "\(folder)/certificate.json")),
      let stored = try? JSONDecoder().decode(MadeCertificate.Description.self, from: text)
    else { return nil }
    return MadeCertificate(
      names: names, fingerprint: stored.fingerprint, notAfter: stored.notAfter, port: Limits.securePagePort)
  }

  /// Creates a new certificate, and an authority unless there is one with these names.
  ///
  /// - Parameters:
  ///   - names: The names of this computer in browsers, the usual name first.
  ///   - again: Whether to replace the authority, which phones then have to trust anew.
  /// - Returns: The data for phones.
  /// - Throws: `noOpenSSL`, `badName`, `certificateFailed`.
  func make(for names: [String], again: Bool) throws(PageFault) -> MadeCertificate {
    guard run(["openssl", "version"]) == 0 else { throw .noOpenSSL }
    let isNew = again || self.names != names || access("\(folder)/ca.key", F_OK) != 0
    // An authority with a name of one label is kept at renewal, because phones trust it.
    guard !names.isEmpty, !isNew || names.allSatisfy(Self.isName) else {
      throw .badName(names.filter { !Self.isName($0) }.joined(separator: ", "))
    }
    try step("mkdir") { mkdir(folder, 0o755) == 0 && chmod(folder, 0o755) == 0 || errno == EEXIST }
    let new = "\(folder)/new.\(getpid())"
    try step("mkdir") { mkdir(new, 0o700) == 0 }
    defer { _ = try? FileManager.default.removeItem(atPath: new) }
    try write(Self.configuration(names), to: "\(new)/openssl.cnf")
    let authority = isNew ? new : folder
    if isNew { try openSSL("req -x509 -days 3650 -extensions ca -out \(new)/ca.crt", key: "ca", in: new) }
    try openSSL("req -out \(new)/page.csr", key: "page", in: new)
    try openSSL(
      "x509 -req -in \(new)/page.csr -CA \(authority)/ca.crt -CAkey \(authority)/ca.key -set_serial 0x\(Self.serial) "
        + "-days \(Self.days) -extfile \(new)/openssl.cnf -extensions page -out \(new)/page.crt")
    let made = try read(names, authority: "\(authority)/ca.crt", page: "\(new)/page.crt")
    try write(text(of: "\(new)/page.key") + text(of: "\(new)/page.crt"), to: "\(new)/page.pem")
    try write(names.joined(separator: "\n"), to: "\(new)/names")
    try write(made.json, to: "\(new)/certificate.json")
    // After a power failure between two files the names are missing, and the next call creates all files again.
    unlink("\(folder)/names")
    let files = (isNew ? ["ca.key", "ca.crt"] : []) + ["page.pem", "page.crt", "certificate.json", "names"]
    for file in files { try keep(file, of: new) }
    return made
  }

  /// Removes all keys and certificates, so that phones no longer trust this computer.
  func remove() { _ = try? FileManager.default.removeItem(atPath: folder) }

  private func keep(_ file: String, of new: String) throws(PageFault) {
    let isSecret = file == "ca.key" || file == "page.pem"
    try step(file) {
      chmod("\(new)/\(file)", isSecret ? 0o600 : 0o644) == 0 && rename("\(new)/\(file)", "\(folder)/\(file)") == 0
    }
  }

  private func read(
    _ names: [String], authority: String, page: String
  ) throws(PageFault) -> MadeCertificate {
    // A line each: `sha256 Fingerprint=AB:…`, `notAfter=2027-12-28 22:00:00Z`.
    let field = { (words: [String]) in
      output(["openssl", "x509", "-noout"] + words)?.split { $0 == "=" || $0.isNewline }.last.map(String.init)
    }
    guard let fingerprint = field(["-fingerprint", "-sha256", "-in", authority]), fingerprint.utf8.count == 95,
      let notAfter = field(["-enddate", "-dateopt", "iso_8601", "-in", page]), notAfter.utf8.count == 20
    else { throw .certificateFailed("openssl x509") }
    return MadeCertificate(
      names: names, fingerprint: fingerprint, notAfter: notAfter.replacing(" ", with: "T"), port: Limits.securePagePort)
  }

  private func openSSL(_ words: String, key name: String? = nil, in new: String = "") throws(PageFault) {
    var words = words.split(separator: " ").map(String.init)
    if let name {
      words += ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "\(new)/\(name).key"]
      words += ["-config", "\(new)/openssl.cnf"]
    }
    guard run(["openssl"] + words) == 0 else { throw .certificateFailed("openssl \(words[0])") }
  }

  private func step(_ name: String, _ body: () -> Bool) throws(PageFault) {
    guard body() else { throw .certificateFailed("\(name): \(SystemError.text)") }
  }

  private func text(of path: String) throws(PageFault) -> String {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw .certificateFailed(path) }
    return text
  }

  private func write(_ text: String, to path: String) throws(PageFault) {
    if let failure = FileWriting.replaceFile(at: path, with: Array(text.utf8)) {
      throw .certificateFailed("\(path): \(failure)")
    }
  }

  /// Returns whether a name has at least two labels, of lower-case letters, digits and hyphens, and is this computer's
  /// alone.
  ///
  /// A permitted name includes all names below it (RFC 5280, section 4.2.1.10), so an authority for the single label
  /// `bike`, or for `co.uk`, could sign for that whole domain. If the last label is a number, browsers parse the name
  /// as an address (WHATWG URL, section 3.5).
  static func isName(_ name: String) -> Bool {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.utf8.count <= 253 && labels.count > 1 && labels.last.flatMap { UInt64($0) } == nil
      && !SharedDomains.contain(name)
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
          }
      }
  }

  /// 128 random bits, the highest of them 0 (RFC 5280, section 4.1.2.2).
  private static var serial: String {
    let bytes = (0..<16).map { UInt8.random(in: $0 == 0 ? 1...0x7F : 0...0xFF) }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func configuration(_ names: [String]) -> String {
    let permitted = names.enumerated().map { "permitted;DNS.\($0) = \($1)" }.joined(separator: "\n")
    let alternative = names.enumerated().map { "DNS.\($0) = \($1)" }.joined(separator: "\n")
    return """
      [req]
      distinguished_name = name
      prompt = no
      [name]
      CN = jz2 on \(names[0].prefix(50))
      [ca]
      basicConstraints = critical, CA:TRUE, pathlen:0
      keyUsage = critical, keyCertSign, cRLSign
      extendedKeyUsage = serverAuth
      subjectKeyIdentifier = hash
      nameConstraints = critical, @constraints
      [constraints]
      \(permitted)
      permitted;email.0 = \(names[0])
      excluded;IP.0 = 0.0.0.0/0.0.0.0
      excluded;IP.1 = 0:0:0:0:0:0:0:0/0:0:0:0:0:0:0:0
      [page]
      basicConstraints = critical, CA:FALSE
      keyUsage = critical, digitalSignature
      extendedKeyUsage = serverAuth
      subjectKeyIdentifier = hash
      authorityKeyIdentifier = keyid
      subjectAltName = @names
      [names]
      \(alternative)

      """
  }
}

/// Domains below which many owners have names, such as `co.uk` and `duckdns.org`.
enum SharedDomains {
  /// The list of publicsuffix.org in Debian's package `publicsuffix`, installed along with curl and wget.
  static let list = "/usr/share/publicsuffix/public_suffix_list.dat"

  /// Second-level domains of country registries, known also without the list.
  private static let ofCountries = Set("ac co com edu gob gouv gov gv mil ne net nom or org sch".split(separator: " "))
  /// Domains of dynamic DNS, and those that every home network uses.
  private static let ofHomes = Set(
    "ddns.net dedyn.io duckdns.org dyndns.org dynv6.net fritz.box home.arpa myfritz.net no-ip.org synology.me ts.net"
      .split(separator: " "))

  /// Returns whether a lower-case name is such a domain; false for the names below it.
  static func contain(_ name: String, list path: String = list) -> Bool {
    let labels = name.split(separator: ".")
    let isOfCountry = labels.count == 2 && labels[1].count == 2 && ofCountries.contains(labels[0])
    if isOfCountry || ofHomes.contains(name[...]) { return true }
    let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
    // A rule for all names below a domain begins with `*.`, and an exception from it with `!`.
    let below = "*." + labels.dropFirst().joined(separator: ".")
    return lines.contains { $0 == name || $0 == below } && !lines.contains { $0 == "!" + name }
  }
}

/// The data of a certificate that a phone needs.
struct MadeCertificate: Encodable, Hashable {
  /// The names in the certificate, the usual name first.
  let names: [String]
  /// The SHA-256 fingerprint of the authority.
  let fingerprint: String
  /// The end of the page's certificate, RFC 3339.
  let notAfter: String
  /// The port of the encrypted page.
  let port: Int

  /// The stored part; the names are in a file of their own.
  struct Description: Decodable {
    let fingerprint: String
    let notAfter: String
  }

  /// The JSON text that the page serves.
  var json: String { "{\"fingerprint\":\"\(fingerprint)\",\"notAfter\":\"\(notAfter)\"}\n" }
}
