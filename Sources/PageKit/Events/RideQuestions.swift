import ControlWire
import Rides

extension RideFeed.Effect {
  /// Requests from jz2d the data that the feed needs about the current ride; nil if there is no reply.
  ///
  /// The next change then requests it again.
  func answer(by caller: DaemonCaller) async -> RideFeed.Input? {
    switch self {
    case .publish: return nil
    case .askIntervals(let ride):
      var intervals: [IntervalStatus] = []
      while true {
        guard let answer = try? await caller.reply(to: GetIntervals(from: intervals.last.map { $0.number + 1 })),
          answer.ride == ride
        else { return nil }
        intervals += answer.intervals
        guard answer.more == true, !answer.intervals.isEmpty else { return .intervals(ride: ride, intervals) }
      }
    case .askRoute(let ride, let plan):
      // jz2d refuses a plan without a route.
      guard let line = try? await caller.reply(to: ShowRoute(name: plan)) else { return nil }
      return .route(ride: ride, line)
    }
  }
}
