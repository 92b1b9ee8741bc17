import ControlWire
import Logging
import Rides

/// Tells the rider's own server how a ride is going, as often as somebody looks.
///
/// Nothing of it is kept, and nothing that goes wrong with it is told to the rider: the ride itself arrives when it is over.
package struct LiveReporter: Sendable {
  /// How often it is looked whether a ride is on.
  static let looking = Duration.seconds(15)
  /// How long a server that cannot be told is left alone, and one that shows no rides.
  static let resting = (after: Duration.seconds(60), without: Duration.seconds(3600))
  /// The shortest time between two reports, whatever the server asks for.
  static let shortest = Duration.seconds(1)

  let outbox: Outbox
  let library: any TrainerLibrary
  let audience: any LiveAudience
  let clock: any SyncClock
  let log: Logger

  /// Reports until the task is cancelled.
  package func report() async {
    var isTold = false
    while !Task.isCancelled {
      let pause = await step(&isTold)
      do throws(CancellationError) { try await clock.sleep(for: pause) } catch { return }
    }
  }

  /// Tells how a ride is going, if one is on, or that it is over; returns when to look again.
  func step(_ isTold: inout Bool) async -> Duration {
    guard (try? await outbox.record(of: .hub))?.state == .connected, let status = try? await library.status() else {
      return Self.looking
    }
    let ride = LiveRide(status)
    guard let said = ride ?? (isTold ? .over : nil) else { return Self.looking }
    isTold = false
    do throws(SyncFault) {
      guard let pause = try await audience.tell(said) else { return Self.resting.without }
      isTold = ride != nil
      return ride == nil ? Self.looking : max(Self.shortest, min(pause, Self.looking))
    } catch {
      log.debug("the ride is not shown", metadata: ["code": "\(error.code.rawValue)", "why": "\(error.detail ?? "")"])
      return Self.resting.after
    }
  }
}
