package import ControlWire

/// A service that answers calls.
package protocol CallService: Sendable {
  /// Sets the handler of each call that the service answers.
  func setHandlers(in router: inout CallRouter)
}

/// The handlers of requests, one for each method.
package struct CallRouter: Sendable {
  private struct Handler<C: VarlinkCall>: Sendable {
    let run: @Sendable (C, Peer, _ more: Bool) async throws(ControlError) -> ControlAnswer<C.Reply>
  }

  /// A `Handler` for each method.
  private var handlers: [String: any Sendable] = [:]

  /// Creates a router with the handlers of the services.
  package init(_ services: [any CallService] = []) {
    for service in services { service.setHandlers(in: &self) }
  }

  /// The methods that have a handler.
  package var methods: Set<String> { Set(handlers.keys) }

  /// Sets the handler of a call.
  package mutating func answer<C: VarlinkCall>(
    _ type: C.Type, _ handle: @escaping @Sendable (C, Peer) async throws(ControlError) -> C.Reply
  ) {
    handlers[C.method] = Handler<C> { call, peer, _ throws(ControlError) in .reply(try await handle(call, peer)) }
  }

  /// Sets the handler of a call that may be answered in several replies; `more` says whether the caller accepts them.
  package mutating func stream<C: StreamedCall>(
    _ type: C.Type,
    _ handle: @escaping @Sendable (C, Peer, _ more: Bool) async throws(ControlError) -> ControlAnswer<C.Reply>
  ) {
    handlers[C.method] = Handler<C>(run: handle)
  }

  /// Calls the handler of a request outside any actor; the handler switches to the actor that it needs.
  ///
  /// Only this function checks whether the socket allows the request.
  ///
  /// - Throws: The refusal of a request that the caller's socket does not allow; `methodNotFound` without a handler;
  ///   the handler's errors.
  @concurrent
  package func answer<C: VarlinkCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply> {
    if let refusal = call.refusal(onSocket: peer.socket) { throw refusal }
    guard let handler = handlers[C.method] as? Handler<C> else {
      throw ControlError(.methodNotFound, subject: C.method)
    }
    return try await handler.run(call, peer, more)
  }
}
