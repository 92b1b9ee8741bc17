import BluetoothLE
import Captures

/// The behaviour of one device in a capture: its connections, the values that it sends, and its answers.
///
/// Times are nanoseconds from the replay's zero: the first connection in the capture, or its first value if no
/// connection is recorded.
struct ReplayScript: Sendable {
  /// The device as the capture describes it.
  let device: CapturedDevice
  /// Its characteristics, including the assumed ones.
  let characteristics: Set<CharacteristicID>
  /// Its connections in order; they do not overlap.
  fileprivate(set) var connections: [RecordedConnection] = []
  /// The values that the recording host read, in order.
  fileprivate(set) var reads: [CharacteristicID: [TimedValue]] = [:]

  /// A value and the time of its arrival.
  struct TimedValue: Sendable {
    var nanoseconds: Int64
    var value: [UInt8]
  }

  fileprivate init(device: CapturedDevice) {
    self.device = device
    characteristics = device.characteristics.union(AssumedTrainer.characteristics(beside: device.characteristics))
  }

  /// Returns the connection at `nanoseconds`, otherwise the next one; nil if there are no more.
  func connection(at nanoseconds: Int64) -> RecordedConnection? {
    connections.first { $0.end > nanoseconds }
  }

  /// Returns the value of `characteristic` at `nanoseconds`: the last one read, otherwise the next one read, otherwise
  /// the assumed one.
  ///
  /// Nil if the capture has no read of it and no value is assumed.
  func value(of characteristic: CharacteristicID, at nanoseconds: Int64) -> [UInt8]? {
    guard let reads = reads[characteristic] else {
      return characteristics.contains(characteristic) ? AssumedTrainer.values[characteristic] : nil
    }
    return (reads.last { $0.nanoseconds <= nanoseconds } ?? reads.first)?.value
  }

  /// Returns the last recorded answer to an op code on any connection, used for a connection without such an answer.
  func lastAnswer(to opCode: UInt8) -> RecordedAnswer? {
    for connection in connections.reversed() {
      if let answer = connection.answers[opCode]?.last { return answer }
    }
    return nil
  }
}

extension ReplayScript {
  /// Returns the scripts of all devices that were connected, and the end of the capture in nanoseconds.
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
    // The capture may lack the record of the end.
    withConnection(orNew: false) { $0.close(at: time, reason: nil) }
    connections.append(RecordedConnection(start: time))
  }

  /// Changes the present connection.
  ///
  /// A connection from before the capture is open from the start.
  private mutating func withConnection(orNew: Bool = true, _ change: (inout RecordedConnection) -> Void) {
    if connections.last?.isOpen != true {
      guard orNew else { return }
      connections.append(RecordedConnection(start: connections.last?.end ?? .min))
    }
    change(&connections[connections.count - 1])
  }

  /// Ends a connection that the capture leaves open.
  ///
  /// If the recording host ended the last connection itself, the device did not cause that. The capture just ends
  /// there.
  private consuming func finished(at end: Int64) -> ReplayScript {
    guard let last = connections.indices.last else { return self }
    if connections[last].isOpen { connections[last].end = end }
    if connections[last].closure == .closedHere { connections[last].closure = .captureEnded }
    return self
  }
}

/// Characteristics and values of a trainer that its capture lacks and a ride needs.
///
/// A device with Indoor Bike Data counts as a trainer.
enum AssumedTrainer {
  /// The values of characteristics that the capture never reads.
  static let values: [CharacteristicID: [UInt8]] = [
    // Average Speed, Cadence and Power Measurement; Power Target Setting (FTMS 1.0.1, §4.3.1).
    .fitnessMachineFeature: [0x03, 0x40, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00],
    // 25…1500 W in steps of 1 W (FTMS 1.0.1, §4.13).
    .supportedPowerRange: [0x19, 0x00, 0xDC, 0x05, 0x01, 0x00],
  ]

  /// Returns the characteristics to assume in addition to the recorded ones.
  static func characteristics(beside recorded: Set<CharacteristicID>) -> Set<CharacteristicID> {
    guard recorded.contains(.indoorBikeData) else { return [] }
    return [.fitnessMachineControlPoint, .fitnessMachineFeature, .supportedPowerRange]
  }
}
