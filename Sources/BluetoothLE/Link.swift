import Locks

/// A live connection.
///
/// A lost link stays lost; reconnecting creates a new `Link`.
public protocol Link: Sendable {
  /// The device at the other end.
  var device: DeviceAddress { get }

  /// The characteristics of the device.
  var characteristics: Set<CharacteristicID> { get }

  /// The handles of the device's characteristics; empty if the radio has no handles or does not report them.
  var places: [CharacteristicPlace] { get }

  /// Passes all events to `handler`, in order and on the radio's executor, including those before this call.
  ///
  /// Only one caller gets events; the last event is `.closed`.
  ///
  /// It is a callback instead of a stream: a value reaches its consumer in the same turn, while a stream would suspend
  /// and resume a task for each value.
  func deliver(to handler: @escaping LinkEventHandler) async

  /// Subscribes to notifications or indications, which arrive as events.
  func subscribe(to characteristic: CharacteristicID) async throws(LinkError)

  /// Turns notifications or indications off and on again, for a device that has stopped sending.
  func resubscribe(to characteristic: CharacteristicID) async throws(LinkError)

  /// Reads the current value.
  func read(_ characteristic: CharacteristicID) async throws(LinkError) -> [UInt8]

  /// Writes with response; returns when the device has accepted the value.
  func write(_ value: [UInt8], to characteristic: CharacteristicID) async throws(LinkError)

  /// Ends the link; its last event is `.closed` with `.closedHere`.
  func close() async
}

extension Link {
  /// Empty: no handles are known.
  public var places: [CharacteristicPlace] { [] }
}

/// Handles the events of a link; it must not block.
public typealias LinkEventHandler = @Sendable (LinkEvent) -> Void

/// An event on a link.
public enum LinkEvent: Hashable, Sendable {
  /// A notification or an indication, with the time at which it reached this process.
  case notified(CharacteristicID, value: [UInt8], at: MonotonicInstant)
  /// The signal strength of the link, in dBm, measured every few seconds if the radio permits.
  case signalStrength(dBm: Int)
  /// The link has ended, for this reason.
  case closed(LinkError)
}

/// The outlet of a radio for a link's events: it keeps them until the consumer subscribes, then passes them on.
///
/// Use it on the radio's executor, which keeps the events in order.
public final class LinkOutlet: Sendable {
  private enum State {
    case waiting([LinkEvent])
    case delivering(LinkEventHandler)
    case ended
  }

  private let state = Lock(State.waiting([]))

  /// Creates an outlet that stores events.
  public init() {}

  /// Sends an event; `.closed` is the last event.
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

  /// Passes the stored events to `handler`, and then each new event; only the first caller gets events.
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
