import ControlWire

/// The status now and at every change, for one who began to watch before the store was open: of the rides, once it is.
///
/// Nothing waits in between, so that what is read late is the newest, and no news of a ride is passed over.
actor FrontFeed {
  private let front: FrontService
  private let statuses: AsyncStream<Status>
  private var rides: AsyncThrowingStream<ControlReply, any Error>?

  init(_ front: FrontService, _ statuses: AsyncStream<Status>) {
    self.front = front
    self.statuses = statuses
  }

  /// The next answer; nil once there is none any more.
  func next() async throws -> ControlReply? {
    if rides == nil {
      for await status in statuses { return .status(status) }
      rides = await front.parts?.service.watch()
    }
    guard let rides else { return nil }
    for try await reply in rides { return reply }
    return nil
  }
}
