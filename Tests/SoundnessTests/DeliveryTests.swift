import Foundation
import TestKit
import Testing

@Suite struct DeliveryTests {
  private static let analyze = "/usr/bin/systemd-analyze"

  @Test(arguments: [
    "LICENSE", "CHANGELOG.md", "Makefile", "systemd/jz2d.service", "systemd/jz2d.socket", ".swift-format", ".gitignore",
  ])
  func whatADeliveryNeedsIsThere(_ path: String) {
    #expect(Checkout.exists(path))
  }

  @Test func theUdevRulesAreThere() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.appending(path: "udev").path())
    #expect(names.contains { $0.hasSuffix(".rules") })
  }

  /// On the units as they would be installed, their program being one that exists here.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyze), "needs systemd-analyze"))
  func theUnitsAreSound() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "jz2-units-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["jz2d.service", "jz2d.socket"] {
      let unit = try Checkout.text(of: "systemd/\(name)").replacing("/usr/local/bin/jz2d", with: "/bin/true")
      try Data(unit.utf8).write(to: folder.appending(path: name))
    }
    let units = ["jz2d.service", "jz2d.socket"].map { folder.appending(path: $0).path() }
    #expect(try await complaints(about: units) == [])
    try Data("[Service]\nExecStart=nonsense here\n".utf8).write(to: folder.appending(path: "jz2d.service"))
    #expect(try await complaints(about: units) != [], "it would say so if they were not")
  }

  /// On a machine without systemd running it complains about units that are not ours, too.
  private func complaints(about units: [String]) async throws -> [Substring] {
    let outcome = try await Program(Self.analyze, ["verify", "--man=no"] + units).outcome()
    return (outcome.output + outcome.error).split(separator: "\n").filter { $0.contains("jz2d.") }
  }

  @Test(.enabled(if: Checkout.exists("README.md"), "README.md is not written yet"))
  func theReadmeNamesTargetsThatExist() throws {
    let makefile = try Checkout.text(of: "Makefile")
    let targets = Set(makefile.matches(of: /(?m)^([a-z][a-z-]*):(?!=)/).map { String($0.output.1) })
    let readme = try Checkout.text(of: "README.md")
    let named = readme.matches(of: /\bmake ([a-z][a-z-]*)\b/).map { String($0.output.1) }
    // In running text `make` is a verb; as a command it stands in code.
    let commands = named.filter {
      readme.contains("`make \($0)") || readme.contains("\nmake \($0)") || readme.contains("    make \($0)")
    }
    #expect(!commands.isEmpty)
    #expect(commands.filter { !targets.contains($0) } == [])
  }

  @Test func nothingNamesAMachineOfOurs() throws {
    for source in Checkout.sources {
      #expect(!source.lines.contains { $0.contains(Checkout.root.path()) || $0.contains("/home/") }, "\(source.path)")
    }
  }
}
