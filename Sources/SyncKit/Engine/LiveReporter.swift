import ControlWire
import Logging
import Rides

/// Reports the progress of a ride to the rider's own server, as often as its viewers need it.
///
/// Reports are not stored, and failures are not shown to the rider: the ride itself is uploaded when it is over.
package struct LiveReporter: Sendable {
  /// The interval at which jz2d is asked for a ride.
  static let looking = Duration.seconds(15)
  /// The pauses after a failed report, and for a server that shows no live rides.
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
    var isReported = false
    while !Task.isCancelled {
      let pause = await step(&isReported)
      do throws(CancellationError) { try await clock.sleep(for: pause) } catch { return }
    }
  }

  /// Reports the progress of the current ride, or its end.
  ///
  /// Returns the time until the next step.
  func step(_ isReported: inout Bool) async -> Duration {
    guard (try? await outbox.record(of: .hub))?.state == .connected, let status = try? await library.status() else {
      return Self.looking
    }
    let ride = LiveRide(status)
    guard let said = ride ?? (isReported ? .over : nil) else { return Self.looking }
    isReported = false
    do throws(SyncFault) {
      guard let pause = try await audience.publish(said) else { return Self.resting.without }
      isReported = ride != nil
      return ride == nil ? Self.looking : max(Self.shortest, min(pause, Self.looking))
    } catch {
      log.debug("live status not sent", metadata: ["code": "\(error.code.rawValue)", "why": "\(error.detail ?? "")"])
      return Self.resting.after
    }
  }
}
