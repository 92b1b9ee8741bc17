package import ControlWire
internal import FoundationEssentials
internal import Logging
package import Rides

extension Intervals: WellnessExchange {
  /// What was sent of each day, so that a value that the rider corrects there stays corrected.
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
      // What the strap's are is no series of intervals.icu's.
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
      // Sent twice, it is the same.
      try await tools.memory.keep(json: sent, Self.sentName)
    }
  }
}

/// The fields of a day that are sent; those that are absent stay as they are there.
private struct SentMorning: Codable, Hashable, Sendable {
  /// RMSSD, in milliseconds.
  var hrv: Double?
  /// In beats a minute.
  var restingHR: Int?
}

extension JSONValue {
  /// A number above 0: a value that was unset is -1, 0 or null there.
  fileprivate func positive(_ name: String) -> Double? { self[name].amount.flatMap { $0 > 0 ? $0 : nil } }
}
