package import ControlWire
import Loop
package import RideCues
import Rides
package import TrainerClient

/// A client of jz2d's socket that follows the status and controls the ride; each call has its own connection.
///
/// Calls block, so they run on two threads of their own: one follows the status, the other sends requests.
package struct RideSocket: Sendable {
  private let paths: [String]
  private let following = EventLoop(name: "jz2-follow", pace: .real)
  private let asking = EventLoop(name: "jz2-ask", pace: .real)

  /// - Parameter paths: Paths to try for jz2d's socket, in order.
  package init(at paths: [String]) { self.paths = paths }

  /// Follows jz2d's status through its restarts; the stream never ends by itself.
  package func news() -> AsyncStream<FollowedNews<Status>> { Watch().followed(at: paths, on: following) }

  /// Sends the request of a button.
  ///
  /// - Returns: The response, as an input of the machine.
  package func ask(_ call: SteeringCall) async -> CueMachine.Input {
    await Task(executorPreference: asking) { [paths] () -> CueMachine.Input in
      do throws(ControlError) {
        let daemon = DaemonSocket(at: paths)
        switch call {
        case .change(.target(let call)): return .answered(watts: try daemon.call(call).target.heldWatts)
        case .change(.slope(let call)): _ = try daemon.call(call)
        case .change(.resistance(let call)): _ = try daemon.call(call)
        case .pause: _ = try daemon.call(Pause())
        case .resume: _ = try daemon.call(Resume())
        case .skip: _ = try daemon.call(Skip())
        case .back: _ = try daemon.call(Back())
        case .done: _ = try daemon.call(Done())
        case .lap: _ = try daemon.call(EndLap())
        case .stop: _ = try daemon.call(Stop())
        }
        return .answered(watts: nil)
      } catch {
        return .refused(error)
      }
    }.value
  }
}

extension Target {
  /// The requested power within the trainer's limits, in watts; after a pause, the target power takes some seconds to
  /// reach it.
  fileprivate var heldWatts: Int {
    let most = maximumWatts.map { min(askedWatts, $0) } ?? askedWatts
    return minimumWatts.map { max(most, $0) } ?? most
  }
}
