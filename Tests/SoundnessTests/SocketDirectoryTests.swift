import Foundation
import Testing

/// Only root may write to the directories of systemd's sockets.
///
/// Any other user with write access can unlink a socket and listen in its place.
@Suite struct SocketDirectoryTests {
  @Test func `no unit, tmpfiles line or script lets a service's user write to a directory of sockets`() throws {
    let sockets = try Self.sockets
    #expect(sockets.count > 5)
    for path in try Checkout.units {
      #expect(Self.ownedAbove(sockets, by: try Checkout.text(of: path)) == [], "\(path)")
    }
    let lines = try Checkout.text(of: "packaging/tmpfiles.d/jz2.conf")
    #expect(Self.writableAbove(sockets, by: lines) == [] && lines.contains("\nd /run/jz2 "))
    for name in try Checkout.names(in: "debian") where name.contains(/\.(pre|post)(inst|rm)$/) {
      let givers = try Checkout.text(of: "debian/\(name)").matches(of: /chown (.*) \/run\/jz2\s/).map { $0.output.1 }
      #expect(givers.filter { $0 != "root:root" } == [], "\(name)")
    }
  }

  @Test func `the check finds a directory above the sockets that the user jz2 owns`() {
    let sockets = ["/run/jz2/sync.sock"]
    #expect(Self.ownedAbove(sockets, by: "User=jz2\nRuntimeDirectory=jz2/rides") == [])
    #expect(Self.ownedAbove(sockets, by: "User=jz2\nRuntimeDirectory=jz2/rides jz2") == ["/run/jz2"])
    #expect(Self.ownedAbove(sockets, by: "[Socket]\nListenStream=/run/jz2/a.sock\nDirectoryMode=0775") == ["0775"])
    #expect(Self.writableAbove(sockets, by: "# A comment\nd /run/jz2 0755 root root -") == [])
    #expect(Self.writableAbove(sockets, by: "d /run/jz2 0755 jz2 jz2 -") == ["/run/jz2"])
    #expect(Self.writableAbove(sockets, by: "d /run/jz2 1775 root jz2 -") == ["/run/jz2"])
  }

  /// The paths of systemd's sockets.
  private static var sockets: [String] {
    get throws {
      try Checkout.units.flatMap { Checkout.values(of: "ListenStream", of: try Checkout.text(of: $0)) }
        .filter { $0.hasPrefix("/") }
    }
  }

  /// The directories above a socket that a unit gives to its user, and the unit's `DirectoryMode` values other than
  /// 0755.
  private static func ownedAbove(_ sockets: [String], by unit: String) -> [String] {
    func values(_ directive: String) -> [String] { Checkout.values(of: directive, of: unit) }
    let opened = values("DirectoryMode").filter { $0 != "0755" }
    guard let user = values("User").first, user != "root" else { return opened }
    let kinds = [("Runtime", "/run"), ("State", "/var/lib"), ("Cache", "/var/cache"), ("Logs", "/var/log")]
    let owned = kinds.flatMap { kind, place in
      values("\(kind)Directory").flatMap { $0.split(separator: " ") }.map { "\(place)/\($0)" }
    }
    return opened + owned.filter { directory in sockets.contains { $0.hasPrefix("\(directory)/") } }
  }

  /// The directories above a socket that users other than root may write to, by lines of tmpfiles.d(5).
  private static func writableAbove(_ sockets: [String], by lines: String) -> [String] {
    lines.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count > 4, sockets.contains(where: { $0.hasPrefix("\(fields[1])/") }) else { return nil }
      let isRoots = fields[3] == "root" && Int(fields[2], radix: 8).map { $0 & 0o022 == 0 } == true
      return isRoots ? nil : fields[1]
    }
  }
}
