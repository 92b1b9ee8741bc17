import ControlWire
import DirectConnect
import Foundation
import PageKit
import Rides
import TestKit
import Testing

@testable import jz2ctl

/// Tests the programs' systemd units.
@Suite struct UnitTests {
  private static let analyze = "/usr/bin/systemd-analyze"

  /// Checks the units as installed, with a program that exists here in place of theirs.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyze), "needs systemd-analyze"))
  func `systemd-analyze finds no fault in the units`() async throws {
    let root = try InstalledUnits()
    defer { root.remove() }
    #expect(try await complaints(about: root.units) == [])
    try root.write("[Service]\nExecStart=nonsense here\n", as: "jz2d.service")
    #expect(try await complaints(about: root.units) != [], "it would say so if they were not")
  }

  /// The limits, in tenths.
  ///
  /// Network access costs the difference to jz2-cue. The administrator's folder and the query whether the clock is set
  /// cost jz2-sync more.
  private static let exposures = [
    "jz2d.service": 15, "jz2-sync.service": 19, "jz2-cue.service": 10, "jz2-web.service": 10,
    "jz2-web-tls.service": 15, "jz2-web-certificate.service": 15, "jz2-hub.service": 15, "jz2-bridge.service": 13,
  ]

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyze), "needs systemd-analyze"))
  func `the exposure level of each service is at most its limit, and 2.0`() async throws {
    let root = try InstalledUnits()
    defer { root.remove() }
    let services = Set(root.names.filter { $0.hasSuffix(".service") })
    #expect(services == Set(Self.exposures.keys) && Self.exposures.values.allSatisfy { $0 <= 20 })
    for (service, tenths) in Self.exposures {
      #expect(try await isExposed(service, in: root, over: tenths) == false, "\(service)")
    }
    let open = try Checkout.text(of: "systemd/jz2d.service").replacing("SystemCallFilter=", with: "#")
    try root.write(open, as: "jz2d.service")
    #expect(try await isExposed("jz2d.service", in: root, over: 15), "it would say so if it were")
  }

  /// Without a running systemd, systemd-analyze also complains about other units; those lines are dropped.
  private func complaints(about units: [String]) async throws -> [Substring] {
    let outcome = try await Program(Self.analyze, ["verify", "--man=no"] + units).outcome()
    return (outcome.output + outcome.error).split(separator: "\n").filter {
      $0.contains("jz2d.") || $0.contains("jz2d-") || $0.contains("jz2-")
    }
  }

  /// Whether the exposure level of a service is above a limit, in tenths.
  private func isExposed(_ service: String, in root: InstalledUnits, over tenths: Int) async throws -> Bool {
    let options = ["security", "--offline=yes", "--no-pager", "--threshold=\(tenths)", "--root=\(root.folder.path())"]
    let outcome = try await Program(Self.analyze, options + [service]).outcome()
    try #require(outcome.output.contains("Overall exposure level for \(service)"), "\(outcome.error)")
    return outcome.status != 0
  }

  @Test(arguments: [
    // Neither a crash loop nor a removed controller may leave the daemon down during a ride.
    ("Restart", ["always"]), ("StartLimitIntervalSec", ["0"]), ("BindsTo", []), ("PartOf", []), ("Requires", []),
    ("WantedBy", ["multi-user.target bluetooth.target"]),
    // Rides that a full disk could not store survive a stop.
    ("RuntimeDirectoryPreserve", ["yes"]), ("RuntimeDirectoryMode", ["0750"]),
    // Wrong options and a missing capture cause the same failure at the next start.
    ("RestartPreventExitStatus", ["64 66"]), ("EnvironmentFile", ["-/etc/default/jz2"]),
    // MemoryHigh would slow the ride down together with the import that uses the memory. A core dump must not contain
    // heart rates.
    ("MemoryHigh", []), ("LimitCORE", ["0"]), ("TasksMax", ["64"]),
    // The ride's thread has priority over the rest of the computer.
    ("LimitRTPRIO", ["1"]), ("RestrictRealtime", []),
    // A ride is suspended before the daemon is killed.
    ("TimeoutStopSec", ["30"]),
    ("AmbientCapabilities", ["CAP_NET_RAW"]), ("CapabilityBoundingSet", ["CAP_NET_RAW"]),
    // It can neither open nor reach a network address.
    ("RestrictAddressFamilies", ["AF_UNIX AF_BLUETOOTH"]), ("IPAddressDeny", ["any"]), ("SocketBindDeny", ["any"]),
    // PrivateNetwork and PrivateUsers hide Bluetooth; without the boot ID a crash looks like a reboot.
    ("PrivateNetwork", []), ("PrivateUsers", []), ("ProcSubset", []),
    ("User", ["jz2"]), ("Group", ["jz2"]), ("StateDirectory", ["jz2"]), ("RuntimeDirectory", ["jz2/rides"]),
  ])
  func `a directive of the service unit has its expected value`(_ directive: String, _ values: [String]) throws {
    #expect(try lines(of: directive, in: "systemd/jz2d.service") == values)
  }

  @Test(arguments: [
    // It works without jz2d and without a network, and delays no boot for them.
    ("Wants", ["jz2d-store-sync.socket"]), ("After", ["network.target jz2d-store-sync.socket"]), ("Requires", []),
    ("BindsTo", []), ("PartOf", []), ("Before", []), ("WantedBy", ["multi-user.target"]),
    ("Type", ["notify"]), ("Restart", ["always"]), ("StartLimitIntervalSec", ["0"]),
    ("EnvironmentFile", ["-/etc/default/jz2-sync"]),
    // Its own user; its group owns jz2d's socket. The state and the memory contain secrets.
    ("User", ["jz2-sync"]), ("Group", [TrainerSocket.sync.group]), ("StateDirectory", ["jz2-sync"]),
    ("StateDirectoryMode", ["0700"]), ("UMask", ["0077"]), ("LimitCORE", ["0"]),
    // Root owns the directory of its sockets.
    ("RuntimeDirectory", []),
    // When memory runs out, it is killed before the ride.
    ("OOMScoreAdjust", ["200"]), ("MemoryMax", ["256M"]), ("TasksMax", ["64"]),
    ("CapabilityBoundingSet", [""]), ("AmbientCapabilities", []), ("NoNewPrivileges", ["yes"]),
    ("RestrictAddressFamilies", ["AF_UNIX AF_INET AF_INET6 AF_NETLINK"]),
    ("SocketBindAllow", ["ipv4:tcp:8721"]), ("SocketBindDeny", ["any"]),
    // PrivateUsers hides the caller's user; ProtectClock forbids the query whether the clock is set, for which glibc
    // uses either system call.
    ("PrivateUsers", []), ("ProtectClock", []), ("MemoryDenyWriteExecute", ["yes"]),
    (
      "SystemCallFilter",
      ["@system-service", "~@privileged @resources", "adjtimex clock_adjtime", "setpriority"]
    ),
  ])
  func `a directive of jz2sync's unit has its expected value`(_ directive: String, _ values: [String]) throws {
    #expect(try lines(of: directive, in: "systemd/jz2-sync.service") == values)
  }

  @Test(arguments: [
    // It works without jz2d and delays no boot for it.
    ("Wants", ["jz2d-ride.socket"]), ("After", ["jz2d-ride.socket"]), ("Requires", []), ("BindsTo", []), ("PartOf", []),
    ("WantedBy", ["multi-user.target"]), ("Type", ["notify"]), ("Restart", ["always"]),
    ("StartLimitIntervalSec", ["0"]), ("RestartPreventExitStatus", ["64 78"]),
    ("EnvironmentFile", ["-/etc/default/jz2-cue"]),
    ("User", ["jz2-cue"]), ("Group", ["jz2-cue"]), ("StateDirectory", []), ("RuntimeDirectory", []),
    ("OOMScoreAdjust", ["200"]), ("MemoryMax", ["128M"]), ("TasksMax", ["32"]), ("LimitCORE", ["0"]),
    ("CapabilityBoundingSet", [""]), ("AmbientCapabilities", []), ("NoNewPrivileges", ["yes"]),
    // The only devices are keys and sound; no network.
    ("DevicePolicy", ["closed"]), ("DeviceAllow", ["char-input r", "char-alsa rw"]), ("PrivateDevices", []),
    ("RestrictAddressFamilies", ["AF_UNIX"]), ("PrivateNetwork", ["yes"]), ("SocketBindDeny", ["any"]),
    // PrivateUsers hides the caller's user; PrivateIPC takes the sound card away from all other programs.
    ("PrivateUsers", []), ("PrivateIPC", []),
  ])
  func `a directive of jz2cue's unit has its expected value`(_ directive: String, _ values: [String]) throws {
    #expect(try lines(of: directive, in: "systemd/jz2-cue.service") == values)
  }

  @Test func `sysusers puts the account of jz2cue into the groups of the socket, of keys and of sound`() throws {
    let lines = try Checkout.text(of: "packaging/sysusers.d/jz2-cue.conf").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("u jz2-cue - ") })
    for group in [TrainerSocket.ride.group, "input", "audio"] { #expect(lines.contains("m jz2-cue \(group)")) }
  }

  @Test(arguments: [
    // It starts and stops with its sockets, which are off until the rider switches them on, and works without jz2d.
    ("Requires", ["jz2-web.socket"]), ("Sockets", ["jz2-web.socket jz2-web-tls.socket"]),
    ("Wants", ["jz2d-library.socket"]),
    ("After", ["jz2-web.socket jz2d-library.socket"]), ("BindsTo", []), ("PartOf", []), ("WantedBy", []),
    ("Also", []), ("Type", ["notify"]), ("Restart", ["on-failure"]), ("StartLimitIntervalSec", ["0"]),
    // The next connection would restart it at once, and systemd closes a socket that triggers restarts too often.
    ("RestartPreventExitStatus", []), ("EnvironmentFile", ["-/etc/default/jz2-web"]),
    // Its own user. The state and the memory contain the phones' keys.
    ("User", ["jz2-web"]), ("Group", ["jz2-web"]), ("SupplementaryGroups", []), ("StateDirectory", ["jz2-web"]),
    ("StateDirectoryMode", ["0700"]), ("UMask", ["0077"]), ("LimitCORE", ["0"]), ("RuntimeDirectory", []),
    ("OOMScoreAdjust", ["300"]), ("MemoryMax", ["64M"]), ("TasksMax", ["32"]), ("CPUWeight", ["50"]),
    ("CapabilityBoundingSet", [""]), ("AmbientCapabilities", []), ("NoNewPrivileges", ["yes"]),
    // Its port comes from systemd, and it can connect to no address. In a private network, no phone could reach the
    // port.
    ("RestrictAddressFamilies", ["AF_UNIX"]), ("IPAddressDeny", ["any"]), ("SocketBindDeny", ["any"]),
    ("PrivateNetwork", []),
    // PrivateUsers hides the caller's user.
    ("PrivateUsers", []),
    ("PrivateDevices", ["yes"]), ("DeviceAllow", []), ("ProtectSystem", ["strict"]), ("ProtectHome", ["yes"]),
    ("MemoryDenyWriteExecute", ["yes"]),
  ])
  func `a directive of jz2web's unit has its expected value`(_ directive: String, _ values: [String]) throws {
    #expect(try lines(of: directive, in: "systemd/jz2-web.service") == values)
  }

  @Test func `one socket unit has the page's port and jz2ctl's socket, so both are switched together`() throws {
    let unit = "systemd/\(PageSwitch.socketUnit)"
    let socket = try #require(SocketPath.webCandidates(uid: 1000).first)
    #expect(try lines(of: "ListenStream", in: unit) == ["\(Limits.pagePort)", socket])
    #expect(try lines(of: "BindIPv6Only", in: unit) == ["both"])
    #expect(try lines(of: "SocketGroup", in: unit) == [TrainerSocket.all.group])
    #expect(try lines(of: "SocketMode", in: unit) == ["0660"])
    #expect(try lines(of: "DirectoryMode", in: unit) == ["0755"])
    #expect(try lines(of: "WantedBy", in: unit) == ["sockets.target"])
    #expect(Checkout.exists("systemd/\(PageSwitch.serviceUnit)"))
  }

  @Test func `the encrypted page is off by default, forwards only to jz2web and gets its key from systemd`() throws {
    let (unit, socket) = ("systemd/\(PageSwitch.tlsUnit)", "systemd/\(PageSwitch.tlsSocketUnit)")
    #expect(try lines(of: "Service", in: socket) == [PageSwitch.serviceUnit])
    #expect(try lines(of: "SocketMode", in: socket) == ["0600"])
    #expect(try lines(of: "SocketUser", in: socket) == lines(of: "User", in: unit))
    #expect(try lines(of: "LoadCredential", in: unit) == ["page.pem:\(PageCertificate().folder)/page.pem"])
    #expect(try lines(of: "SocketBindAllow", in: unit) == ["tcp:\(Limits.securePagePort)"])
    let settings = try Checkout.text(of: "packaging/stunnel/stunnel.conf").split(separator: "\n")
    let path = try #require(try lines(of: "ListenStream", in: socket).first)
    for line in [
      "accept = :::\(Limits.securePagePort)", "connect = \(path)", "protocol = proxy", "sslVersionMin = TLSv1.2",
      "cert = /run/credentials/\(PageSwitch.tlsUnit)/page.pem", "TIMEOUTbusy = 10",
    ] {
      #expect(settings.contains(Substring(line)), "\(line)")
    }
    let timer = "systemd/\(PageSwitch.renewalUnit)"
    #expect(try lines(of: "OnCalendar", in: timer) == ["daily"])
    #expect(CertificateFolder.usual == PageCertificate().folder)
  }

  @Test func `the encrypted port has the same connection limits as the page`() throws {
    let rules = try Checkout.text(of: "packaging/stunnel/page.nft").split(separator: "\n")
    for (kind, most) in [("address", ConnectionShares.mostOfAddress), ("network", ConnectionShares.mostOfNetwork)] {
      for version in [4, 6] {
        #expect(rules.contains { $0.contains("add @\(kind)\(version) {") && $0.contains("ct count over \(most) }") })
      }
    }
    #expect(rules.contains { $0.hasSuffix("tcp dport != \(Limits.securePagePort) accept") })
    let unit = "systemd/\(PageSwitch.tlsUnit)"
    #expect(try lines(of: "ExecStartPre", in: unit) == ["+-/usr/sbin/nft -f /usr/local/share/jz2-web/page.nft"])
    #expect(try lines(of: "ExecStopPost", in: unit) == ["+-/usr/sbin/nft delete table inet jz2_page"])
  }

  @Test func `sysusers puts the account of jz2web into the group of the library's socket`() throws {
    let lines = try Checkout.text(of: "packaging/sysusers.d/jz2-web.conf").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("u jz2-web - ") && $0.hasSuffix(" /var/lib/jz2-web") })
    let socket = try #require(SocketPath.pageCandidates(uid: 1000).first.flatMap(TrainerSocket.init(path:)))
    #expect(lines.filter { $0.hasPrefix("m ") } == ["m jz2-web \(socket.group)"])
  }

  @Test(arguments: [
    // It starts and stops with its port, which is off until the rider switches it on, and works without jz2d and Avahi.
    ("Requires", ["jz2-bridge.socket"]), ("Sockets", ["jz2-bridge.socket"]),
    ("Wants", ["jz2d-ride.socket jz2d-trainers.socket"]),
    ("After", ["jz2-bridge.socket jz2d-ride.socket jz2d-trainers.socket avahi-daemon.service"]), ("BindsTo", []),
    ("PartOf", []),
    ("WantedBy", ["multi-user.target"]), ("Also", []), ("Type", ["notify"]), ("Restart", ["always"]),
    ("StartLimitIntervalSec", ["0"]), ("RestartPreventExitStatus", []),
    ("EnvironmentFile", ["-/etc/default/jz2-bridge"]),
    ("User", ["jz2-bridge"]), ("Group", ["jz2-bridge"]), ("StateDirectory", []), ("RuntimeDirectory", []),
    // It offers services of the adapter through bluetoothd.
    ("SupplementaryGroups", ["bluetooth"]),
    ("OOMScoreAdjust", ["200"]), ("MemoryMax", ["64M"]), ("TasksMax", ["32"]), ("CPUWeight", ["50"]),
    ("LimitCORE", ["0"]), ("UMask", ["0077"]),
    ("CapabilityBoundingSet", [""]), ("AmbientCapabilities", []), ("NoNewPrivileges", ["yes"]),
    // Its port comes from systemd, and it connects only to addresses of local networks.
    ("RestrictAddressFamilies", ["AF_UNIX AF_INET AF_INET6"]), ("IPAddressDeny", ["any"]),
    ("IPAddressAllow", ["localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"]),
    ("SocketBindDeny", ["any"]), ("SocketBindAllow", []), ("PrivateNetwork", []),
    // PrivateUsers hides the caller's user.
    ("PrivateUsers", []),
    ("PrivateDevices", ["yes"]), ("DeviceAllow", []), ("ProtectSystem", ["strict"]), ("ProtectHome", ["yes"]),
    ("MemoryDenyWriteExecute", ["yes"]),
  ])
  func `a directive of jz2bridge's unit has its expected value`(_ directive: String, _ values: [String]) throws {
    #expect(try lines(of: directive, in: "systemd/jz2-bridge.service") == values)
  }

  @Test func `the port of the bridge is that of Wahoo Direct Connect, over IPv4 and IPv6`() throws {
    let unit = "systemd/jz2-bridge.socket"
    #expect(try lines(of: "ListenStream", in: unit) == ["\(DirectConnectFrame.port)"])
    #expect(try lines(of: "BindIPv6Only", in: unit) == ["both"])
    #expect(try lines(of: "WantedBy", in: unit) == ["sockets.target"])
  }

  @Test func `sysusers puts the account of jz2bridge into the group of the socket for riding, and no other`() throws {
    let lines = try Checkout.text(of: "packaging/sysusers.d/jz2-bridge.conf").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("u jz2-bridge - ") })
    let socket = try #require(SocketPath.rideCandidates(uid: 1000).first.flatMap(TrainerSocket.init(path:)))
    #expect(lines.filter { $0.hasPrefix("m ") } == ["m jz2-bridge \(socket.group)"])
  }

  @Test func `jz2sync's service includes its sockets`() throws {
    for directive in ["Sockets", "Also"] {
      #expect(
        try lines(of: directive, in: "systemd/jz2-sync.service") == ["jz2-sync.socket jz2-sync-library.socket"])
    }
    #expect(try lines(of: "Service", in: "systemd/jz2-sync-library.socket") == ["jz2-sync.service"])
    #expect(
      try lines(of: "FileDescriptorName", in: "systemd/jz2-sync-library.socket") == [TrainerSocket.library.rawValue])
  }

  @Test(arguments: [
    ("systemd/jz2-sync.socket", SocketPath.syncCandidates(uid: 1000).first, TrainerSocket.all),
    ("systemd/jz2-sync-library.socket", SocketPath.syncLibraryCandidates(uid: 1000).first, .library),
  ])
  func `each of jz2sync's sockets belongs to the group of its level`(
    _ unit: String, _ path: String?, _ level: TrainerSocket
  ) throws {
    #expect(try lines(of: "ListenStream", in: unit) == [path])
    #expect(try lines(of: "SocketGroup", in: unit) == [level.group])
    #expect(try lines(of: "SocketMode", in: unit) == ["0660"])
    #expect(try lines(of: "DirectoryMode", in: unit) == ["0755"])
  }

  @Test func `jz2d's units name no other program of jz2`() throws {
    for name in try Checkout.names(in: "systemd") where name.hasPrefix("jz2d") {
      let text = try Checkout.text(of: "systemd/\(name)")
      #expect(["jz2-sync.", "jz2-cue.", "jz2-web.", "jz2-bridge."].allSatisfy { !text.contains($0) }, "\(name)")
    }
  }

  /// The socket of all methods has a unit named like the service; the other units are named after their sockets.
  private static func unit(of socket: TrainerSocket) -> String {
    socket == .all ? "jz2d.socket" : "jz2d-\(socket.rawValue).socket"
  }

  @Test func `jz2d's service includes all its sockets`() throws {
    let sockets = [TrainerSocket.all, .library, .ride, .look, .sync].map(Self.unit)
    let units = (sockets + ["jz2d-trainers.socket"]).joined(separator: " ")
    for directive in ["Sockets", "Also"] {
      #expect(try lines(of: directive, in: "systemd/jz2d.service") == [units])
    }
  }

  @Test(arguments: TrainerSocket.allCases)
  func `a socket unit gives access only to its group`(socket: TrainerSocket) throws {
    let unit = "systemd/\(Self.unit(of: socket))"
    #expect(try lines(of: "ListenStream", in: unit) == [SocketPath.path(of: socket)])
    #expect(try lines(of: "SocketGroup", in: unit) == [socket.group])
    #expect(try lines(of: "SocketMode", in: unit) == ["0660"])
    #expect(try lines(of: "DirectoryMode", in: unit) == ["0755"])
    // A unit whose name differs from the service's must name the service and the socket's descriptor.
    let isServices = socket == .all
    #expect(try lines(of: "Service", in: unit) == (isServices ? [] : ["jz2d.service"]))
    #expect(try lines(of: "FileDescriptorName", in: unit) == (isServices ? [] : [socket.rawValue]))
  }

  @Test func `only the account of jz2bridge may offer trainers to jz2d`() throws {
    let unit = "systemd/jz2d-trainers.socket"
    #expect(try lines(of: "ListenStream", in: unit) == [SocketPath.trainers])
    #expect(try lines(of: "FileDescriptorName", in: unit) == [SocketPath.trainersName])
    #expect(try lines(of: "Service", in: unit) == ["jz2d.service"])
    let group = try lines(of: "Group", in: "systemd/jz2-bridge.service")
    #expect(try lines(of: "SocketGroup", in: unit) == group)
    #expect(try lines(of: "SocketMode", in: unit) == ["0660"])
    #expect(try lines(of: "DirectoryMode", in: unit) == ["0755"])
    let lines = try Checkout.text(of: "packaging/sysusers.d/jz2.conf").split(separator: "\n")
    #expect(lines.contains("g \(group.joined()) -"))
  }

  @Test func `sysusers creates the service's account and the sockets' groups`() throws {
    let lines = try Checkout.text(of: "packaging/sysusers.d/jz2.conf").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("u jz2 - ") && $0.hasSuffix(" /var/lib/jz2") })
    for socket in TrainerSocket.allCases where socket != .all { #expect(lines.contains("g \(socket.group) -")) }
    let sync = try Checkout.text(of: "packaging/sysusers.d/jz2-sync.conf").split(separator: "\n")
    #expect(sync.contains { $0.hasPrefix("u \(TrainerSocket.sync.group) - ") && $0.hasSuffix(" /var/lib/jz2-sync") })
  }

  private func lines(of directive: String, in unit: String) throws -> [String] {
    Checkout.values(of: directive, of: try Checkout.text(of: unit))
  }
}

/// A root directory with the units and a program for them to start.
private struct InstalledUnits {
  let folder = FileManager.default.temporaryDirectory.appending(path: "jz2-units-\(UUID())")
  let names: [String]

  init() throws {
    for path in ["etc/systemd/system", "bin"] {
      try FileManager.default.createDirectory(at: folder.appending(path: path), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: "/bin/true", toPath: folder.appending(path: "bin/true").path())
    let paths = try Checkout.units
    names = paths.map { String($0.split(separator: "/").last ?? "") }
    for (path, name) in zip(paths, names) { try write(Checkout.text(of: path), as: name) }
  }

  var units: [String] { names.map { unit($0).path() } }

  func write(_ text: String, as name: String) throws {
    let program = /\/usr\/((local\/)?bin\/jz2(d|sync|cue|web|bridge|ctl|hub)|bin\/stunnel4)/
    try Data(text.replacing(program, with: "/bin/true").utf8).write(to: unit(name))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private func unit(_ name: String) -> URL { folder.appending(path: "etc/systemd/system/\(name)") }
}
