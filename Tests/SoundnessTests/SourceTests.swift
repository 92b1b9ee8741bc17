import Foundation
import Testing

@Suite struct SourceTests {
  /// The number of unchecked `Sendable` declarations of each file; a comment gives the reason for each.
  private static let unchecked = [
    // The thread is the isolation: state outside the lock is used on it only.
    "Sources/Loop/EventLoop.swift": 1,
    // A POSIX mutex guards the value.
    "Sources/Locks/Lock.swift": 1,
    // A reference-counted message of libdbus, whose count is atomic, owned by one holder.
    "Sources/DBus/BusMessage.swift": 1,
    // Set once by its loop, before any other code sees it.
    "Sources/Loop/EventLoop+Executor.swift": 1,
    // Used on its loop only.
    "Sources/HCI/MonitorChannel.swift": 1,
    // A POSIX mutex and a condition guard the queue.
    "Sources/HCI/CommandThread.swift": 1,
    // The transfer thread is the isolation; state that other threads may use is atomic.
    "Sources/SyncKit/HTTP/Transfer.swift": 1,
    // Pointers of libcurl, used behind the lock and for the only call that any thread may make.
    "Sources/SyncKit/HTTP/TransferThread.swift": 1,
    // The modes to restore after a crash: written once, before the signal handler that reads them is installed.
    "Sources/jz2ctl/Live/TerminalModes.swift": 1,
  ]

  @Test func `no source file is longer than 400 lines`() {
    for source in Checkout.sources {
      #expect(source.lines.count <= 401, "\(source.path) has \(source.lines.count - 1) lines")
    }
  }

  @Test(arguments: ["try!", "as!", "fatalError(", "preconditionFailure(", "assertionFailure(", "unsafeBitCast("])
  func `no source file traps on purpose`(_ word: String) {
    for source in Checkout.sources {
      #expect(!source.code.contains { $0.contains(word) }, "\(word) in \(source.path)")
    }
  }

  /// A process's umask and working directory belong to all its threads: one test suite would change them for another.
  @Test(arguments: ["umask(", "chdir("])
  func `no source file changes state that the whole process shares`(_ word: String) {
    for source in Checkout.sources {
      #expect(!source.code.contains { $0.contains(word) }, "\(word) in \(source.path)")
    }
  }

  /// The programs do not contain the data of ICU (`CEmptyICU`), which Foundation needs for these.
  @Test(arguments: [
    ".formatted(", "FormatStyle", "Formatter", "TimeZone", "Locale", "Calendar(identifier", ".capitalized",
  ])
  func `no source file uses Foundation's calendars, time zones or languages`(_ word: String) {
    for source in Checkout.sources {
      #expect(!source.code.contains { $0.contains(word) }, "\(word) in \(source.path)")
    }
  }

  @Test(arguments: ["TODO", "FIXME", "XXX", "HACK"])
  func `no source file contains a mark for unfinished work`(_ word: String) {
    for source in Checkout.sources {
      #expect(!source.lines.contains { $0.contains(word) }, "\(word) in \(source.path)")
    }
  }

  /// Every user of a computer can read the arguments of all programs.
  @Test func `no help, message or document passes a code, key, token or secret as an argument`() throws {
    let folder = FileManager.default.enumerator(atPath: Checkout.root.appending(path: "docs").path())
    let documents = (folder?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    #expect(documents.contains("docs/sync.md"))
    var texts = (Checkout.sources + Checkout.hub).map { ($0.path, $0.lines) }
    for path in documents + ["README.md", "CHANGELOG.md", "ARCHITECTURE.md"] where Checkout.exists(path) {
      texts.append((path, try Checkout.text(of: path).split(separator: "\n")))
    }
    // The option followed by a value: CODE, 'ADDRESS', <code>, 1234, \\(code).
    let argument = #/--(code|key|token|secret|client-secret|password)[ =](['"<\\$]|[A-Z0-9])/#
    for (path, lines) in texts {
      for line in lines where line.contains("--") && !line.contains("ValidationError(") {
        #expect(line.firstMatch(of: argument) == nil, "\(path): \(line)")
      }
    }
  }

  @Test func `every unchecked Sendable in the sources is listed`() {
    var found: [String: Int] = [:]
    for source in Checkout.sources {
      let count = source.code.count { $0.contains("@unchecked Sendable") || $0.contains("nonisolated(unsafe)") }
      if count > 0 { found[source.path] = count }
    }
    #expect(found == Self.unchecked)
  }

  @Test func `no source file has a catch-all name`() {
    for source in Checkout.sources {
      #expect(source.path.firstMatch(of: /(Util|Utils|Utilities|Helper|Helpers|Manager|Misc|Common)\.swift$/) == nil)
    }
  }

  /// Output goes through one place that handles pipes and signals; so does logging.
  @Test func `no source file calls print, debugPrint or dump`() {
    for source in Checkout.sources {
      let suspects = source.code.filter { $0.contains("print(") || $0.contains("debugPrint(") || $0.contains("dump(") }
      #expect(!suspects.contains { $0.contains(/(^|[^.\w])(print|debugPrint|dump)\(/) }, "\(source.path)")
    }
  }
}
