internal import Rides

extension RideAssembly {
  /// The file's own figures for the whole ride: its total, or the sum of its laps if each has one.
  struct Totals: Sendable {
    /// Timer time in seconds, greater than 0.
    let timerSeconds: Double?
    /// Time including stops in seconds, greater than 0.
    let elapsedSeconds: Double?
    /// Distance in metres, greater than 0.
    let distanceMeters: Double?
    /// Whether the times may count points of another day, which are left out.
    var countStrays = false

    init(_ ofRide: [SummaryField: Double], laps: [RideLap]) {
      func total(_ field: SummaryField) -> Double? {
        if let own = ofRide[field], own > 0, own.isFinite { return own }
        let ofLaps = laps.compactMap { $0.fileTotals[field] }
        guard !laps.isEmpty, ofLaps.count == laps.count else { return nil }
        let sum = ofLaps.reduce(0, +)
        return sum > 0 && sum.isFinite ? sum : nil
      }
      timerSeconds = total(.timerSeconds)
      elapsedSeconds = total(.elapsedSeconds)
      distanceMeters = total(.distanceMeters)
    }

    /// The times, with and without stops.
    var seconds: [Double] { [timerSeconds, elapsedSeconds].compactMap { $0 } }
  }
}

extension RideRecord {
  /// Replaces the file's figures that the rows contradict, so that an export agrees with the ride.
  mutating func correctFileTotals(_ totals: RideAssembly.Totals) {
    let ridden = self.totals
    let seconds = Double(ridden.timerSeconds)
    if let own = totals.timerSeconds, abs(own - seconds) >= Self.agreeingSeconds {
      if fileTotals[.timerSeconds] != nil { fileTotals[.timerSeconds] = seconds }
      if laps.count == 1, laps[0].fileTotals[.timerSeconds] != nil { laps[0].fileTotals[.timerSeconds] = seconds }
    }
    guard let meters = ridden.distanceMeters else { return }
    let tolerance = RideDistance.toleranceMeters
    if let own = totals.distanceMeters, abs(own - meters) <= tolerance, fileTotals[.distanceMeters] == own { return }
    if !fileTotals.isEmpty, totals.distanceMeters.map({ abs($0 - meters) > tolerance }) ?? true {
      fileTotals[.distanceMeters] = meters
    }
    let ofLaps = laps.compactMap { $0.fileTotals[.distanceMeters] }
    guard ofLaps.count == laps.count, abs(ofLaps.reduce(0, +) - meters) > 2 * tolerance else { return }
    for index in laps.indices { laps[index].fileTotals[.distanceMeters] = nil }
  }

  /// Times that differ by less agree: the rows are whole seconds, and a file's total is not.
  private static let agreeingSeconds = 1.5
}
