import BluetoothLE
import DirectConnect

/// The client's side of Direct Connect: sends requests one at a time, and finds the answers and values in the stream.
///
/// It has no clock and no IO. Call a method, then ``takeEffects()``; call ``expire(at:)`` at ``deadline``.
struct DirectConnectSession {
  /// An instruction to the owner.
  enum Effect: Hashable, Sendable {
    case send([UInt8])
    /// The outcome of the request with this number.
    case answered(Int, Result<DirectConnectResponse, LinkError>)
    /// A value of a subscribed characteristic.
    case notified(CharacteristicID, [UInt8])
    /// The stream is unusable; the last effect.
    case failed(LinkError)
  }

  private struct Request {
    /// Nil for a request that only tests whether the trainer answers.
    var number: Int?
    var request: DirectConnectRequest
    var operation: String
  }

  /// The request that was sent and is not answered.
  private struct Sent {
    var request: Request
    var sequence: UInt8
    var deadline: MonotonicInstant
  }

  private let limits: SessionLimits
  private var reader = DirectConnectReader()
  private var effects: [Effect] = []
  private var waiting: [Request] = []
  private var sent: Sent?
  private var lastSequence: UInt8 = 0
  /// The time of the last bytes.
  private var lastBytes: MonotonicInstant
  private var table: [BluetoothUUID: [CharacteristicID]] = [:]
  private var subscribed: Set<CharacteristicID> = []
  /// The value that came with the response to a write; a notification that repeats it is ignored.
  private var appended: DirectConnectNotification?
  private var rate: (second: MonotonicInstant, values: Int)
  private var hasFailed = false

  init(limits: SessionLimits, at now: MonotonicInstant) {
    self.limits = limits
    lastBytes = now
    rate = (now, 0)
  }

  /// The time to call ``expire(at:)``.
  var deadline: MonotonicInstant? {
    hasFailed ? nil : sent?.deadline ?? lastBytes.advanced(by: limits.quiet)
  }

  /// Returns the effects since the last call.
  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// Sets the trainer's characteristics.
  mutating func learn(_ characteristics: [CharacteristicID]) {
    table = Dictionary(grouping: characteristics, by: \.characteristic)
  }

  /// Passes on the values of a characteristic from now on.
  mutating func subscribed(to characteristic: CharacteristicID) { subscribed.insert(characteristic) }

  /// Queues a request; its outcome is an effect with `number`.
  mutating func add(_ request: DirectConnectRequest, number: Int, _ operation: String, at now: MonotonicInstant) {
    guard !hasFailed, waiting.count < limits.requests else {
      let error = LinkError(.busy, operation: operation, detail: "too many requests")
      return effects.append(.answered(number, .failure(error)))
    }
    waiting.append(Request(number: number, request: request, operation: operation))
    sendNext(at: now)
  }

  private mutating func sendNext(at now: MonotonicInstant) {
    guard sent == nil, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    lastSequence &+= 1
    if case .write = next.request { appended = nil }
    sent = Sent(request: next, sequence: lastSequence, deadline: now.advanced(by: limits.answer))
    effects.append(.send(next.request.frame(sequence: lastSequence).encoded()))
  }
}

// MARK: - Bytes

extension DirectConnectSession {
  /// Handles bytes of the stream.
  mutating func receive(_ bytes: some Sequence<UInt8>, at now: MonotonicInstant) {
    guard !hasFailed else { return }
    lastBytes = now
    reader.append(bytes)
    do throws(DirectConnectFailure) {
      while !hasFailed, let frame = try reader.next() { try receive(frame, at: now) }
    } catch {
      fail(LinkError(.failed, operation: "link", detail: "not Direct Connect: \(error)"))
    }
  }

  private mutating func receive(_ frame: DirectConnectFrame, at now: MonotonicInstant) throws(DirectConnectFailure) {
    guard frame.version == DirectConnectFrame.version else { throw .version(frame.version) }
    if frame.message == .notification { return notified(try DirectConnectNotification(frame), at: now) }
    // A late answer, or an answer without a request, has no effect.
    guard let sent, sent.sequence == frame.sequence, sent.request.request.message == frame.message else { return }
    self.sent = nil
    answered(sent.request, try DirectConnectResponse(frame), at: now)
    sendNext(at: now)
  }

  private mutating func answered(_ request: Request, _ response: DirectConnectResponse, at now: MonotonicInstant) {
    guard let number = request.number else { return }
    if case .refused(_, let code) = response {
      return effects.append(.answered(number, .failure(LinkError(code, operation: request.operation))))
    }
    guard response.answers(request.request) else {
      let error = LinkError(.failed, operation: request.operation, detail: "the answer is about another characteristic")
      return effects.append(.answered(number, .failure(error)))
    }
    effects.append(.answered(number, .success(response)))
    if case .written(let characteristic, let value) = response, !value.isEmpty {
      let notification = DirectConnectNotification(value, of: characteristic)
      notified(notification, at: now)
      appended = notification
    }
  }

  /// Finds the characteristic of a value.
  ///
  /// A frame has no service, so the value of a characteristic of several services belongs to the subscribed one.
  private mutating func notified(_ notification: DirectConnectNotification, at now: MonotonicInstant) {
    guard notification != appended else {
      appended = nil
      return
    }
    guard let id = table[notification.characteristic]?.first(where: subscribed.contains) else { return }
    if now - rate.second >= .seconds(1) { rate = (now, 0) }
    rate.values += 1
    guard rate.values <= limits.valuesPerSecond else {
      return fail(LinkError(.failed, operation: "link", detail: "more than \(limits.valuesPerSecond) values a second"))
    }
    effects.append(.notified(id, notification.value))
  }

  private mutating func fail(_ error: LinkError) {
    hasFailed = true
    effects.append(.failed(error))
  }
}

// MARK: - Time

extension DirectConnectSession {
  /// Gives up a request that was not answered in time, and tests a quiet stream by a request.
  ///
  /// A trainer that answers no request but sends values is kept: some trainers do not answer a write that they reject.
  mutating func expire(at now: MonotonicInstant) {
    guard !hasFailed, let deadline, deadline <= now else { return }
    guard let sent else {
      waiting.append(Request(number: nil, request: .discoverServices, operation: "discover services"))
      return sendNext(at: now)
    }
    self.sent = nil
    let isDead = now - lastBytes >= limits.answer
    if let number = sent.request.number {
      let error = LinkError(.timedOut, operation: sent.request.operation, detail: "no answer")
      effects.append(.answered(number, .failure(error)))
    }
    if isDead { return fail(LinkError(.supervisionTimeout, operation: "link", detail: "the trainer does not answer")) }
    sendNext(at: now)
  }
}

/// The limits of a Direct Connect session.
package struct SessionLimits: Hashable, Sendable {
  /// The time for an answer.
  package var answer = Duration.seconds(5)
  /// The time without any bytes after which a request tests the trainer.
  package var quiet = Duration.seconds(20)
  /// The most requests that wait.
  package var requests = 64
  /// The most values in a second; trainers send about ten.
  package var valuesPerSecond = 500

  package init() {}
}

extension DirectConnectResponse {
  /// Returns whether it is about the service or characteristic of a request of the same kind.
  fileprivate func answers(_ request: DirectConnectRequest) -> Bool {
    switch (request, self) {
    case (.discoverServices, .services), (.unnamed, .unnamed): true
    case (.discoverCharacteristics(let asked), .characteristics(_, let service)): asked == service
    case (.read(let asked), .value(_, let characteristic)): asked == characteristic
    case (.write(_, let asked), .written(let characteristic, _)): asked == characteristic
    case (.enableNotifications(_, let asked), .notificationsSet(let characteristic)): asked == characteristic
    case (_, .services), (_, .characteristics), (_, .value), (_, .written), (_, .notificationsSet), (_, .unnamed),
      (_, .refused):
      false
    }
  }
}

extension LinkError {
  /// Creates the failure of a request that the trainer refused.
  fileprivate init(_ code: DirectConnectCode, operation: String) {
    let kind: Code =
      switch code {
      case .serviceNotFound, .characteristicNotFound: .characteristicMissing
      case .unknownMessage, .operationNotSupported, .unknownVersion: .unsupported
      case .writeFailed: .refused
      default: .failed
      }
    self.init(kind, operation: operation, detail: "Direct Connect code \(code.rawValue)")
  }
}
