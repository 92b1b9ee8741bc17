import ControlWire
import Rides

extension RideFeed.Effect {
  /// Asks jz2d for what the feed wants to know about the ride in hand; nil if there is no answer, which is asked for again
  /// at the next change.
  func answer(by caller: DaemonCaller) async -> RideFeed.Input? {
    switch self {
    case .tell: return nil
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
      // A plan without a route is refused.
      guard let line = try? await caller.reply(to: ShowRoute(name: plan)) else { return nil }
      return .route(ride: ride, line)
    }
  }
}
