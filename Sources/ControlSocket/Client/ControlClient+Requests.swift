package import ControlWire

// Requests as cases of an enumeration; goes once no client uses them.

extension ControlClient {
  /// Asks and waits for the one answer.
  ///
  /// - Parameters:
  ///   - request: What to ask.
  ///   - limit: How long to wait; nil for the request's `patience`.
  /// - Returns: The answer.
  /// - Throws: The daemon's refusal, or `noAnswer`, `connectionLost`, `protocolViolated`.
  package mutating func call(
    _ request: ControlRequest, within limit: Duration? = nil
  ) throws(ControlError) -> ControlReply {
    try socket.send(ControlCall(request).encoded())
    let message = try nextMessage(before: .now + (limit ?? request.patience))
    return try ControlReply.decode(message, answering: request).reply
  }

  /// Asks for an answer in several replies, and hands each to `each` until the last or until it returns false.
  ///
  /// The first reply must come within `limit`. Those after it must too, but for `watch`, which may be silent for hours.
  ///
  /// - Parameters:
  ///   - request: What to ask.
  ///   - limit: How long to wait for a reply; nil for the request's `patience`.
  ///   - each: Takes a reply, and says whether to go on.
  /// - Throws: As `call`; the replies before it have been handed over.
  package consuming func stream(
    _ request: ControlRequest, within limit: Duration? = nil, each: (ControlReply) -> Bool
  ) throws(ControlError) {
    try socket.send(ControlCall(request, more: true).encoded())
    let limit = limit ?? request.patience
    var deadline: ContinuousClock.Instant? = .now + limit
    while true {
      let message = try nextMessage(before: deadline)
      let (reply, continues) = try ControlReply.decode(message, answering: request)
      guard each(reply), continues else { return }
      deadline = request == .watch ? nil : .now + limit
    }
  }
}
