package import ControlWire
internal import FoundationEssentials
internal import Logging
package import Rides

extension Intervals: WellnessExchange {
  /// The key of the values that were sent for each day.
  ///
  /// They are not sent again, so a correction by the rider is kept.
  static let sentName = "intervals-wellness"

  package func direction() async throws(SyncFault) -> WellnessDirection {
    try await tools.memory.json(IntervalsSite.self, Self.siteName)?.wellness ?? .none
  }

  package func wellness(_ days: ClosedRange<CalendarDay>) async throws(SyncFault) -> ImportBody {
    let answer = try await answer(
      to: IntervalsClient.Question(
        path: "athlete/0/wellness",
        query: [
          (name: "oldest", value: days.lowerBound.description), (name: "newest", value: days.upperBound.description),
        ]))
    guard let records = JSONValue(answer.body)?.list else { throw SyncFault(.badAnswer) }
    let sent = try await tools.memory.json([String: SentMorning].self, Self.sentName) ?? [:]
    var body = (nights: [Night](), measurements: [HRVMeasurement](), values: [WellnessValue]())
    for record in records.prefix(days.lowerBound.distance(to: days.upperBound) + 1) {
      guard let day = record["id"].word.flatMap({ CalendarDay($0) }), days.contains(day) else { continue }
      // Values of the strap do not belong to the series of intervals.icu.
      let own = sent[day.description]
      let variability = record.positive("hrv").flatMap { $0 == own?.hrv ? nil : $0 }
      let resting = record.positive("restingHR").flatMap { $0 == own?.restingHR.map(Double.init) ? nil : $0 }
      if let seconds = record.positive("sleepSecs") {
        body.nights.append(Night(date: day, source: .intervals, asleepMinutes: seconds / 60))
      }
      if let variability {
        body.measurements.append(
          HRVMeasurement(
            day: day, source: .intervals, figures: HRVFigures(rmssd: variability), restingHeartRate: resting))
      }
      if let resting { body.values.append(WellnessValue(.restingHeartRate, resting, on: day, source: .intervals)) }
      if let weight = record.positive("weight") {
        body.values.append(WellnessValue(.weight, weight, on: day, source: .intervals))
      }
    }
    return ImportBody(nights: body.nights, measurements: body.measurements, values: body.values)
  }

  package func send(_ mornings: [HRVMeasurement]) async throws(SyncFault) {
    let oldest = mornings.map(\.day).min()?.description ?? ""
    var sent = try await tools.memory.json([String: SentMorning].self, Self.sentName) ?? [:]
    for morning in mornings.sorted(by: { $0.day < $1.day }) {
      let day = morning.day.description
      let values = SentMorning(
        hrv: morning.figures.rmssd.map { ($0 * 10).rounded() / 10 },
        restingHR: morning.restingHeartRate.map { Int($0.rounded()) })
      guard values != SentMorning(), sent[day] != values else { continue }
      _ = try await answer(
        to: IntervalsClient.Question(method: .put, path: "athlete/0/wellness/\(day)", body: .json(values)))
      sent[day] = values
      sent = sent.filter { $0.key >= oldest }
      // A second upload of the same values is harmless.
      try await tools.memory.keep(json: sent, Self.sentName)
    }
  }
}

/// The fields of a day to send.
///
/// Absent fields stay unchanged at the service.
private struct SentMorning: Codable, Hashable, Sendable {
  /// RMSSD, in milliseconds.
  var hrv: Double?
  /// In beats a minute.
  var restingHR: Int?
}

extension JSONValue {
  /// Returns a number above 0; nil otherwise.
  ///
  /// The service uses -1, 0 or null for unset values.
  fileprivate func positive(_ name: String) -> Double? { self[name].amount.flatMap { $0 > 0 ? $0 : nil } }
}
