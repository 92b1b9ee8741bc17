import ControlWire

/// Answers the calls of one connection, in order.
struct Conversation: Sendable {
  let connection: Connection
  let service: any ControlService
  let info: ServiceInfo

  /// Returns when the caller is gone or was cut off.
  func run() async {
    do {
      for try await message in connection.messages {
        guard !connection.isRefused else {
          try await connection.send(ControlError(.tooManyConnections).encoded())
          break
        }
        try await answer(ControlCall(decoding: message))
        connection.answered()
      }
    } catch let error as ControlError {
      service.cutOff(connection.peer, because: error)
    } catch {
      // The connection ended under a reply; there is nobody to tell.
    }
    connection.close()
  }

  private func answer(_ call: ControlCall) async throws {
    if call.oneway {
      // Nobody waits for it, so it also outlives the connection.
      if case .success(.trainer(let request)) = call.content {
        _ = try? await service.answer(request, from: connection.peer, more: false)
      }
    } else if connection.isOpen {
      try await connection.answering { try await reply(to: call) }
    }
  }

  private func reply(to call: ControlCall) async throws {
    do {
      switch try call.content.get() {
      case .trainer(let request): try await reply(to: request, more: call.more)
      case .serviceInfo: try await connection.send(info.encoded())
      case .interfaceDescription(let interface): try await connection.send(info.encodedDescription(of: interface))
      }
    } catch let refusal as ControlError where !refusal.code.isLocal {
      try await connection.send(refusal.encoded())
    }
  }

  private func reply(to request: ControlRequest, more: Bool) async throws {
    switch try await service.answer(request, from: connection.peer, more: more) {
    case .reply(let reply):
      try await connection.send(reply.encoded())
    case .stream(let replies):
      guard more else { throw ControlError(.expectedMore) }
      var last: ControlReply?
      for try await reply in replies {
        try await connection.send(reply.encoded(continues: true))
        last = reply
      }
      try Task.checkCancellation()
      guard let end = request.closingReply(after: last) else { throw ControlError(.protocolViolated) }
      try await connection.send(end.encoded())
    }
  }
}
