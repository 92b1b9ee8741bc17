import Glibc
package import Logging
import Loop

/// Writes log lines: in a shell to standard error, each after its level; under systemd to the journal, with priority and
/// fields.
///
/// What a line knows beside its text (`ride=7`) stands in the text and is a field (`JZ2_RIDE=7`), so that
/// `journalctl JZ2_RIDE=7` finds it. Where the journal's socket does not take an entry, one that is too long say, it goes
/// to standard error after its priority (`sd-daemon(3)`). No line is waited for: a journal or a terminal that is full
/// loses it, since a ride is worth more.
package struct JournalLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let destination: LogDestination
  private let repeats: Lock<RepeatLimit>

  package init(level: Logger.Level, destination: LogDestination) {
    logLevel = level
    self.destination = destination
    repeats = Lock(RepeatLimit())
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let text = event.message.description
    guard let withheld = repeats.withLock({ $0.tell(text, at: .now) }) else { return }
    var fields = metadata.merging(event.metadata ?? [:]) { _, new in new }
      .map { (key: $0.key, value: $0.value.description) }.sorted { $0.key < $1.key }
    if withheld > 0 { fields.append(("withheld", "\(withheld)")) }
    let line = ([text] + fields.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    switch destination {
    case .terminal: Self.write("\(event.level): \(line)\n")
    case .journal(let socket):
      if Self.send(line, event.level, fields, to: socket) { return }
      Self.write("<\(event.level.priority)>\(line)\n")
    }
  }

  private static func send(
    _ line: String, _ level: Logger.Level, _ fields: [(key: String, value: String)], to socket: String
  ) -> Bool {
    var entry = JournalEntry()
    entry.add("MESSAGE", line)
    entry.add("PRIORITY", "\(level.priority)")
    entry.add("SYSLOG_IDENTIFIER", "jz2d")
    for field in fields { entry.add(JournalEntry.fieldName(field.key), field.value) }
    return UnixDatagram.send(entry.bytes, to: socket)
  }

  private static func write(_ line: String) {
    var standardError = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&standardError, 1, 0) == 1 else { return }
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
