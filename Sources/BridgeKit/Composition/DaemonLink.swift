package import AppBridge
package import ControlWire
import Loop
import Rides
package import TrainerClient

/// A client of jz2d's socket that follows the status and makes the apps' calls; each call has its own connection.
///
/// Calls block, so they run on two threads of their own: one follows the status, the other makes calls.
package struct DaemonLink: Sendable {
  private let paths: [String]
  private let following = EventLoop(name: "jz2-follow", pace: .real)
  private let asking = EventLoop(name: "jz2-ask", pace: .real)

  /// - Parameter paths: Paths to try for jz2d's socket, in order.
  package init(at paths: [String]) { self.paths = paths }

  /// Follows jz2d's status, with each new value of a device, through its restarts; the stream never ends by itself.
  package func news() -> AsyncStream<FollowedNews<Status>> { Watch(values: true).followed(at: paths, on: following) }

  /// Makes a call.
  ///
  /// - Returns: The number of the started ride, nil after another call; or the refusal.
  package func make(_ call: BridgeCall) async -> Result<Int?, ControlError> {
    await Task(executorPreference: asking) { [paths] () -> Result<Int?, ControlError> in
      do throws(ControlError) {
        return .success(try Self.make(call, DaemonSocket(at: paths)))
      } catch {
        return .failure(error)
      }
    }.value
  }

  private static func make(_ call: BridgeCall, _ daemon: DaemonSocket) throws(ControlError) -> Int? {
    switch call {
    case .start(let request): return try daemon.call(request).ride.id
    case .setWatts(let watts): _ = try daemon.call(SetWatts(watts: watts))
    case .setSlope, .setResistance: throw ControlError(.methodNotFound)
    case .rideFree: _ = try daemon.call(RideFree())
    case .pause: _ = try daemon.call(Pause())
    case .resume: _ = try daemon.call(Resume())
    case .stop: _ = try daemon.call(Stop())
    }
    return nil
  }
}
