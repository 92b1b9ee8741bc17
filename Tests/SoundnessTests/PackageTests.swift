import ControlWire
import Foundation
import Rides
import Testing

@testable import jz2ctl

/// Compares the Debian packages with the sources.
@Suite struct PackageTests {
  @Test func `the newest Debian changelog entry has the programs' release number`() throws {
    let newest = try Checkout.text(of: "debian/changelog").prefix { $0 != "\n" }
    #expect(newest.hasPrefix("jz2 (\(ProductVersion.release)) "))
  }

  @Test func `a build without make marks its version as unknown`() {
    #expect(ProductVersion.text == "\(ProductVersion.release)~unknown")
  }

  /// A commit builds the same program at any time.
  @Test func `every package dependency has an exact version`() throws {
    let packages = try Checkout.text(of: "Package.swift").split(separator: "\n").filter { $0.contains(".package(url:") }
    #expect(packages.filter { !$0.contains(", exact: \"") } == [])
    let resolved = Checkout.root.appending(path: "Package.resolved")
    guard let text = try? String(contentsOf: resolved, encoding: .utf8) else { return }
    for pin in text.matches(of: /"location" : "([^"]+)"/) {
      #expect(packages.contains { $0.contains("\"\(pin.output.1)\"") }, "\(pin.output.1) is not named")
    }
  }

  /// These addresses receive no mail, and the domain must not belong to someone else.
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

  /// Rides must survive the removal of the packages: no package file deletes anything below their directory.
  @Test(arguments: [
    "debian/jz2.preinst", "debian/jz2.postinst", "debian/jz2.postrm", "debian/jz2-sync.postrm", "debian/jz2-cue.postrm",
    "debian/jz2-web.postinst", "debian/jz2-web.prerm", "debian/jz2-web.postrm", "debian/jz2-bridge.postinst",
    "debian/jz2-bridge.prerm", "debian/jz2-bridge.postrm", "packaging/tmpfiles.d/jz2.conf",
  ])
  func `no script of the Debian packages deletes rides`(_ path: String) throws {
    #expect(try deleting(in: path).filter { !$0.contains(/\/var\/lib\/jz2-(sync|web)(\s|$)/) } == [])
  }

  @Test func `purging jz2-sync deletes the secrets of the services and says so`() throws {
    #expect(try deleting(in: "debian/jz2-sync.postrm").map { $0.drop { $0 == " " } } == ["rm -rf /var/lib/jz2-sync"])
    #expect(try Checkout.text(of: "debian/jz2-sync.postrm").contains("echo \"The keys and tokens"))
  }

  /// The lines that delete something below /var/lib.
  private func deleting(in path: String) throws -> [Substring] {
    try Checkout.text(of: path).split(separator: "\n").filter {
      $0.contains(/(^|\s)(rm|unlink|shred|find)\s|^[RrDe]!?\s/) && $0.contains("/var/lib")
    }
  }

  /// The dependencies of a Debian package.
  private func dependencies(of package: String) throws -> [Substring] {
    let control = try Checkout.text(of: "debian/control")
    let start = try #require(control.firstRange(of: "\nPackage: \(package)\n")?.upperBound)
    let fields =
      control[start...].firstRange(of: "\nPackage: ").map { control[start..<$0.lowerBound] } ?? control[start...]
    let depends = try #require(fields.firstRange(of: "\nDepends:\n")?.upperBound)
    return fields[depends...].split(separator: "\n").prefix { $0.hasPrefix(" ") }.map { $0.dropFirst() }
  }

  @Test func `jz2 does not depend on jz2-sync, which requires the same version of jz2`() throws {
    #expect(try dependencies(of: "jz2").filter { $0.contains("jz2") || $0.contains("curl") } == [])
    let sync = try dependencies(of: "jz2-sync")
    #expect(sync.contains("jz2 (= ${binary:Version}),"))
    // jz2sync loads libcurl at run time instead of linking it, so no tool finds the dependency.
    #expect(sync.contains("libcurl4t64 | libcurl4,"))
  }

  @Test func `jz2-cue requires the same version of jz2, and no program that plays or speaks`() throws {
    let cue = try dependencies(of: "jz2-cue")
    #expect(cue.contains("jz2 (= ${binary:Version}),"))
    #expect(cue.filter { $0.contains("alsa") || $0.contains("espeak") } == [])
  }

  @Test func `jz2-web requires the same version of jz2, and no other program`() throws {
    #expect(
      try dependencies(of: "jz2-web") == ["jz2 (= ${binary:Version}),", "${misc:Depends},", "${shlibs:Depends},"])
  }

  @Test func `jz2-bridge requires the same version of jz2, and no other program`() throws {
    #expect(
      try dependencies(of: "jz2-bridge") == ["jz2 (= ${binary:Version}),", "${misc:Depends},", "${shlibs:Depends},"])
  }

  /// An upgrade keeps the state that the rider has set.
  @Test func `installing jz2-bridge does not enable or start its units, and removing it stops them`() throws {
    let units = "jz2-bridge.socket jz2-bridge.service"
    #expect(try Checkout.text(of: "debian/jz2-bridge.prerm").contains("deb-systemd-invoke stop \(units) "))
    let postinst = try Checkout.text(of: "debian/jz2-bridge.postinst")
    #expect(postinst.contains("Switch it on: sudo systemctl enable --now \(units)\""))
    #expect(postinst.contains("deb-systemd-invoke try-restart jz2-bridge.service "))
    #expect(["systemctl start", "invoke start", "invoke enable"].allSatisfy { !postinst.contains($0) })
  }

  /// An upgrade keeps the state that `page on` or `page off` has set.
  @Test func `installing jz2-web does not enable or start its units`() throws {
    let rules = try Checkout.text(of: "debian/rules")
    let kept = "--no-enable --no-start --no-stop-on-upgrade --no-restart-after-upgrade"
    #expect(rules.contains("dh_installsystemd -pjz2-web -pjz2-bridge \(kept)\n"))
    // Debhelper stops only the units that it starts.
    #expect(
      try Checkout.text(of: "debian/jz2-web.prerm").contains(
        "deb-systemd-invoke stop \(PageSwitch.socketUnit) \(PageSwitch.serviceUnit) "))
    let postinst = try Checkout.text(of: "debian/jz2-web.postinst")
    #expect(["enable", "systemctl start", "invoke start"].allSatisfy { !postinst.contains($0) })
    #expect(postinst.contains("deb-systemd-invoke try-restart \(PageSwitch.serviceUnit) "))
    #expect(!postinst.contains(".socket"), "a port that an upgrade closes may not open again")
  }

  /// The scripts, `page on` and the file itself recognize a copy by the same text.
  @Test(arguments: ["packaging/avahi/jz2.service", "debian/jz2-web.postinst", "debian/jz2-web.postrm"])
  func `a copy of the page's announcement contains its mark`(_ path: String) throws {
    #expect(try Checkout.text(of: path).contains(PageSwitch.mark))
  }

  @Test func `the page's announcement names its port, and is read completely`() throws {
    let text = try Checkout.text(of: "packaging/avahi/jz2.service")
    #expect(text.contains("<port>\(Limits.pagePort)</port>") && text.contains("<type>_http._tcp</type>"))
    #expect(text.contains("<name replace-wildcards=\"yes\">jz2 on %h</name>"))
    let place = FileSystem(root: Checkout.root.path())
    #expect(place.text(of: "/packaging/avahi/jz2.service").map { "\($0)\n" } == text)
  }

  /// No setting applies until the administrator removes its comment sign.
  @Test(arguments: ["debian/sync.conf", "debian/cue.conf"])
  func `a file for the administrator contains only comments`(_ path: String) throws {
    let lines = try Checkout.text(of: path).split(separator: "\n")
    #expect(lines.filter { !$0.hasPrefix("#") } == [])
  }
}
