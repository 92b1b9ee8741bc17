package import ControlWire
import Loop
package import RideCues
import Rides
package import TrainerClient

/// jz2d behind its socket for programs that look and ride; each call has a connection of its own.
///
/// The calls block, so they have threads of their own: one to follow, one to ask.
package struct RideSocket: Sendable {
  private let paths: [String]
  private let following = EventLoop(name: "jz2-follow", pace: .real)
  private let asking = EventLoop(name: "jz2-ask", pace: .real)

  /// - Parameter paths: Where jz2d's socket may be, in order.
  package init(at paths: [String]) { self.paths = paths }

  /// Follows jz2d through its restarts; never ends by itself.
  package func news() -> AsyncStream<FollowedNews<Status>> { Watch().followed(at: paths, on: following) }

  /// Asks for what a button stands for.
  ///
  /// - Returns: The answer, as the machine takes it.
  package func ask(_ call: SteeringCall) async -> CueMachine.Input {
    await Task(executorPreference: asking) { [paths] () -> CueMachine.Input in
      do throws(ControlError) {
        let daemon = DaemonSocket(at: paths)
        switch call {
        case .change(let watts): return .answered(watts: try daemon.call(SetWatts(change: watts)).target.heldWatts)
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
  /// What was asked for, within what the trainer holds: after a pause the watts rise to it in some seconds.
  fileprivate var heldWatts: Int {
    let most = maximumWatts.map { min(askedWatts, $0) } ?? askedWatts
    return minimumWatts.map { max(most, $0) } ?? most
  }
}
