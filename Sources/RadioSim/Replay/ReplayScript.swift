import BluetoothLE
import Captures

/// What a capture has one device do: when it is there, what it sends, and how it answers.
///
/// Times are nanoseconds from the replay's zero: the first connection in the capture, or its first value where none
/// is recorded.
struct ReplayScript: Sendable {
  /// The device, as far as the capture describes it.
  let device: CapturedDevice
  /// Its characteristics, the assumed ones included.
  let characteristics: Set<CharacteristicID>
  /// Its connections in order; no two at a time.
  fileprivate(set) var connections: [RecordedConnection] = []
  /// The values that were read from it, in order.
  fileprivate(set) var reads: [CharacteristicID: [TimedValue]] = [:]

  /// A value and when it came.
  struct TimedValue: Sendable {
    var nanoseconds: Int64
    var value: [UInt8]
  }

  fileprivate init(device: CapturedDevice) {
    self.device = device
    characteristics = device.characteristics.union(AssumedTrainer.characteristics(beside: device.characteristics))
  }

  /// The connection that is up at `nanoseconds`, else the next one; nil where none is left.
  func connection(at nanoseconds: Int64) -> RecordedConnection? {
    connections.first { $0.end > nanoseconds }
  }

  /// The value of `characteristic` at `nanoseconds`: what was read last, else what was read next, else what is assumed.
  ///
  /// Nil where the capture holds no read of it and nothing is assumed.
  func value(of characteristic: CharacteristicID, at nanoseconds: Int64) -> [UInt8]? {
    guard let reads = reads[characteristic] else {
      return characteristics.contains(characteristic) ? AssumedTrainer.values[characteristic] : nil
    }
    return (reads.last { $0.nanoseconds <= nanoseconds } ?? reads.first)?.value
  }

  /// The answer that is on record for an op code on any connection, for one that has none of its own.
  func lastAnswer(to opCode: UInt8) -> RecordedAnswer? {
    for connection in connections.reversed() {
      if let answer = connection.answers[opCode]?.last { return answer }
    }
    return nil
  }
}

extension ReplayScript {
  /// The scripts of all devices that were connected, and the end of the capture.
  static func scripts(of capture: Capture) -> (scripts: [ReplayScript], end: Int64) {
    let zero = capture.events.first { $0.kind == .connected } ?? capture.events.first { $0.kind.attribute != nil }
    let origin = zero?.time ?? .zero
    let end = (capture.duration - origin).nanoseconds
    var scripts: [DeviceAddress: ReplayScript] = [:]
    for device in capture.devices where device.wasConnected { scripts[device.address] = ReplayScript(device: device) }
    for event in capture.events {
      scripts[event.device]?.take(event.kind, at: (event.time - origin).nanoseconds)
    }
    let ordered = capture.devices.compactMap { scripts[$0.address]?.finished(at: end) }
    return (ordered, end)
  }

  private mutating func take(_ kind: CaptureEvent.Kind, at time: Int64) {
    switch kind {
    case .advertised: break
    case .connected: begin(at: time)
    case .disconnected(let reason): withConnection { $0.close(at: time, reason: reason) }
    case .notified(let attribute, let value): withConnection { $0.notify(attribute, value, at: time) }
    case .indicated(let attribute, let value): withConnection { $0.indicate(attribute, value, at: time) }
    case .written(let attribute, let value, _): withConnection { $0.write(attribute, value, at: time) }
    case .writeAnswered(let attribute, let error): withConnection { $0.answer(attribute, error, at: time) }
    case .read(let attribute, let value):
      withConnection { _ in }
      guard let id = attribute.characteristic else { return }
      reads[id, default: []].append(TimedValue(nanoseconds: time, value: value))
    }
  }

  private mutating func begin(at time: Int64) {
    // The record of the end may be missing from the capture.
    withConnection(orNew: false) { $0.close(at: time, reason: nil) }
    connections.append(RecordedConnection(start: time))
  }

  /// Changes the present connection; one that was made before the capture began is up from the start.
  private mutating func withConnection(orNew: Bool = true, _ change: (inout RecordedConnection) -> Void) {
    if connections.last?.isOpen != true {
      guard orNew else { return }
      connections.append(RecordedConnection(start: connections.last?.end ?? .min))
    }
    change(&connections[connections.count - 1])
  }

  /// Ends what the capture leaves open.
  ///
  /// A last connection that the recording host ended itself says nothing of the device: there is just no more of it.
  private consuming func finished(at end: Int64) -> ReplayScript {
    guard let last = connections.indices.last else { return self }
    if connections[last].isOpen { connections[last].end = end }
    if connections[last].closure == .closedHere { connections[last].closure = .captureEnded }
    return self
  }
}
