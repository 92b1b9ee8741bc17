import ControlWire
import Rides

// Measurements, nights and scores, asked for as often as it takes: a message holds only so many.
extension DaemonConnection {
  /// The newest measurements.
  func measurements(atMost limit: Int) throws(ControlError) -> MeasurementList {
    var list: [HRVMeasurement] = []
    var hasMore = false
    var page = Measurements(limit: limit)
    try converse { (answer: MeasurementList?) throws(ControlError) -> Measurements? in
      guard let answer else { return page }
      // A page begins with the day on which the one before ended, which may be cut.
      let known = Set(list.map(\.id))
      let new = answer.measurements.filter { !known.contains($0.id) }
      list += new
      hasMore = answer.more == true
      guard hasMore, list.count < limit, let last = new.last else { return nil }
      page.to = last.day
      return page
    }
    return MeasurementList(measurements: Array(list.prefix(limit)), more: hasMore || list.count > limit)
  }

  /// The nights of some days, the latest first.
  func nights(from first: CalendarDay?, to last: CalendarDay?) throws(ControlError) -> [Night] {
    var nights: [Night] = []
    var page = Nights(from: first, to: last)
    try converse { (answer: NightList?) throws(ControlError) -> Nights? in
      guard let answer else { return page }
      let known = Set(nights)
      let new = answer.nights.filter { !known.contains($0) }
      nights += new
      guard answer.more == true, let last = new.last else { return nil }
      page.to = last.date
      return page
    }
    return nights
  }

  /// The scores of some days, the earliest first.
  func scores(from first: CalendarDay, to last: CalendarDay) throws(ControlError) -> [DayScores] {
    var days: [DayScores] = []
    var page = Scores(from: first, to: last)
    try converse { (answer: ScoreList?) throws(ControlError) -> Scores? in
      guard let answer else { return page }
      days += answer.days
      guard answer.more == true, let latest = answer.days.last?.date, latest < last else { return nil }
      page.from = latest.advanced(by: 1)
      return page
    }
    return days
  }

  /// The load of some days, the earliest first.
  func load(from first: CalendarDay, to last: CalendarDay) throws(ControlError) -> [DayLoad] {
    var days: [DayLoad] = []
    var page = Load(from: first, to: last)
    try converse { (answer: LoadList?) throws(ControlError) -> Load? in
      guard let answer else { return page }
      days += answer.days
      guard answer.more == true, let latest = answer.days.last?.date, latest < last else { return nil }
      page.from = latest.advanced(by: 1)
      return page
    }
    return days
  }
}
