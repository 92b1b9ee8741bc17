import Locks

/// One live connection.
///
/// Once lost it stays lost; connecting again makes a new `Link`.
public protocol Link: Sendable {
  /// The device at the other end.
  var device: DeviceAddress { get }

  /// The characteristics that the device has.
  var characteristics: Set<CharacteristicID> { get }

  /// The handles of the device's characteristics; empty if the radio has no handles, or does not report them.
  var places: [CharacteristicPlace] { get }

  /// Passes all events to `handler`, in order and on the radio's executor, first those that came before this call; for one
  /// caller. The last event is `.closed`.
  ///
  /// A call and not a stream: a value reaches its consumer within the turn that brought it, while a stream would put a task
  /// to sleep and wake another for each value.
  func deliver(to handler: @escaping LinkEventHandler) async

  /// Asks for notifications or indications; they arrive as events.
  func subscribe(to characteristic: CharacteristicID) async throws(LinkError)

  /// Switches notifications or indications off and on again, for a device that has stopped sending.
  func resubscribe(to characteristic: CharacteristicID) async throws(LinkError)

  /// The present value.
  func read(_ characteristic: CharacteristicID) async throws(LinkError) -> [UInt8]

  /// Writes with response: returns when the device has taken the value.
  func write(_ value: [UInt8], to characteristic: CharacteristicID) async throws(LinkError)

  /// Ends the link; its last event is `.closed` with `.closedHere`.
  func close() async
}

extension Link {
  /// None are known.
  public var places: [CharacteristicPlace] { [] }
}

/// Takes the events of a link; it must not block.
public typealias LinkEventHandler = @Sendable (LinkEvent) -> Void

/// An event on a link.
public enum LinkEvent: Hashable, Sendable {
  /// A notification or an indication, stamped when it reached this process.
  case notified(CharacteristicID, value: [UInt8], at: MonotonicInstant)
  /// The signal strength of the link, in dBm, measured every few seconds if the radio permits.
  case signalStrength(dBm: Int)
  /// The link is gone, for this reason.
  case closed(LinkError)
}

/// The place where a radio sends a link's events: it keeps them until the consumer comes, then passes them on.
///
/// To be used on the radio's executor, which keeps the events in order.
public final class LinkOutlet: Sendable {
  private enum State {
    case waiting([LinkEvent])
    case delivering(LinkEventHandler)
    case ended
  }

  private let state = Lock(State.waiting([]))

  /// An outlet that keeps the events it is sent.
  public init() {}

  /// Passes on an event; nothing follows `.closed`.
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

  /// Passes the waiting events to `handler`, and then every other as it comes; only the first caller gets events.
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
