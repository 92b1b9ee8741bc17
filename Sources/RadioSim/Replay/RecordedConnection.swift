import BluetoothLE
import Captures

/// One connection of a capture, seen from the device's side.
struct RecordedConnection: Sendable {
  /// A value that the device sends of itself.
  struct Notification: Sendable {
    var nanoseconds: Int64
    var characteristic: CharacteristicID
    var value: [UInt8]
  }

  /// A control-point write that waits for its answer.
  private struct Procedure {
    var opCode: UInt8
    var start: Int64
  }

  /// When it was made, in nanoseconds from the replay's zero; `Int64.min` for one that was up before the capture began.
  let start: Int64
  /// When it ended; `Int64.max` while it is open.
  var end = Int64.max
  /// Why it ended.
  var closure = LinkError.Code.captureEnded
  /// What the device sends, in order; answers of the control point are not among it.
  private(set) var notifications: [Notification] = []
  /// The answers to control-point writes by op code, in order.
  private(set) var answers: [UInt8: [RecordedAnswer]] = [:]

  private var procedures: [Procedure] = []

  init(start: Int64) {
    self.start = start
  }

  /// Whether its end is not recorded yet.
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

  /// A write that the device refused is answered by its ATT error alone.
  mutating func answer(_ attribute: CaptureAttribute, _ attError: UInt8?, at time: Int64) {
    guard attribute.characteristic == .fitnessMachineControlPoint, let attError, let last = procedures.popLast()
    else { return }
    record(.refused(attError: attError), to: last.opCode, start: last.start, at: time)
  }

  /// The answer belongs to the oldest write of the op code it names, one that names none to the oldest write.
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
