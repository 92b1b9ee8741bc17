package import BluetoothLE
import Captures

/// A replayed connection of a capture.
///
/// One task sleeps until the next event is due: a recorded value, an answer of the control point, or the end.
package actor ReplayLink: Link {
  package nonisolated let device: DeviceAddress
  package nonisolated let characteristics: Set<CharacteristicID>

  private let script: ReplayScript
  private let connection: RecordedConnection
  private let timeline: ReplayTimeline
  private let clock: any RideClock
  private nonisolated let executor: any SerialExecutor
  private let taskExecutor: any TaskExecutor
  private let outlet = LinkOutlet()

  private var subscriptions: Set<CharacteristicID> = []
  /// The index of the next recorded value.
  private var next = 0
  /// Pending answers of the control point, in order of time.
  private var answers: [RecordedConnection.Notification] = []
  /// The number of writes of each op code.
  private var writes: [UInt8: Int] = [:]
  private var sleeper: Task<Void, Never>?
  private var closure: LinkError?

  init(
    script: ReplayScript, connection: RecordedConnection, timeline: ReplayTimeline, clock: any RideClock,
    executor: any SerialExecutor, taskExecutor: any TaskExecutor
  ) {
    device = script.device.address
    characteristics = script.characteristics
    self.script = script
    self.connection = connection
    self.timeline = timeline
    self.clock = clock
    self.executor = executor
    self.taskExecutor = taskExecutor
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Whether the link is up.
  var isOpen: Bool { closure == nil }

  /// Starts the replay now.
  ///
  /// Values with an earlier recorded time are skipped.
  func begin() {
    let now = timeline.nanoseconds(clock.now)
    next = connection.notifications.partitionPoint { $0.nanoseconds < now }
    rearm()
  }

  package func deliver(to handler: @escaping LinkEventHandler) { outlet.deliver(to: handler) }

  package func resubscribe(to characteristic: CharacteristicID) throws(LinkError) {
    try subscribe(to: characteristic)
  }

  package func subscribe(to characteristic: CharacteristicID) throws(LinkError) {
    try check(characteristic, "subscribe")
    subscriptions.insert(characteristic)
  }

  package func read(_ characteristic: CharacteristicID) throws(LinkError) -> [UInt8] {
    try check(characteristic, "read")
    guard let value = script.value(of: characteristic, at: timeline.nanoseconds(clock.now)) else {
      throw LinkError(
        .characteristicMissing, operation: "read \(characteristic)", device: device,
        detail: "the capture contains no read of it")
    }
    return value
  }

  package func write(_ value: [UInt8], to characteristic: CharacteristicID) throws(LinkError) {
    try check(characteristic, "write")
    guard characteristic == .fitnessMachineControlPoint, let opCode = value.first else { return }
    let now = timeline.nanoseconds(clock.now)
    let answer = nextAnswer(to: opCode)
    switch answer.content {
    case .refused(let attError):
      throw LinkError(.refused, operation: "write \(characteristic)", device: device, attError: attError)
    case .indicated(let value):
      let time = answer.time(forWriteAt: now)
      let index = answers.partitionPoint { $0.nanoseconds <= time }
      answers.insert(.init(nanoseconds: time, characteristic: characteristic, value: value), at: index)
      rearm()
    }
  }

  package func close() {
    end(.closedHere)
  }
}

// MARK: The next event

extension ReplayLink {
  /// Returns the recorded answer to the present write; the last recorded one if there are fewer.
  private func nextAnswer(to opCode: UInt8) -> RecordedAnswer {
    let count = writes[opCode, default: 0]
    writes[opCode] = count + 1
    let recorded = connection.answers[opCode] ?? []
    if count < recorded.count { return recorded[count] }
    return recorded.last ?? script.lastAnswer(to: opCode) ?? .success(of: opCode)
  }

  /// Restarts the single sleeping task, which waits for the next event.
  private func rearm() {
    sleeper?.cancel()
    guard isOpen else { return }
    // Without the preference, each wake-up would go through the global executor.
    sleeper = Task(executorPreference: taskExecutor) { await self.run() }
  }

  private func run() async {
    while isOpen, !Task.isCancelled {
      do {
        try await clock.sleep(until: timeline.instant(nextTime))
      } catch {
        return
      }
      guard !Task.isCancelled else { return }
      deliver()
    }
  }

  private var nextTime: Int64 {
    let recorded = next < connection.notifications.count ? connection.notifications[next].nanoseconds : .max
    return min(recorded, answers.first?.nanoseconds ?? .max, connection.end)
  }

  /// Delivers all due events in order of time.
  private func deliver() {
    let now = clock.now
    let elapsed = timeline.nanoseconds(now)
    while isOpen, nextTime <= elapsed {
      if let answer = answers.first, answer.nanoseconds == nextTime {
        answers.removeFirst()
        hand(answer, at: now)
      } else if next < connection.notifications.count, connection.notifications[next].nanoseconds == nextTime {
        hand(connection.notifications[next], at: now)
        next += 1
      } else {
        end(connection.closure)
      }
    }
  }

  private func hand(_ notification: RecordedConnection.Notification, at now: MonotonicInstant) {
    guard subscriptions.contains(notification.characteristic) else { return }
    outlet.send(.notified(notification.characteristic, value: notification.value, at: now))
  }

  private func end(_ code: LinkError.Code) {
    guard isOpen else { return }
    let error = LinkError(code, operation: "link", device: device)
    closure = error
    sleeper?.cancel()
    sleeper = nil
    outlet.send(.closed(error))
  }

  /// Throws if `characteristic` cannot be used.
  private func check(_ characteristic: CharacteristicID, _ operation: String) throws(LinkError) {
    if var closure {
      closure.operation = "\(operation) \(characteristic)"
      throw closure
    }
    guard characteristics.contains(characteristic) else {
      throw LinkError(.characteristicMissing, operation: "\(operation) \(characteristic)", device: device)
    }
  }
}

extension Array {
  /// Returns the index of the first element where `isBefore` is false.
  ///
  /// It must be true for all elements before it.
  fileprivate func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
