import Logging
import Synchronization

/// Log lines, collected for a test.
final class LogLines: Sendable {
  struct Line: Hashable {
    let level: Logger.Level
    let message: String
    /// The message and its metadata, as a log handler would print them.
    let text: String
  }

  private struct Kept {
    var lines: [Line] = []
    var listeners: [CheckedContinuation<Void, Never>] = []
  }

  private let kept = Mutex(Kept())

  var all: [Line] { kept.withLock { $0.lines } }

  /// Returns once there is a line.
  func untilSomethingIsSaid() async {
    await withCheckedContinuation { listener in
      let isSaid = kept.withLock { kept in
        if kept.lines.isEmpty { kept.listeners.append(listener) }
        return !kept.lines.isEmpty
      }
      if isSaid { listener.resume() }
    }
  }

  private func add(_ line: Line) {
    let listeners = kept.withLock { kept in
      kept.lines.append(line)
      defer { kept.listeners = [] }
      return kept.listeners
    }
    for listener in listeners { listener.resume() }
  }

  /// A logger that collects the lines here.
  var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

  private struct Handler: LogHandler {
    let lines: LogLines
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let fields = metadata.merging(event.metadata ?? [:]) { _, new in new }.sorted { $0.key < $1.key }
      let message = event.message.description
      let text = ([message] + fields.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
      lines.add(Line(level: event.level, message: message, text: text))
    }
  }
}
