package import Rides

/// The figures of the ride in progress that follow from the power of its rows.
///
/// They are the time in the power zones, W′ balance, and the state of the test of FTP.
package struct EffortInHand: Hashable, Sendable {
  private let zones: PowerZones?
  /// Seconds of timer time in each zone; a row without power has no zone.
  private var zoneSeconds: [Int]
  private var balance: WPrimeBalance?
  private var progress: TestProgress?

  /// Begins the figures of a ride.
  ///
  /// - Parameters:
  ///   - order: The order, with the FTP that determines the power zones.
  ///   - settings: The rider's other settings; nil for a ride without power zones and W′.
  package init(_ order: RideOrder, _ settings: RiderSettings? = nil) {
    zones = settings.flatMap { settings in
      order.thresholdWatts.map { PowerZones(settings.zoneMethod, thresholdWatts: $0) }
    }
    zoneSeconds = [Int](repeating: 0, count: zones?.count ?? 0)
    balance = settings.flatMap { WPrimeBalance($0) }
    progress = order.plan.test.map(TestProgress.init)
  }

  /// Restores the figures of a ride that an earlier process left.
  package init(_ order: RideOrder, _ settings: RiderSettings?, after record: RideRecord) {
    self.init(order, settings)
    var begun = record.events.compactMap { event -> (second: Int, index: Int)? in
      guard case .interval(let number, _) = event.kind else { return nil }
      return (Int(event.at.components.seconds), number - 1)
    }[...]
    var index = 0
    for sample in record.samples {
      while let next = begun.first, next.second <= sample.second {
        index = next.index
        begun.removeFirst()
      }
      add(sample, isTested: order.plan.isTested(at: index))
    }
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - sample: The row.
  ///   - isTested: Whether its interval belongs to the decisive part of the test.
  mutating func add(_ sample: RideSample, isTested: Bool) {
    balance?.add(sample)
    guard sample.timerRunning else { return }
    if isTested { progress?.add(watts: sample.powerWatts) }
    guard let zones, let watts = sample.powerWatts, watts.isFinite else { return }
    let index = zones.number(ofWatts: watts) - 1
    if zoneSeconds.indices.contains(index) { zoneSeconds[index] += 1 }
  }

  /// The power zones with the seconds in each; nil without a threshold power.
  var powerZones: [PowerZones.Zone]? { zones?.zones(seconds: zoneSeconds) }

  /// W′ balance; nil without a critical power.
  var wPrime: WPrimeStatus? { balance?.status }

  /// Returns the state of the test of FTP; nil for a ride that is not a test.
  func test(isOver: Bool) -> TestStatus? { progress?.status(isOver: isOver) }
}
