import ControlWire
import FoundationEssentials
import Glibc
import RideText
import Rides

/// Makes a certificate authority for this computer alone, and a certificate of it for the page, by `openssl`.
///
/// The authority stays for ten years: phones were told to trust it. What it may speak for stands in it (RFC 5280, section
/// 4.2.1.10): the names of this computer, and no address. It signs certificates of servers alone. The page's own
/// certificate lasts 397 days, the longest that browsers take, and is renewed.
struct PageCertificate {
  /// Where keys and certificates are.
  var folder = "/var/lib/jz2-page"
  /// Runs a program to its end: its exit status, nil if there is none.
  var run: ([String]) -> Int32? = Subprocess.status(of:)
  /// Runs a program, and returns what it prints; nil if there is no such program.
  var output: ([String]) -> String? = Subprocess.output(of:)

  /// The longest life of a server's certificate that browsers take, in days.
  static let days = 397
  /// How many days before its end it is renewed.
  static let renewalDays = 30

  /// The names that it speaks for, as they were told; empty where there is none.
  var names: [String] {
    guard let text = try? String(contentsOfFile: "\(folder)/names", encoding: .utf8) else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  /// Whether there is one.
  var exists: Bool { access("\(folder)/ca.crt", F_OK) == 0 && access("\(folder)/page.pem", F_OK) == 0 }

  /// Whether the page's certificate ends soon.
  var isDue: Bool {
    // What stunnel4 serves; the other copy may be newer after a power cut.
    run(["openssl", "x509", "-noout", "-checkend", "\(Self.renewalDays * 86_400)", "-in", "\(folder)/page.pem"]) != 0
  }

  /// What phones compare of the present one; nil if there is none.
  var present: MadeCertificate? {
    guard exists, let text = try? Data(contentsOf: URL(filePath: "\(folder)/certificate.json")),
      let told = try? JSONDecoder().decode(MadeCertificate.Told.self, from: text)
    else { return nil }
    return MadeCertificate(
      names: names, fingerprint: told.fingerprint, notAfter: told.notAfter, port: Limits.securePagePort)
  }

  /// Makes what is missing: the authority, unless it is there with these names, and always a new certificate.
  ///
  /// - Parameters:
  ///   - names: What browsers call this computer, the usual name first.
  ///   - again: Whether there is to be another authority, which phones have to trust anew.
  /// - Returns: What phones compare.
  /// - Throws: `noOpenSSL`, `badName`, `certificateFailed`.
  func make(for names: [String], again: Bool) throws(PageFault) -> MadeCertificate {
    guard run(["openssl", "version"]) == 0 else { throw .noOpenSSL }
    let isNew = again || self.names != names || access("\(folder)/ca.key", F_OK) != 0
    // An authority that has a name of one label is renewed as it is: phones trust it.
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
    try write(made.told, to: "\(new)/certificate.json")
    // Where power fails between two of them, the names are missing, and the next call makes all of it again.
    unlink("\(folder)/names")
    let files = (isNew ? ["ca.key", "ca.crt"] : []) + ["page.pem", "page.crt", "certificate.json", "names"]
    for file in files { try keep(file, of: new) }
    return made
  }

  /// Takes all of it away; phones trust nothing of this computer then.
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
    let told = { (words: [String]) in
      output(["openssl", "x509", "-noout"] + words)?.split { $0 == "=" || $0.isNewline }.last.map(String.init)
    }
    guard let fingerprint = told(["-fingerprint", "-sha256", "-in", authority]), fingerprint.utf8.count == 95,
      let notAfter = told(["-enddate", "-dateopt", "iso_8601", "-in", page]), notAfter.utf8.count == 20
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
    guard body() else { throw .certificateFailed("\(name): \(String(cString: strerror(errno)))") }
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

  /// Whether a name has two labels or more, of small letters, digits and hyphens, and is this computer's alone.
  ///
  /// A permitted name includes all names below it (RFC 5280, section 4.2.1.10), so an authority for the single label
  /// `bike`, or for `co.uk`, could speak for all of that domain. Where the last label is a number, browsers read an
  /// address (WHATWG URL, section 3.5).
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

/// Domains below which many owners have their names, such as `co.uk` and `duckdns.org`.
enum SharedDomains {
  /// The list of publicsuffix.org, as Debian's package `publicsuffix` has it, which comes with curl and wget.
  static let list = "/usr/share/publicsuffix/public_suffix_list.dat"

  /// Domains of countries that registries share out, known also without the list.
  private static let ofCountries = Set("ac co com edu gob gouv gov gv mil ne net nom or org sch".split(separator: " "))
  /// Domains of dynamic DNS, and those that each home has for itself.
  private static let ofHomes = Set(
    "ddns.net dedyn.io duckdns.org dyndns.org dynv6.net fritz.box home.arpa myfritz.net no-ip.org synology.me ts.net"
      .split(separator: " "))

  /// Whether a name in small letters is such a domain; false for the names below it.
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

/// What a phone needs to know of a certificate.
struct MadeCertificate: Encodable, Hashable {
  /// What it speaks for.
  let names: [String]
  /// Of the authority, SHA-256.
  let fingerprint: String
  /// The end of the page's certificate, RFC 3339.
  let notAfter: String
  /// Where the encrypted page answers.
  let port: Int

  /// What is kept of it beside the names.
  struct Told: Decodable {
    let fingerprint: String
    let notAfter: String
  }

  /// What the page tells of it.
  var told: String { "{\"fingerprint\":\"\(fingerprint)\",\"notAfter\":\"\(notAfter)\"}\n" }
}
