internal import Rides

extension TestStatus {
  /// The result of a ride that was a test of FTP; nil for other rides, and if the decisive part was not reached.
  init?(of record: RideRecord, riding plan: RidePlan) {
    guard let test = plan.test else { return nil }
    let laps = record.laps
    let tested = laps.indices.filter { index in laps[index].interval.map { plan.isTested(at: $0 - 1) } ?? false }
    guard let first = tested.first, let last = tested.last else { return nil }
    let end = laps.indices.contains(last + 1) ? laps[last + 1].second : nil
    var progress = TestProgress(test)
    for sample in record.samples where sample.timerRunning && sample.second >= laps[first].second {
      if let end, sample.second >= end { break }
      progress.add(watts: sample.powerWatts)
    }
    self = progress.status(isOver: true)
  }
}
