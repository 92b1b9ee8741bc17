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

  /// A control-point write whose answer is still to come.
  private struct Procedure {
    var opCode: UInt8
    var start: Int64
  }

  /// When it was made, in nanoseconds from the replay's zero; `Int64.min` if it was up before the capture began.
  let start: Int64
  /// When it ended; `Int64.max` while it is open.
  var end = Int64.max
  /// Why it ended.
  var closure = LinkError.Code.captureEnded
  /// The values that the device sends, in order, without the answers of the control point.
  private(set) var notifications: [Notification] = []
  /// The answers to control-point writes by op code, in order.
  private(set) var answers: [UInt8: [RecordedAnswer]] = [:]

  private var procedures: [Procedure] = []

  init(start: Int64) {
    self.start = start
  }

  /// Whether its end is not recorded so far.
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

  /// Records the ATT error of a write that the device refused, which is its only answer.
  mutating func answer(_ attribute: CaptureAttribute, _ attError: UInt8?, at time: Int64) {
    guard attribute.characteristic == .fitnessMachineControlPoint, let attError, let last = procedures.popLast()
    else { return }
    record(.refused(attError: attError), to: last.opCode, start: last.start, at: time)
  }

  /// Assigns an answer to the oldest write of the op code that it names, or to the oldest write if it names none.
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
  /// When it came, in nanoseconds from the replay's zero.
  var nanoseconds: Int64
  /// The time between write and answer, in nanoseconds.
  var latency: Int64

  /// The latency of an answer whose write is not recorded, in nanoseconds.
  static let usualLatency: Int64 = 20_000_000

  /// The farthest that a recorded time may lie ahead to be kept, in nanoseconds; beyond it the latency counts.
  static let farthestAhead: Int64 = 3_000_000_000

  /// Success, for an op code without a recorded answer (FTMS 1.0.1, §4.16.2.22).
  static func success(of opCode: UInt8) -> RecordedAnswer {
    RecordedAnswer(content: .indicated([0x80, opCode, 0x01]), nanoseconds: .min, latency: usualLatency)
  }

  /// When the answer to a write at `now` comes: at the recorded time if that is near, otherwise after the recorded latency.
  func time(forWriteAt now: Int64) -> Int64 {
    nanoseconds > now && nanoseconds < now + Self.farthestAhead ? nanoseconds : now + latency
  }
}
