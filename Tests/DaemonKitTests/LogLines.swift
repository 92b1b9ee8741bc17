import Logging
import Synchronization

/// What is logged, kept for a test.
final class LogLines: Sendable {
  struct Line: Hashable {
    let level: Logger.Level
    let message: String
    /// The message and its metadata, as they would be printed.
    let text: String
  }

  private let lines = Mutex<[Line]>([])

  var all: [Line] { lines.withLock { $0 } }

  /// A logger that notes here what a daemon would print.
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
      lines.lines.withLock { $0.append(Line(level: event.level, message: message, text: text)) }
    }
  }
}
