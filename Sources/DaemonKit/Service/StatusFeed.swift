import ControlWire
import RideSession

/// The status now and at every change, for one who watches.
///
/// What is read late is the newest, and of the news nothing is left out that the ride still remembers.
actor StatusFeed {
  private let service: TrainerService
  private let snapshots: AsyncStream<RideSnapshot>
  /// The serial of the last event that was told; nil until the first status, which has no news.
  private var told: Int?
  /// Whether the status before was of a ride.
  private var hadRide = false

  init(_ service: TrainerService, _ snapshots: AsyncStream<RideSnapshot>) {
    self.service = service
    self.snapshots = snapshots
  }

  /// The next status; nil once there is none any more.
  ///
  /// - Throws: `shuttingDown` where the daemon goes down in a ride: the ride is suspended then, and nobody is idle.
  func next() async throws -> Status? {
    for await snapshot in snapshots {
      let hasRide = snapshot.phase != .idle
      if hadRide, !hasRide, await service.isGoingDown { throw ControlError(.shuttingDown) }
      hadRide = hasRide
      var status = await service.status(of: snapshot)
      status.news = news(in: snapshot)
      return status
    }
    return nil
  }

  /// What has happened since it was last asked.
  private func news(in snapshot: RideSnapshot) -> [PlanNews]? {
    defer { told = snapshot.planEvents.last?.serial ?? told ?? 0 }
    guard let told else { return nil }
    let news = snapshot.planEvents.filter { $0.serial > told }.map(PlanNews.init)
    return news.isEmpty ? nil : news
  }
}
