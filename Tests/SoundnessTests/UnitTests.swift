import Foundation
import TestKit
import Testing

/// What systemd is told about the daemon.
@Suite struct UnitTests {
  private static let analyze = "/usr/bin/systemd-analyze"

  /// On the units as they would be installed, their program being one that exists here.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyze), "needs systemd-analyze"))
  func `systemd-analyze finds no fault in the units`() async throws {
    let root = try InstalledUnits()
    defer { root.remove() }
    #expect(try await complaints(about: root.units) == [])
    try root.write("[Service]\nExecStart=nonsense here\n", as: "jz2d.service")
    #expect(try await complaints(about: root.units) != [], "it would say so if they were not")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyze), "needs systemd-analyze"))
  func `the service's exposure level is at most 1.5`() async throws {
    let root = try InstalledUnits()
    defer { root.remove() }
    #expect(try await isExposed(root) == false)
    let open = try Checkout.text(of: "systemd/jz2d.service").replacing("SystemCallFilter=", with: "#")
    try root.write(open, as: "jz2d.service")
    #expect(try await isExposed(root), "it would say so if it were")
  }

  /// On a machine without systemd running it complains about units that are not ours, too.
  private func complaints(about units: [String]) async throws -> [Substring] {
    let outcome = try await Program(Self.analyze, ["verify", "--man=no"] + units).outcome()
    return (outcome.output + outcome.error).split(separator: "\n").filter { $0.contains("jz2d.") }
  }

  private func isExposed(_ root: InstalledUnits) async throws -> Bool {
    let options = ["security", "--offline=yes", "--no-pager", "--threshold=15", "--root=\(root.folder.path())"]
    let outcome = try await Program(Self.analyze, options + ["jz2d.service"]).outcome()
    try #require(outcome.output.contains("Overall exposure level for jz2d.service"), "\(outcome.error)")
    return outcome.status != 0
  }

  @Test(arguments: [
    // A crash loop, or a controller that goes, never leaves the daemon down mid-ride.
    ("Restart", ["always"]), ("StartLimitIntervalSec", ["0"]), ("BindsTo", []), ("PartOf", []), ("Requires", []),
    ("WantedBy", ["multi-user.target bluetooth.target"]), ("Also", ["jz2d.socket"]),
    // A stop does not take the path of the socket along, which systemd goes on listening on.
    ("RuntimeDirectoryPreserve", ["yes"]),
    // Wrong options and a missing capture are there again at the next start.
    ("RestartPreventExitStatus", ["64 66"]), ("EnvironmentFile", ["-/etc/default/jz2"]),
    // The first slows the ride down with the import that takes the memory; heart rates belong in no core.
    ("MemoryHigh", []), ("LimitCORE", ["0"]), ("TasksMax", ["64"]),
    // The ride's thread goes before the rest of the computer.
    ("LimitRTPRIO", ["1"]), ("RestrictRealtime", []),
    // A ride is suspended before the daemon is killed.
    ("TimeoutStopSec", ["30"]),
    ("AmbientCapabilities", ["CAP_NET_RAW"]), ("CapabilityBoundingSet", ["CAP_NET_RAW"]),
    ("RestrictAddressFamilies", ["AF_UNIX AF_BLUETOOTH"]),
    // Either hides Bluetooth; without the boot's name no crash can be told from a reboot.
    ("PrivateNetwork", []), ("PrivateUsers", []), ("ProcSubset", []),
    ("User", ["jz2"]), ("Group", ["jz2"]), ("StateDirectory", ["jz2"]), ("RuntimeDirectory", ["jz2"]),
  ])
  func `a directive of the service unit has its expected value`(_ directive: String, _ values: [String]) throws {
    #expect(try lines(of: directive, in: "systemd/jz2d.service") == values)
  }

  @Test(arguments: [
    ("ListenStream", ["/run/jz2/jz2.sock"]), ("SocketGroup", ["jz2"]), ("SocketMode", ["0660"]),
    ("DirectoryMode", ["0755"]),
  ])
  func `the socket unit gives access to its group only`(_ directive: String, _ values: [String]) throws {
    #expect(try lines(of: directive, in: "systemd/jz2d.socket") == values)
  }

  @Test func `sysusers creates the service's account`() throws {
    let lines = try Checkout.text(of: "sysusers.d/jz2.conf").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("u jz2 - ") && $0.hasSuffix(" /var/lib/jz2") })
  }

  private func lines(of directive: String, in unit: String) throws -> [String] {
    try Checkout.text(of: unit).split(separator: "\n").filter { $0.hasPrefix("\(directive)=") }
      .map { String($0.dropFirst(directive.count + 1)) }
  }
}

/// A root directory that holds the units and a program for them to start.
private struct InstalledUnits {
  let folder = FileManager.default.temporaryDirectory.appending(path: "jz2-units-\(UUID())")

  init() throws {
    for path in ["etc/systemd/system", "bin"] {
      try FileManager.default.createDirectory(at: folder.appending(path: path), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: "/bin/true", toPath: folder.appending(path: "bin/true").path())
    for name in ["jz2d.service", "jz2d.socket"] { try write(Checkout.text(of: "systemd/\(name)"), as: name) }
  }

  var units: [String] { ["jz2d.service", "jz2d.socket"].map { unit($0).path() } }

  func write(_ text: String, as name: String) throws {
    try Data(text.replacing("/usr/local/bin/jz2d", with: "/bin/true").utf8).write(to: unit(name))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private func unit(_ name: String) -> URL { folder.appending(path: "etc/systemd/system/\(name)") }
}
