import Synchronization

/// What a radio keeps of a link: where its events go, and those for which nobody has come yet.
///
/// To be used on the radio's executor, which keeps the events in order.
public final class LinkOutlet: Sendable {
  private enum State {
    case waiting([LinkEvent])
    case delivering(LinkEventHandler)
    case ended
  }

  private let state = Mutex(State.waiting([]))

  /// An outlet that keeps what it is sent.
  public init() {}

  /// Hands on an event; nothing follows `.closed`.
  public func send(_ event: LinkEvent) {
    let handler: LinkEventHandler? = state.withLock { state in
      switch state {
      case .waiting(let events):
        if events.last?.isClosing != true { state = .waiting(events + [event]) }
        return nil
      case .delivering(let handler):
        if event.isClosing { state = .ended }
        return handler
      case .ended: return nil
      }
    }
    handler?(event)
  }

  /// Hands the events that wait to `handler`, and then every other as it comes; the first caller has them all.
  public func deliver(to handler: @escaping LinkEventHandler) {
    let waiting: [LinkEvent] = state.withLock { state in
      guard case .waiting(let events) = state else { return [] }
      state = events.last?.isClosing == true ? .ended : .delivering(handler)
      return events
    }
    waiting.forEach(handler)
  }
}

extension LinkEvent {
  fileprivate var isClosing: Bool { if case .closed = self { true } else { false } }
}
