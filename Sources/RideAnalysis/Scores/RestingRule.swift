package import Rides

/// Decides which measurements show a heart at rest: not right after a ride, and not far above the usual heart rate.
package struct RestingRule: Sendable {
  /// Heart rates are compared within a source and a position.
  private struct Kind: Hashable {
    let source: BodySource
    let position: MeasurementPosition?

    init(_ measurement: HRVMeasurement) { (source, position) = (measurement.source, measurement.position) }
  }

  private static let millisecondsOfDay: Int64 = 86_400_000
  /// The time from each ride's start until the heart has calmed down, in milliseconds since 1970, by UTC day.
  private let efforts: [Int64: [ClosedRange<Int64>]]
  /// The mean heart rates of measurements not disturbed by a ride, by kind and day.
  private let rates: [Kind: [CalendarDay: [Double]]]

  /// - Parameters:
  ///   - measurements: All measurements.
  ///   - rides: From the start to the end of each ride, in milliseconds since 1970.
  package init(measurements: [HRVMeasurement], rides: [ClosedRange<Int64>]) {
    let calm = Int64(ScoreModel.unrestMinutes) * 60_000
    var efforts: [Int64: [ClosedRange<Int64>]] = [:]
    for ride in rides {
      let effort = ride.lowerBound...(ride.upperBound + calm)
      for day in (effort.lowerBound / Self.millisecondsOfDay)...(effort.upperBound / Self.millisecondsOfDay) {
        efforts[day, default: []].append(effort)
      }
    }
    self.efforts = efforts
    rates = measurements.reduce(into: [:]) { rates, measurement in
      guard let rate = measurement.figures.meanHeartRate, rate.isFinite, !Self.isAfterRide(measurement, efforts) else {
        return
      }
      rates[Kind(measurement), default: [:]][measurement.day, default: []].append(rate)
    }
  }

  /// Returns the measurement, with the reason if the heart was not at rest.
  package func marked(_ measurement: HRVMeasurement) -> HRVMeasurement {
    var marked = measurement
    marked.unrest = unrest(measurement)
    return marked
  }

  private func unrest(_ measurement: HRVMeasurement) -> Unrest? {
    if Self.isAfterRide(measurement, efforts) { return .afterRide }
    guard let rate = measurement.figures.meanHeartRate, let usual = usualRate(around: measurement) else { return nil }
    return rate >= usual + ScoreModel.unrestBeats ? .fastHeart : nil
  }

  private static func isAfterRide(_ measurement: HRVMeasurement, _ efforts: [Int64: [ClosedRange<Int64>]]) -> Bool {
    guard let at = measurement.at?.milliseconds else { return false }
    return efforts[at / millisecondsOfDay]?.contains { $0.contains(at) } ?? false
  }

  /// Returns the median heart rate of the other measurements of its kind in the days around it; nil if there are too
  /// few.
  private func usualRate(around measurement: HRVMeasurement) -> Double? {
    guard let days = rates[Kind(measurement)] else { return nil }
    let reach = ScoreModel.unrestDays
    var others = (-reach...reach).flatMap { days[measurement.day.advanced(by: $0)] ?? [] }
    if let own = measurement.figures.meanHeartRate.flatMap(others.firstIndex(of:)) { others.remove(at: own) }
    return others.count >= ScoreModel.leastBaselineDays ? others.sorted().quantile(0.5) : nil
  }
}
