import ControlWire

/// Answers the calls of one connection, in order.
struct Conversation: Sendable {
  let connection: Connection
  let service: any ControlService
  let program: VarlinkProgram

  /// Returns when the caller has disconnected or was cut off.
  func run() async {
    do {
      for try await message in connection.messages {
        guard !connection.isRefused else {
          try await connection.send(ControlError(.tooManyConnections).encoded(in: program.usualInterface))
          break
        }
        try await answer(CallMessage(decoding: message, to: program))
        connection.answered()
      }
    } catch let error as ControlError {
      service.cutOff(connection.peer, because: error)
    } catch {
      // The connection ended during a reply, so no error can be sent.
    }
    connection.close()
  }

  private func answer(_ message: CallMessage) async throws {
    if message.oneway {
      // No caller waits for the answer, so it also outlives the connection.
      if case .success(.method(let call)) = message.content { await carryOut(call) }
    } else if connection.isOpen {
      try await connection.answering { try await reply(to: message) }
    }
  }

  private func carryOut(_ call: some VarlinkCall) async {
    _ = try? await service.answer(call, from: connection.peer, more: false)
  }

  private func reply(to message: CallMessage) async throws {
    var interface = program.usualInterface
    do {
      switch try message.content.get() {
      case .method(let call):
        interface = type(of: call).interface
        try await reply(to: call, more: message.more)
      case .serviceInfo: try await connection.send(ReplyMessage(ServiceInfo(of: program)).encoded())
      case .interfaceDescription(let name):
        try await connection.send(ReplyMessage(InterfaceDescription(of: name, from: program)).encoded())
      }
    } catch let refusal as ControlError where !refusal.code.isLocal {
      try await connection.send(refusal.encoded(in: interface))
    }
  }

  private func reply<C: VarlinkCall>(to call: C, more: Bool) async throws {
    switch try await service.answer(call, from: connection.peer, more: more) {
    case .reply(let reply):
      try await connection.send(ReplyMessage(reply).encoded())
    case .stream(let replies, let closing):
      guard more else { throw ControlError(.expectedMore) }
      var last: C.Reply?
      for try await reply in replies {
        try await connection.send(ReplyMessage(reply, continues: true).encoded())
        last = reply
      }
      try Task.checkCancellation()
      guard let end = closing(last) else { throw ControlError(.protocolViolated) }
      try await connection.send(ReplyMessage(end).encoded())
    }
  }
}
