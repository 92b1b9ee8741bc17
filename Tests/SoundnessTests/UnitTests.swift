import ControlWire
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
    return (outcome.output + outcome.error).split(separator: "\n").filter {
      $0.contains("jz2d.") || $0.contains("jz2d-")
    }
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
    ("WantedBy", ["multi-user.target bluetooth.target"]),
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

  /// The unit of the socket for everything has the service's name; the others are named as their sockets.
  private static func unit(of socket: TrainerSocket) -> String {
    socket == .all ? "jz2d.socket" : "jz2d-\(socket.rawValue).socket"
  }

  @Test func `the service brings all sockets along`() throws {
    let units = [TrainerSocket.all, .library, .ride, .look, .sync].map(Self.unit).joined(separator: " ")
    for directive in ["Sockets", "Also"] {
      #expect(try lines(of: directive, in: "systemd/jz2d.service") == [units])
    }
  }

  @Test(arguments: TrainerSocket.allCases)
  func `a socket unit gives access to its group only`(socket: TrainerSocket) throws {
    let unit = "systemd/\(Self.unit(of: socket))"
    #expect(try lines(of: "ListenStream", in: unit) == [SocketPath.path(of: socket)])
    #expect(try lines(of: "SocketGroup", in: unit) == [socket.group])
    #expect(try lines(of: "SocketMode", in: unit) == ["0660"])
    #expect(try lines(of: "DirectoryMode", in: unit) == ["0755"])
    // A unit of another name than the service's has to say which service, and for whom its socket is.
    let isServices = socket == .all
    #expect(try lines(of: "Service", in: unit) == (isServices ? [] : ["jz2d.service"]))
    #expect(try lines(of: "FileDescriptorName", in: unit) == (isServices ? [] : [socket.rawValue]))
  }

  @Test func `sysusers creates the service's account and the sockets' groups`() throws {
    let lines = try Checkout.text(of: "sysusers.d/jz2.conf").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("u jz2 - ") && $0.hasSuffix(" /var/lib/jz2") })
    for socket in TrainerSocket.allCases where socket != .all { #expect(lines.contains("g \(socket.group) -")) }
  }

  private func lines(of directive: String, in unit: String) throws -> [String] {
    try Checkout.text(of: unit).split(separator: "\n").filter { $0.hasPrefix("\(directive)=") }
      .map { String($0.dropFirst(directive.count + 1)) }
  }
}

/// A root directory that holds the units and a program for them to start.
private struct InstalledUnits {
  let folder = FileManager.default.temporaryDirectory.appending(path: "jz2-units-\(UUID())")
  private let names: [String]

  init() throws {
    for path in ["etc/systemd/system", "bin"] {
      try FileManager.default.createDirectory(at: folder.appending(path: path), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: "/bin/true", toPath: folder.appending(path: "bin/true").path())
    names = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.appending(path: "systemd").path())
      .sorted()
    for name in names { try write(Checkout.text(of: "systemd/\(name)"), as: name) }
  }

  var units: [String] { names.map { unit($0).path() } }

  func write(_ text: String, as name: String) throws {
    try Data(text.replacing("/usr/local/bin/jz2d", with: "/bin/true").utf8).write(to: unit(name))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private func unit(_ name: String) -> URL { folder.appending(path: "etc/systemd/system/\(name)") }
}
