import ControlWire
import NIOCore
import Rides
import Translations

/// A phone that follows the ride.
protocol EventListener: AnyObject, Sendable {
  var audience: Audience { get }
  /// Whether the connection has room for more events.
  var hasRoom: Bool { get }
  /// Whether the phone still has the rights of its audience.
  var isAllowed: Bool { get }
  func send(_ bytes: ByteBuffer)
  func close()
}

/// All phones that follow the ride.
///
/// Each phone gets the newest state. Events for which a phone has no room are skipped, so a slow phone needs no more
/// memory than a fast one. Each event is encoded once for each audience, however many phones there are.
package actor EventStreams {
  /// Requests from jz2d the data that the feed needs; nil if there is no reply.
  typealias Asking = @Sendable (RideFeed.Effect) async -> RideFeed.Input?

  nonisolated let loop: any EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

  private let run: String
  private let asking: Asking
  private var feed = RideFeed()
  private var listeners: [ObjectIdentifier: any EventListener] = [:]
  /// The phones that missed an event.
  private var behind: Set<ObjectIdentifier> = []
  private var number = 0
  private var isQuiet = true

  /// - Parameters:
  ///   - loop: The loop of the phones' connections.
  ///   - run: Identifies this process in the ids of events, as opposed to the previous one.
  ///   - asking: Makes requests to jz2d.
  init(on loop: any EventLoop, run: String, asking: @escaping Asking) {
    self.loop = loop
    self.run = run
    self.asking = asking
  }

  /// The number of phones that follow the ride.
  package var count: Int { listeners.count }

  /// Handles an input, usually from jz2d.
  func take(_ input: RideFeed.Input, at now: ContinuousClock.Instant = .now) {
    for effect in feed.handle(input, at: now) {
      if case .publish(let event) = effect {
        publish(event)
      } else {
        Task { [asking] in
          if let answer = await asking(effect) { self.take(answer) }
        }
      }
    }
  }

  /// Handles the passing of a second.
  ///
  /// Sends a beat to the phones if there was no event during it.
  func beat(at now: ContinuousClock.Instant = .now, time: String) {
    take(.timePassed(at: time), at: now)
    if isQuiet { publish(.beat) }
    isQuiet = true
  }

  /// Adds a phone and sends it the current state.
  func add(_ listener: some EventListener) {
    listeners[ObjectIdentifier(listener)] = listener
    catchUp(listener)
  }

  func remove(_ listener: some EventListener) {
    listeners[ObjectIdentifier(listener)] = nil
    behind.remove(ObjectIdentifier(listener))
  }

  /// Resumes a phone that has read its events: sends the current state if it missed any.
  func hasRoomAgain(_ listener: some EventListener) {
    guard behind.remove(ObjectIdentifier(listener)) != nil else { return }
    catchUp(listener)
    if let bytes = bytes(of: .changes([.library(.replaced)]), for: listener.audience) { listener.send(bytes) }
  }

  /// Closes the streams of phones that were revoked, or whose rights have changed.
  func recheck() {
    for listener in listeners.values where !listener.isAllowed { listener.close() }
  }

  private func catchUp(_ listener: any EventListener) {
    let trail = feed.trail.points.isEmpty ? nil : FeedEvent.trace(feed.trail)
    for event in [trail, feed.plan, feed.route, feed.status].compactMap(\.self) {
      if let bytes = bytes(of: event, for: listener.audience) { listener.send(bytes) }
    }
  }

  private func publish(_ event: FeedEvent) {
    if event != .beat {
      number += 1
      isQuiet = false
    }
    var made: [Audience: ByteBuffer] = [:]
    for (key, listener) in listeners {
      guard listener.hasRoom else {
        behind.insert(key)
        continue
      }
      let audience = listener.audience
      guard let bytes = made[audience] ?? bytes(of: event, for: audience) else { continue }
      made[audience] = bytes
      listener.send(bytes)
    }
  }

  private func bytes(of event: FeedEvent, for audience: Audience) -> ByteBuffer? {
    let id = event == .beat ? nil : "\(run)-\(number)"
    let text = Translation.$current.withValue(Translation(audience.language)) { event.text(id: id, for: audience) }
    return text.map { ByteBuffer(bytes: $0) }
  }
}
