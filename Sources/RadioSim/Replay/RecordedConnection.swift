import BluetoothLE
import Captures

/// One connection of a capture, from the device's side.
struct RecordedConnection: Sendable {
  /// A value that the device sends unasked.
  struct Notification: Sendable {
    var nanoseconds: Int64
    var characteristic: CharacteristicID
    var value: [UInt8]
  }

  /// A control-point write that is still unanswered.
  private struct Procedure {
    var opCode: UInt8
    var start: Int64
  }

  /// The time of the connection, in nanoseconds from the replay's zero; `Int64.min` if the capture began during it.
  let start: Int64
  /// The time of the end; `Int64.max` while the connection is open.
  var end = Int64.max
  /// The reason for the end.
  var closure = LinkError.Code.captureEnded
  /// The values that the device sends, in order, without the answers of the control point.
  private(set) var notifications: [Notification] = []
  /// The answers to control-point writes by op code, in order.
  private(set) var answers: [UInt8: [RecordedAnswer]] = [:]

  private var procedures: [Procedure] = []

  init(start: Int64) {
    self.start = start
  }

  /// Whether the capture has no end for the connection so far.
  var isOpen: Bool { end == .max }
}

extension RecordedConnection {
  mutating func close(at time: Int64, reason: UInt8?) {
    end = time
    closure = reason.map(LinkError.Code.init(disconnection:)) ?? .lost
  }

  mutating func notify(_ attribute: CaptureAttribute, _ value: [UInt8], at time: Int64) {
    guard let id = attribute.characteristic else { return }
    if id == .fitnessMachineControlPoint {
      answer(with: value, at: time)
    } else {
      notifications.append(Notification(nanoseconds: time, characteristic: id, value: value))
    }
  }

  mutating func indicate(_ attribute: CaptureAttribute, _ value: [UInt8], at time: Int64) {
    notify(attribute, value, at: time)
  }

  mutating func write(_ attribute: CaptureAttribute, _ value: [UInt8], at time: Int64) {
    guard attribute.characteristic == .fitnessMachineControlPoint, let opCode = value.first else { return }
    procedures.append(Procedure(opCode: opCode, start: time))
  }

  /// Records the ATT error of a write that the device refused.
  ///
  /// The error is the only answer to that write.
  mutating func answer(_ attribute: CaptureAttribute, _ attError: UInt8?, at time: Int64) {
    guard attribute.characteristic == .fitnessMachineControlPoint, let attError, let last = procedures.popLast()
    else { return }
    record(.refused(attError: attError), to: last.opCode, start: last.start, at: time)
  }

  /// Assigns an answer to the oldest write with the op code in the answer.
  ///
  /// An answer without an op code belongs to the oldest write of all.
  private mutating func answer(with value: [UInt8], at time: Int64) {
    let named = value.count >= 2 && value[0] == 0x80 ? value[1] : nil
    let index = procedures.firstIndex { named == nil || $0.opCode == named }
    guard let opCode = index.map({ procedures[$0].opCode }) ?? named else { return }
    let start = index.map { procedures.remove(at: $0).start }
    record(.indicated(value), to: opCode, start: start, at: time)
  }

  private mutating func record(_ content: RecordedAnswer.Content, to opCode: UInt8, start: Int64?, at time: Int64) {
    let latency = start.map { time - $0 } ?? RecordedAnswer.usualLatency
    answers[opCode, default: []].append(RecordedAnswer(content: content, nanoseconds: time, latency: latency))
  }
}

/// A device's answer to one control-point write.
struct RecordedAnswer: Sendable {
  /// The answer itself.
  enum Content: Sendable {
    case indicated([UInt8])
    /// The device refused the write with this ATT error code.
    case refused(attError: UInt8)
  }

  var content: Content
  /// The time of arrival, in nanoseconds from the replay's zero.
  var nanoseconds: Int64
  /// The time between write and answer, in nanoseconds.
  var latency: Int64

  /// The latency of an answer whose write is not recorded, in nanoseconds.
  static let usualLatency: Int64 = 20_000_000

  /// The limit, in nanoseconds, up to which a recorded time in the future is kept.
  ///
  /// Beyond it, the latency is used.
  static let farthestAhead: Int64 = 3_000_000_000

  /// Success, for an op code without a recorded answer (FTMS 1.0.1, §4.16.2.22).
  static func success(of opCode: UInt8) -> RecordedAnswer {
    RecordedAnswer(content: .indicated([0x80, opCode, 0x01]), nanoseconds: .min, latency: usualLatency)
  }

  /// Returns the time of the answer to a write at `now`: the recorded time if it is near, otherwise after the recorded
  /// latency.
  func time(forWriteAt now: Int64) -> Int64 {
    nanoseconds > now && nanoseconds < now + Self.farthestAhead ? nanoseconds : now + latency
  }
}
