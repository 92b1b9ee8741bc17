import ControlWire
import NIOCore
import Rides

/// One phone that follows the ride.
protocol EventListener: AnyObject, Sendable {
  var audience: Audience { get }
  /// Whether it took what it was sent.
  var hasRoom: Bool { get }
  /// Whether it may still see what its audience sees.
  var isAllowed: Bool { get }
  func send(_ bytes: ByteBuffer)
  func close()
}

/// All phones that follow the ride.
///
/// They are told the newest state; what a phone had no time for is left out, so a slow one costs no more memory than a fast
/// one. An event becomes bytes once for each audience, however many phones there are.
package actor EventStreams {
  /// Asks jz2d for what the feed wants to know; nil if there is no answer.
  typealias Asking = @Sendable (RideFeed.Effect) async -> RideFeed.Input?

  nonisolated let loop: any EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

  private let run: String
  private let asking: Asking
  private var feed = RideFeed()
  private var listeners: [ObjectIdentifier: any EventListener] = [:]
  /// Those who missed something.
  private var behind: Set<ObjectIdentifier> = []
  private var number = 0
  private var isQuiet = true

  /// - Parameters:
  ///   - loop: The loop of the phones' connections.
  ///   - run: A word that tells this process from the one before, for ids of events.
  ///   - asking: Asks jz2d.
  init(on loop: any EventLoop, run: String, asking: @escaping Asking) {
    self.loop = loop
    self.run = run
    self.asking = asking
  }

  /// How many phones follow.
  package var count: Int { listeners.count }

  /// Takes what came from jz2d.
  func take(_ input: RideFeed.Input, at now: ContinuousClock.Instant = .now) {
    for effect in feed.handle(input, at: now) {
      if case .tell(let event) = effect {
        tell(event)
      } else {
        Task { [asking] in
          if let answer = await asking(effect) { self.take(answer) }
        }
      }
    }
  }

  /// A second has passed: phones that heard nothing in it get a sign.
  func beat(at now: ContinuousClock.Instant = .now, time: String) {
    take(.timePassed(at: time), at: now)
    if isQuiet { tell(.beat) }
    isQuiet = true
  }

  /// Takes a phone in and tells it how things stand.
  func add(_ listener: some EventListener) {
    listeners[ObjectIdentifier(listener)] = listener
    catchUp(listener)
  }

  func remove(_ listener: some EventListener) {
    listeners[ObjectIdentifier(listener)] = nil
    behind.remove(ObjectIdentifier(listener))
  }

  /// A phone took what it was sent, and may be told more.
  func hasRoomAgain(_ listener: some EventListener) {
    guard behind.remove(ObjectIdentifier(listener)) != nil else { return }
    catchUp(listener)
    if let bytes = bytes(of: .changes([.library(.replaced)]), for: listener.audience) { listener.send(bytes) }
  }

  /// Ends the streams of phones that were revoked, or may see more or less than before.
  func recheck() {
    for listener in listeners.values where !listener.isAllowed { listener.close() }
  }

  private func catchUp(_ listener: any EventListener) {
    let trail = feed.trail.points.isEmpty ? nil : FeedEvent.trace(feed.trail)
    for event in [trail, feed.plan, feed.route, feed.status].compactMap(\.self) {
      if let bytes = bytes(of: event, for: listener.audience) { listener.send(bytes) }
    }
  }

  private func tell(_ event: FeedEvent) {
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
