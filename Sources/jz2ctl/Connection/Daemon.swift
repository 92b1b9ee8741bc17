import ControlWire

/// Whoever answers requests: jz2d behind its socket, or a script in a test.
protocol Daemon {
  /// Asks once, and waits for as long as the request's patience lasts.
  ///
  /// - Throws: The refusal; `noDaemon`, `noAnswer` or `connectionLost` where there was no answer.
  func call(_ request: ControlRequest) throws(ControlError) -> ControlReply

  /// Asks for a stream, and hands over each reply until the last, or until `each` returns `false`.
  ///
  /// - Throws: As `call`, and what `each` throws.
  func stream(
    _ request: ControlRequest, each: (ControlReply) throws(ControlError) -> Bool
  ) throws(ControlError)

  /// Asks one thing after the other on one connection, until there is nothing more to ask.
  ///
  /// - Parameter next: Makes the next request from the answer to the one before; there is none before the first.
  /// - Throws: As `call`, and what `next` throws.
  func converse(_ next: (ControlReply?) throws(ControlError) -> ControlRequest?) throws(ControlError)
}

extension ControlError {
  /// The daemon's reply is one to another question.
  static var unexpectedReply: ControlError {
    ControlError(.protocolViolated, detail: "a reply to another question")
  }
}
