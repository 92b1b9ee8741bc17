import Glibc
package import Logging

/// Writes log lines to standard error, which under systemd is the journal.
///
/// There a line begins with its priority (`sd-daemon(3)`) and the time is the journal's; in a shell it begins with the
/// level.
package struct JournalLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let isJournal: Bool

  package init(level: Logger.Level, environment: [String: String]) {
    logLevel = level
    isJournal = environment["JOURNAL_STREAM"] != nil
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var line = isJournal ? "<\(event.level.priority)>" : "\(event.level): "
    line += event.message.description
    let fields = metadata.merging(event.metadata ?? [:]) { _, new in new }
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
    line = line.split(separator: "\n").joined(separator: " ") + "\n"
    line.withCString { _ = Glibc.write(STDERR_FILENO, $0, strlen($0)) }
  }
}

extension Logger.Level {
  /// The level as `syslog(3)` counts.
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
