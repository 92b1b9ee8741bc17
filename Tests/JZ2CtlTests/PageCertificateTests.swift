import ArgumentParser
import ClientTestKit
import ControlWire
import Foundation
import TestKit
import Testing

@testable import jz2ctl

/// Certificates are made by the `openssl` of this computer.
@Suite struct PageCertificateTests {
  private let folder: TemporaryDirectory
  private let certificate: PageCertificate
  private let names = ["pi.local", "pi.fritz.box"]

  init() throws {
    folder = try TemporaryDirectory()
    certificate = PageCertificate(folder: folder.path(of: "page"))
  }

  private func file(_ name: String) -> String { "\(certificate.folder)/\(name)" }
  private func text(_ name: String) -> String {
    Subprocess.output(of: ["openssl", "x509", "-noout", "-text", "-in", file(name)]) ?? ""
  }

  private func isTrusted(_ page: String, for name: String) -> Bool {
    Subprocess.status(of: [
      "openssl", "verify", "-CAfile", file("ca.crt"), "-purpose", "sslserver", "-verify_hostname", name, page,
    ]) == 0
  }

  @Test func `the authority is limited to this computer's names, and the page's certificate has them all`() throws {
    let made = try certificate.make(for: names, again: false)
    let authority = text("ca.crt")
    for part in [
      "X509v3 Name Constraints: critical", "DNS:pi.local", "IP:0.0.0.0/0.0.0.0", "X509v3 Basic Constraints: critical",
      "CA:TRUE, pathlen:0", "X509v3 Key Usage: critical", "TLS Web Server Authentication", "prime256v1",
    ] {
      #expect(authority.contains(part), "\(part)")
    }
    #expect(text("page.crt").contains("TLS Web Server Authentication"))
    #expect(names.allSatisfy { isTrusted(file("page.crt"), for: $0) })
    #expect(!isTrusted(file("page.crt"), for: "bank.example"))
    #expect(made.names == names && made.fingerprint.utf8.count == 95)
    #expect(try String(contentsOfFile: file("certificate.json"), encoding: .utf8) == made.json)
  }

  /// `openssl verify` exits with 2 for a certificate that it does not trust.
  @Test(arguments: [
    ("DNS:pi.local", 0 as Int32), ("DNS:bank.example", 2), ("DNS:pi", 2), ("DNS:bank.pi", 2), ("IP:192.0.2.1", 2),
    ("email:rider@bank.example", 2),
  ])
  func `a certificate for another name is not trusted, even if the authority signed it`(
    _ name: String, _ status: Int32
  ) throws {
    _ = try certificate.make(for: names, again: false)
    let other = folder.path(of: "other")
    let commands = [
      "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=x -addext subjectAltName=\(name) "
        + "-keyout \(other).key -out \(other).csr",
      "x509 -req -in \(other).csr -CA \(file("ca.crt")) -CAkey \(file("ca.key")) -copy_extensions copy -out \(other).crt",
    ]
    for command in commands {
      #expect(Subprocess.status(of: ["openssl"] + command.split(separator: " ").map(String.init)) == 0)
    }
    #expect(Subprocess.status(of: ["openssl", "verify", "-CAfile", file("ca.crt"), "\(other).crt"]) == status)
    #expect(
      Subprocess.status(of: [
        "openssl", "verify", "-CAfile", file("ca.crt"), "-purpose", "smimesign", "\(other).crt",
      ]) == 2, "no mail is signed")
  }

  @Test func `the page's certificate is valid for at most 397 days, and only root can read its keys`() throws {
    _ = try certificate.make(for: names, again: false)
    func ends(within seconds: Int) -> Bool {
      Subprocess.status(of: ["openssl", "x509", "-noout", "-checkend", "\(seconds)", "-in", file("page.crt")]) != 0
    }
    #expect(ends(within: 397 * 86_400 + 60) && !ends(within: 396 * 86_400))
    for (name, mode) in [("ca.key", 0o600), ("page.pem", 0o600), ("ca.crt", 0o644), ("certificate.json", 0o644)] {
      let found = try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
      #expect(found == mode, "\(name)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: certificate.folder).sorted()
    #expect(left == ["ca.crt", "ca.key", "certificate.json", "names", "page.crt", "page.pem"])
  }

  @Test func `the authority is kept unless the names change or a new one is requested`() throws {
    let first = try certificate.make(for: names, again: false)
    let second = try certificate.make(for: names, again: false)
    #expect(first.fingerprint == second.fingerprint && certificate.names == names && !certificate.isDue)
    #expect(isTrusted(file("page.crt"), for: "pi.local"))
    let further = try certificate.make(for: names + ["ride.example.org"], again: false)
    #expect(further.fingerprint != first.fingerprint && isTrusted(file("page.crt"), for: "ride.example.org"))
    #expect(try certificate.make(for: further.names, again: true).fingerprint != further.fingerprint)
  }

  @Test(arguments: [
    "pi.local;rm", "", "pi\nlocal", "PI.local", "pi local", "*.local", "pi", "com", ".bike", "bike.", "co.uk", "com.au",
    "duckdns.org", "home.arpa", "fritz.box", "192.168.1.5", "pi.7", "-pi.local", "pi-.local",
  ])
  func `an invalid name is refused, and no certificate is created`(_ name: String) {
    #expect(throws: PageFault.badName(name)) { try certificate.make(for: [name], again: false) }
    #expect(!certificate.exists)
  }

  @Test(arguments: [
    ("ck", false), ("bike.ck", true), ("www.ck", false), ("ride.bike.ck", false), ("pages.dev", true),
    ("ride.pages.dev", false), ("gov.uk", true), ("ride.example.org", false), ("pi.local", false),
  ])
  func `a domain that many owners share is detected even without the list`(_ name: String, _ isShared: Bool) throws {
    let folder = try TemporaryDirectory()
    let list = folder.path(of: "list")
    try Data("// a comment\npages.dev\n*.ck\n!www.ck\n".utf8).write(to: URL(filePath: list))
    #expect(SharedDomains.contain(name, list: list) == isShared)
    #expect(SharedDomains.contain("co.uk", list: "\(list).missing") && !SharedDomains.contain("pi.local", list: ""))
  }

  @Test func `a missing openssl is reported, and a failed step keeps the existing certificate`() throws {
    var without = certificate
    without.run = { _ in nil }
    #expect(throws: PageFault.noOpenSSL) { try without.make(for: names, again: false) }
    let made = try certificate.make(for: names, again: false)
    without.run = { words in words[1] == "x509" ? 1 : Subprocess.status(of: words) }
    #expect(throws: PageFault.certificateFailed("openssl x509")) { try without.make(for: names, again: true) }
    #expect(try String(contentsOfFile: file("certificate.json"), encoding: .utf8) == made.json)
  }
}

/// The verb, on a computer whose systemd records its commands.
@Suite struct PageCertificateVerbTests {
  private let folder: TemporaryDirectory
  private let printed = Samples.Printed()

  init() throws { folder = try TemporaryDirectory() }

  private func perform(_ scene: PageScene, _ words: String...) throws {
    try PageCertificateCommand.parse(words).perform(
      on: scene.page, host: "Pi.fritz.box", output: printed.stream(json: false), picture: nil)
  }

  @Test func `page certificate encrypts the page, and prints its addresses and fingerprint`() throws {
    let scene = try PageScene(in: folder)
    try perform(scene, "--name", "Ride.example.org")
    #expect(
      scene.commands == [
        "systemctl --quiet is-enabled jz2-web.socket", "systemctl --quiet stop jz2-web.service",
        "systemctl --quiet enable --now jz2-web-tls.socket jz2-web-tls.service jz2-web-certificate.timer",
        "systemctl --quiet restart jz2-web-tls.service", "systemctl --quiet is-enabled jz2-web.socket",
      ])
    #expect(scene.page.certificate.names == ["pi.local", "ride.example.org"])
    #expect(printed.output.contains("http://pi.local:8420/#secure"))
    #expect(printed.output.contains("https://pi.local:8421"))
    let halves = printed.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map(\.utf8.count)
    #expect(halves == [49, 49])
  }

  @Test func `page certificate shows an existing certificate, also to users other than root`() throws {
    let scene = try PageScene(in: folder)
    try perform(scene, "--name", "ride.example.org")
    let made = scene.page.certificate.present
    try perform(scene)
    #expect(scene.page.certificate.present == made, "a name that was given stays")
    scene.isRoot = false
    let text = printed.output
    try perform(scene)
    #expect(printed.output.hasSuffix(text.suffix(300)))
    #expect(throws: PageFault.notRoot("certificate")) { try perform(scene, "--again") }
  }

  @Test func `a renewal keeps an authority for a top-level domain, and page certificate replaces it`() throws {
    let scene = try PageScene(in: folder)
    try perform(scene)
    let first = try #require(scene.page.certificate.present)
    let made = scene.page.certificate
    try Data("pi.local\npi".utf8).write(to: URL(filePath: "\(made.folder)/names"))
    #expect(try made.make(for: made.names, again: false).fingerprint == first.fingerprint)
    try perform(scene)
    #expect(made.names == ["pi.local"] && made.present?.fingerprint != first.fingerprint)
  }

  @Test func `page certificate leaves a page switched off, and says how to switch it on`() throws {
    let scene = try PageScene(in: folder)
    scene.status = 1
    try perform(scene)
    #expect(scene.page.certificate.exists && scene.commands.allSatisfy { $0.contains("is-enabled") })
    #expect(printed.output.contains("`sudo jz2ctl page on`"))
  }

  @Test func `page certificate --renew waits until expiry is near, and --remove deletes everything`() throws {
    let scene = try PageScene(in: folder)
    #expect(throws: PageFault.noCertificate) { try perform(scene, "--renew") }
    try perform(scene)
    let count = scene.commands.count
    try perform(scene, "--renew")
    #expect(scene.commands.count == count && printed.output.contains("nothing to renew"))
    var due = scene.page
    due.certificate.run = { words in words.contains("-checkend") ? 1 : Subprocess.status(of: words) }
    let fingerprint = try due.certificate.make(for: scene.page.certificate.names, again: false).fingerprint
    #expect(try due.renew()?.fingerprint == fingerprint, "phones go on trusting the authority")
    #expect(scene.commands.last == "systemctl --quiet try-restart jz2-web-tls.service")
    try perform(scene, "--remove")
    #expect(!scene.page.certificate.exists && scene.commands.last?.contains("disable --now jz2-web-tls.socket") == true)
  }

  @Test func `page off also stops the encrypted page, and page on restarts it`() throws {
    let scene = try PageScene(in: folder)
    try perform(scene)
    try scene.page.switchOff()
    #expect(scene.commands.contains { $0.contains("disable --now jz2-web-tls.socket jz2-web-tls.service") })
    let count = scene.commands.count
    _ = try scene.page.switchOn()
    #expect(scene.commands.dropFirst(count).contains("systemctl --quiet restart jz2-web-tls.service"))
  }

  @Test func `page certificate fails without root, stunnel4 or the package`() throws {
    let scene = try PageScene(in: folder)
    scene.isRoot = false
    #expect(throws: PageFault.notRoot("certificate")) { try perform(scene) }
    #expect(!scene.page.certificate.exists)
    let without = try PageScene(in: folder, has: [.unit, .systemd])
    #expect(throws: PageFault.noStunnel) { try perform(without) }
    let none = try PageScene(in: folder, has: [.systemd])
    #expect(throws: PageFault.notInstalled) { try perform(none) }
  }

  @Test(arguments: [["--renew", "--remove"], ["--again", "--remove"], ["--name", "x", "--renew"]])
  func `page certificate refuses options that contradict each other`(_ words: [String]) {
    #expect(throws: (any Error).self) { try PageCertificateCommand.parse(words) }
  }
}
