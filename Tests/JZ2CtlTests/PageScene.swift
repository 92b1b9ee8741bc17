import Foundation
import TestKit

@testable import jz2ctl

/// A computer with the page's package, whose systemd executes its commands and records them.
final class PageScene {
  private let root: String
  /// The exit status of systemctl.
  var status: Int32? = 0
  var isRoot = true
  private(set) var commands: [String] = []

  init(in folder: TemporaryDirectory, has paths: Set<Path> = Set(Path.allCases)) throws {
    root = folder.path
    for path in Path.allCases {
      let place = root + path.rawValue
      guard paths.contains(path) else {
        try? FileManager.default.removeItem(atPath: place)
        continue
      }
      if path.isFolder {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      } else {
        try write("<!-- Copied by `jz2ctl page on`. -->", to: path.rawValue)
      }
    }
  }

  enum Path: String, CaseIterable {
    case unit = "/usr/lib/systemd/system/jz2-web.socket"
    case systemd = "/run/systemd/system"
    case avahi = "/etc/avahi/services"
    case announcement = "/usr/share/jz2-web/jz2.service"
    case stunnel = "/usr/bin/stunnel4"

    var isFolder: Bool { self == .systemd || self == .avahi }
  }

  var page: PageSwitch {
    PageSwitch(
      files: FileSystem(root: root),
      run: { [self] words in
        commands.append(words.joined(separator: " "))
        return status
      }, isRoot: isRoot, share: "/usr/share", certificate: PageCertificate(folder: "\(root)/page"))
  }

  /// The announcement file of avahi-daemon; nil if it does not exist.
  var announced: String? { try? String(contentsOfFile: root + Self.announced, encoding: .utf8) }

  func announce(_ text: String) throws { try write(text, to: Self.announced) }

  private static let announced = "/etc/avahi/services/jz2.service"

  private func write(_ text: String, to path: String) throws {
    let place = URL(filePath: root + path)
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }
}
