import ControlWire
import Foundation
import Testing

/// What the Debian package says, held against the sources.
@Suite struct PackageTests {
  @Test func `the newest Debian changelog entry has the programs' release number`() throws {
    let newest = try Checkout.text(of: "debian/changelog").prefix { $0 != "\n" }
    #expect(newest.hasPrefix("jz2 (\(ProductVersion.release)) "))
  }

  @Test func `a build without make marks its version as unknown`() {
    #expect(ProductVersion.text == "\(ProductVersion.release)~unknown")
  }

  /// A commit is one program, whenever it is built.
  @Test func `every package dependency has an exact version`() throws {
    let packages = try Checkout.text(of: "Package.swift").split(separator: "\n").filter { $0.contains(".package(url:") }
    #expect(packages.filter { !$0.contains(", exact: \"") } == [])
    let resolved = Checkout.root.appending(path: "Package.resolved")
    guard let text = try? String(contentsOf: resolved, encoding: .utf8) else { return }
    for pin in text.matches(of: /"location" : "([^"]+)"/) {
      #expect(packages.contains { $0.contains("\"\(pin.output.1)\"") }, "\(pin.output.1) is not named")
    }
  }

  /// Nobody gets mail there, and no domain of somebody else is named.
  @Test(arguments: ["debian/control", "debian/changelog"])
  func `mail addresses in the Debian files end in .invalid`(_ path: String) throws {
    let addresses = try Checkout.text(of: path).matches(of: /<([^>]+@[^>]+)>/).map { String($0.output.1) }
    #expect(!addresses.isEmpty)
    #expect(addresses.filter { !$0.hasSuffix(".invalid") } == [])
  }

  @Test func `the Debian copyright file names every linked package`() throws {
    let copyright = try Checkout.text(of: "debian/copyright")
    let named = try Checkout.text(of: "Package.swift").matches(of: /\.package\(url: "[^"]*\/([^"\/]+)"/)
      .map { $0.output.1.lowercased().replacing(/\.(swift|git)$/, with: "") }
    #expect(named.count > 3)
    for package in named { #expect(copyright.contains("linked-in/\(package)"), "\(package)") }
  }

  /// Rides outlive the package: nothing that it brings deletes below their directory.
  @Test(arguments: ["debian/postinst", "debian/postrm", "tmpfiles.d/jz2.conf"])
  func `no script of the Debian package deletes rides`(_ path: String) throws {
    let deleting = try Checkout.text(of: path).split(separator: "\n").filter {
      $0.contains(/(^|\s)(rm|unlink|shred|find)\s|^[RrDe]!?\s/) && $0.contains("/var/lib")
    }
    #expect(deleting == [])
  }
}
