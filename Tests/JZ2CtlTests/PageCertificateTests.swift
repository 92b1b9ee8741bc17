import ControlWire
import Foundation
import TestKit
import Testing

@testable import jz2ctl

/// Certificates are made by the `openssl` of this computer.
@Suite struct PageCertificateTests {
  private let folder: TemporaryDirectory
  private let certificate: PageCertificate
  private let names = ["pi.local", "pi"]

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

  @Test func `the authority speaks for the names of this computer alone, and its certificate for the page`() throws {
    let made = try certificate.make(for: names, again: false)
    let authority = text("ca.crt")
    for part in [
      "X509v3 Name Constraints: critical", "DNS:pi.local", "IP:0.0.0.0/0.0.0.0", "X509v3 Basic Constraints: critical",
      "CA:TRUE, pathlen:0", "X509v3 Key Usage: critical", "prime256v1",
    ] {
      #expect(authority.contains(part), "\(part)")
    }
    #expect(text("page.crt").contains("TLS Web Server Authentication"))
    #expect(isTrusted(file("page.crt"), for: "pi.local") && isTrusted(file("page.crt"), for: "pi"))
    #expect(!isTrusted(file("page.crt"), for: "bank.example"))
    #expect(made.names == names && made.fingerprint.utf8.count == 95)
    #expect(try String(contentsOfFile: file("certificate.json"), encoding: .utf8) == made.told)
  }

  @Test func `a certificate for another name is not trusted, although the authority signed it`() throws {
    _ = try certificate.make(for: names, again: false)
    let other = folder.path(of: "other")
    let commands = [
      "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=x -addext subjectAltName=DNS:bank.example "
        + "-keyout \(other).key -out \(other).csr",
      "x509 -req -in \(other).csr -CA \(file("ca.crt")) -CAkey \(file("ca.key")) -copy_extensions copy -out \(other).crt",
    ]
    for command in commands {
      #expect(Subprocess.status(of: ["openssl"] + command.split(separator: " ").map(String.init)) == 0)
    }
    #expect(!isTrusted("\(other).crt", for: "bank.example"))
  }

  @Test func `the page's certificate lasts 397 days at most, and its keys are for root alone`() throws {
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

  @Test func `a second time the authority stays, unless its names are others or another one is asked for`() throws {
    let first = try certificate.make(for: names, again: false)
    let second = try certificate.make(for: names, again: false)
    #expect(first.fingerprint == second.fingerprint && certificate.names == names && !certificate.isDue)
    #expect(isTrusted(file("page.crt"), for: "pi.local"))
    let further = try certificate.make(for: names + ["ride.example.org"], again: false)
    #expect(further.fingerprint != first.fingerprint && isTrusted(file("page.crt"), for: "ride.example.org"))
    #expect(try certificate.make(for: further.names, again: true).fingerprint != further.fingerprint)
  }

  @Test(arguments: ["pi.local;rm", "", "pi\nlocal", "PI.local", "pi local", "*.local"])
  func `a name that is none is refused, and nothing is made`(_ name: String) {
    #expect(throws: PageFault.badName(name)) { try certificate.make(for: [name], again: false) }
    #expect(!certificate.exists)
  }

  @Test func `without openssl that is said, and a step that fails leaves what was there`() throws {
    var without = certificate
    without.run = { _ in nil }
    #expect(throws: PageFault.noOpenSSL) { try without.make(for: names, again: false) }
    let made = try certificate.make(for: names, again: false)
    without.run = { words in words[1] == "x509" ? 1 : Subprocess.status(of: words) }
    #expect(throws: PageFault.certificateFailed("openssl x509")) { try without.make(for: names, again: true) }
    #expect(try String(contentsOfFile: file("certificate.json"), encoding: .utf8) == made.told)
  }
}
