/// How a device answered one control-point write.
struct RecordedAnswer: Sendable {
  /// What it said.
  enum Content: Sendable {
    case indicated([UInt8])
    /// It did not take the write; the ATT error code.
    case refused(attError: UInt8)
  }

  var content: Content
  /// When, in nanoseconds from the replay's zero.
  var nanoseconds: Int64
  /// How long after the write, in nanoseconds.
  var latency: Int64

  /// The latency of an answer whose write is not on record, in nanoseconds.
  static let usualLatency: Int64 = 20_000_000

  /// How far ahead a recorded time may lie to be kept, in nanoseconds; beyond that the latency counts.
  static let farthestAhead: Int64 = 3_000_000_000

  /// Success for an op code of which no answer is on record (FTMS 1.0.1, §4.16.2.22).
  static func success(of opCode: UInt8) -> RecordedAnswer {
    RecordedAnswer(content: .indicated([0x80, opCode, 0x01]), nanoseconds: .min, latency: usualLatency)
  }

  /// When the answer to a write at `now` comes: as recorded where that is near, else after the recorded latency.
  func time(forWriteAt now: Int64) -> Int64 {
    nanoseconds > now && nanoseconds < now + Self.farthestAhead ? nanoseconds : now + latency
  }
}
