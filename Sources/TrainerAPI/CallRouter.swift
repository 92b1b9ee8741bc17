import ControlSocket
import ControlWire

/// A service that answers calls.
protocol CallService: Sendable {
  /// Sets the handler of each call that the service answers.
  func setHandlers(in router: inout CallRouter)
}

/// The handlers of calls, one for each.
struct CallRouter: Sendable {
  private struct Handler<C: TrainerCall>: Sendable {
    let run: @Sendable (C, Peer, _ more: Bool) async throws(ControlError) -> ControlAnswer<C.Reply>
  }

  /// A `Handler` for each method.
  private var handlers: [String: any Sendable] = [:]

  /// A router to the services that answer the calls.
  init(_ services: [any CallService] = []) {
    for service in services { service.setHandlers(in: &self) }
  }

  /// The methods that have a handler.
  var methods: Set<String> { Set(handlers.keys) }

  /// Sets the handler of a call.
  mutating func answer<C: TrainerCall>(
    _ type: C.Type, _ handle: @escaping @Sendable (C, Peer) async throws(ControlError) -> C.Reply
  ) {
    handlers[C.method] = Handler<C> { call, peer, _ throws(ControlError) in .reply(try await handle(call, peer)) }
  }

  /// Sets the handler of a call that may be answered in several replies; `more` says whether the caller takes them.
  mutating func stream<C: StreamedCall>(
    _ type: C.Type,
    _ handle: @escaping @Sendable (C, Peer, _ more: Bool) async throws(ControlError) -> ControlAnswer<C.Reply>
  ) {
    handlers[C.method] = Handler<C>(run: handle)
  }

  /// Has a call answered, on no actor's thread: a handler goes to the one that it needs.
  ///
  /// The level of access is checked here and nowhere else.
  ///
  /// - Throws: `notAllowed` for a call that the caller's socket does not allow; `methodNotFound` for one without a
  ///   handler; what the handler throws.
  @concurrent
  func answer<C: TrainerCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply> {
    guard peer.socket.allows(call) else {
      throw ControlError(.notAllowed, subject: TrainerSocket.narrowest(for: call).rawValue)
    }
    guard let handler = handlers[C.method] as? Handler<C> else {
      throw ControlError(.methodNotFound, subject: C.method)
    }
    return try await handler.run(call, peer, more)
  }
}
