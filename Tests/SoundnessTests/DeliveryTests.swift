import Foundation
import Testing

@Suite struct DeliveryTests {
  @Test(arguments: [
    "LICENSE", "CHANGELOG.md", "Makefile", "systemd/jz2d.service", "systemd/jz2d.socket",
    "systemd/jz2-sync.service", "systemd/jz2-sync.socket", "systemd/jz2-sync-library.socket", "systemd/jz2-cue.service",
    "systemd/jz2-web.service",
    "systemd/jz2-web.socket", "systemd/jz2-bridge.service", "systemd/jz2-bridge.socket",
    "packaging/sysusers.d/jz2-bridge.conf", "docs/bridge.md", "packaging/sysusers.d/jz2.conf",
    "packaging/sysusers.d/jz2-sync.conf",
    "packaging/sysusers.d/jz2-cue.conf",
    "packaging/sysusers.d/jz2-web.conf", "packaging/tmpfiles.d/jz2.conf", "packaging/avahi/jz2.service", "docs/body.md",
    "docs/cue.md", "docs/library.md", "docs/page.md", "docs/programs.md", "docs/riding.md", "docs/sync.md",
    "docs/workouts.md", ".swift-format", ".gitignore",
  ])
  func `a file that a release needs exists`(_ path: String) {
    #expect(Checkout.exists(path))
  }

  @Test func `the udev folder contains rules`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.appending(path: "udev").path())
    #expect(names.contains { $0.hasSuffix(".rules") })
  }

  @Test(.enabled(if: Checkout.exists("README.md"), "README.md is not written yet"))
  func `the README names only make targets that exist`() throws {
    let makefile = try Checkout.text(of: "Makefile")
    let targets = Set(makefile.matches(of: /(?m)^([a-z][a-z0-9-]*):(?!=)/).map { String($0.output.1) })
    let readme = try Checkout.text(of: "README.md")
    let named = readme.matches(of: /\bmake ([a-z][a-z0-9-]*)\b/).map { String($0.output.1) }
    // In prose `make` is a verb; a command appears as code.
    let commands = named.filter {
      readme.contains("`make \($0)") || readme.contains("\nmake \($0)") || readme.contains("    make \($0)")
    }
    #expect(!commands.isEmpty)
    #expect(commands.filter { !targets.contains($0) } == [])
  }

  @Test func `no source file contains a path of a developer's machine`() throws {
    for source in Checkout.sources {
      #expect(!source.lines.contains { $0.contains(Checkout.root.path()) || $0.contains("/home/") }, "\(source.path)")
    }
  }
}
