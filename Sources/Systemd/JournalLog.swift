import Glibc
import Locks
package import Logging
import Loop

/// The destination of log lines.
package enum LogDestination: Hashable, Sendable {
  /// Standard error, read by a user.
  case terminal
  /// The journal, through the socket at this path; standard error is a separate stream to it.
  case journal(socket: String)

  /// The destination according to systemd: `$JOURNAL_STREAM` names device and inode of the journal's stream
  /// (`systemd.exec(5)`).
  ///
  /// The stream is compared, since a program started with another standard error inherits the variable too.
  package init(environment: [String: String], standardError: Int32 = STDERR_FILENO) {
    var file = stat()
    if fstat(standardError, &file) == 0, environment["JOURNAL_STREAM"] == "\(file.st_dev):\(file.st_ino)" {
      self = .journal(socket: "/run/systemd/journal/socket")
    } else {
      self = .terminal
    }
  }
}

/// Writes log lines: in a shell to standard error, each after its level; under systemd to the journal, with priority
/// and fields.
///
/// Metadata of a line (`ride=7`) is appended to its text and also stored as a field (`JZ2_RIDE=7`), so that
/// `journalctl JZ2_RIDE=7` finds it. An entry that the journal's socket does not accept, for example a long one, goes
/// to standard error after its priority (`sd-daemon(3)`). Logging never waits: if the journal or the terminal is full,
/// the line is lost, since a ride is more important.
package struct JournalLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let program: String
  private let destination: LogDestination
  private let repeats: Lock<RepeatLimit>

  /// - Parameters:
  ///   - program: The name of the program, `SYSLOG_IDENTIFIER` in the journal.
  ///   - level: The least important level that is written.
  ///   - destination: The destination of the entries.
  package init(program: String, level: Logger.Level, destination: LogDestination) {
    logLevel = level
    self.program = program
    self.destination = destination
    repeats = Lock(RepeatLimit())
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let text = event.message.description
    guard let withheld = repeats.withLock({ $0.count(text, at: .now) }) else { return }
    var fields = metadata.merging(event.metadata ?? [:]) { _, new in new }
      .map { (key: $0.key, value: $0.value.description) }.sorted { $0.key < $1.key }
    if withheld > 0 { fields.append(("withheld", "\(withheld)")) }
    let line = ([text] + fields.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    switch destination {
    case .terminal: Self.write("\(event.level): \(line)\n")
    case .journal(let socket):
      if send(line, event.level, fields, to: socket) { return }
      Self.write("<\(event.level.priority)>\(line)\n")
    }
  }

  private func send(
    _ line: String, _ level: Logger.Level, _ fields: [(key: String, value: String)], to socket: String
  ) -> Bool {
    var entry = JournalEntry()
    entry.add("MESSAGE", line)
    entry.add("PRIORITY", "\(level.priority)")
    entry.add("SYSLOG_IDENTIFIER", program)
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
  /// The level as a priority of `syslog(3)`.
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

/// An entry for the journal, field by field.
///
/// Source: systemd, "Native Journal Protocol" (systemd.io/JOURNAL_NATIVE_PROTOCOL).
struct JournalEntry {
  /// The maximum length of a field's name.
  private static let longestName = 64

  /// The entry as a datagram.
  private(set) var bytes: [UInt8] = []

  /// Adds a field; `name` is in capitals, digits and underscores.
  mutating func add(_ name: String, _ value: String) {
    let value = Array(value.utf8)
    bytes += Array(name.utf8)
    if value.contains(UInt8(ascii: "\n")) {
      bytes.append(UInt8(ascii: "\n"))
      withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes += $0 }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += value
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The field's name for a key of a log line's metadata: `JZ2_RIDE` for `ride`.
  static func fieldName(_ key: String) -> String {
    let name = key.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      default: UInt8(ascii: "_")
      }
    }
    return String(decoding: (Array("JZ2_".utf8) + name).prefix(longestName), as: UTF8.self)
  }
}

/// Limits how often the same message is logged: a few times in a row, then once a minute with the number of skipped
/// ones.
///
/// So a radio, a caller or a disk that fails again and again does not wear out an SD card.
struct RepeatLimit {
  private static let burst = 5
  private static let interval = Duration.seconds(60)
  /// The most messages that are distinguished; beyond it, messages that were quiet for a while are forgotten.
  private static let capacity = 256

  private struct Account {
    /// How often the message may be logged now.
    var credit: Int
    /// The time from which the next credit is earned.
    var since: SuspendingClock.Instant
    var withheld = 0
  }

  private var accounts: [String: Account] = [:]

  /// Counts a message and decides whether to log it.
  ///
  /// - Returns: The number of skipped messages since the last logged one; nil if this message is skipped, too.
  mutating func count(_ message: String, at now: SuspendingClock.Instant) -> Int? {
    if accounts.count >= Self.capacity, accounts[message] == nil { forget(at: now) }
    var account = accounts[message] ?? Account(credit: Self.burst, since: now)
    let earned = min(Self.burst, Int((now - account.since) / Self.interval))
    if account.credit + earned >= Self.burst {
      (account.credit, account.since) = (Self.burst, now)
    } else {
      account.credit += earned
      account.since += Self.interval * earned
    }
    defer { accounts[message] = account }
    guard account.credit > 0 else {
      account.withheld += 1
      return nil
    }
    account.credit -= 1
    defer { account.withheld = 0 }
    return account.withheld
  }

  private mutating func forget(at now: SuspendingClock.Instant) {
    let quiet = Self.interval * Self.burst
    accounts = accounts.filter { now - $0.value.since < quiet }
    if accounts.count >= Self.capacity { accounts = [:] }
  }
}

extension Logger {
  /// Creates the log of a program: on a terminal, or in the journal if systemd started it.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - level: The least important level that is written.
  ///   - environment: The variables that show whether systemd started it.
  package init(of program: String, level: Logger.Level, environment: [String: String]) {
    let handler = JournalLogHandler(
      program: program, level: level, destination: LogDestination(environment: environment))
    self.init(label: program) { _ in handler }
    logLevel = level
  }
}
