package import ControlWire
package import Rides

// Complete lists. They need one call a page, since a message has a limited number of entries.
extension DaemonConnection {
  /// Makes calls of one method on one connection until there are no more pages.
  ///
  /// - Parameters:
  ///   - first: The call for the first page.
  ///   - take: Receives a page, and changes the call to the one for the next page; returns false after the last page.
  /// - Throws: The error of the call.
  private func pages<C: VarlinkCall>(_ first: C, _ take: (inout C, C.Reply) -> Bool) throws(ControlError) {
    var page = first
    try converse { (reply: C.Reply?) throws(ControlError) -> C? in
      guard let reply else { return page }
      return take(&page, reply) ? page : nil
    }
  }

  /// Returns the chosen rides.
  package func rides(_ listing: Rides) throws(ControlError) -> [RideSummary] {
    var rides: [RideSummary] = []
    try pages(listing) { page, reply in
      rides += reply.rides
      page.offset = (page.offset ?? 0) + reply.rides.count
      page.limit = page.limit.map { $0 - reply.rides.count }
      return reply.more == true && !reply.rides.isEmpty && page.limit ?? 1 > 0
    }
    return rides
  }

  /// Returns the intervals of the current ride.
  package func intervals() throws(ControlError) -> IntervalList {
    var list: IntervalList?
    try pages(GetIntervals()) { page, reply in
      if list == nil { list = reply } else if list?.ride == reply.ride { list?.intervals += reply.intervals }
      guard list?.ride == reply.ride, reply.more == true, let last = reply.intervals.last else { return false }
      page.from = last.number + 1
      return true
    }
    guard var list else { throw ControlError(.protocolViolated) }
    list.more = nil
    return list
  }

  /// Returns activities at Strava, newest first.
  package func activities(_ listing: Activities, atMost limit: Int? = nil) throws(ControlError) -> [RemoteActivity] {
    var activities: [RemoteActivity] = []
    try pages(listing) { page, reply in
      activities += reply.activities
      guard reply.more == true, activities.count < limit ?? .max, let last = reply.activities.last,
        last.start != page.before
      else { return false }
      page.before = last.start
      return true
    }
    return Array(activities.prefix(limit ?? .max))
  }

  /// Returns the newest measurements.
  package func measurements(atMost limit: Int) throws(ControlError) -> MeasurementList {
    var list: [HRVMeasurement] = []
    var hasMore = false
    try pages(Measurements(limit: limit)) { page, reply in
      // A page begins with the last day of the page before, which may be incomplete there.
      let known = Set(list.map(\.id))
      let new = reply.measurements.filter { !known.contains($0.id) }
      list += new
      hasMore = reply.more == true
      guard hasMore, list.count < limit, let last = new.last else { return false }
      page.to = last.day
      return true
    }
    return MeasurementList(measurements: Array(list.prefix(limit)), more: hasMore || list.count > limit)
  }

  /// Returns the nights of a range of days, latest first.
  package func nights(from first: CalendarDay?, to last: CalendarDay?) throws(ControlError) -> [Night] {
    var nights: [Night] = []
    try pages(Nights(from: first, to: last)) { page, reply in
      let known = Set(nights)
      let new = reply.nights.filter { !known.contains($0) }
      nights += new
      guard reply.more == true, let last = new.last else { return false }
      page.to = last.date
      return true
    }
    return nights
  }

  /// Returns the scores of a range of days, earliest first.
  package func scores(from first: CalendarDay, to last: CalendarDay) throws(ControlError) -> [DayScores] {
    var days: [DayScores] = []
    try pages(Scores(from: first, to: last)) { page, reply in
      days += reply.days
      guard reply.more == true, let latest = reply.days.last?.date, latest < last else { return false }
      page.from = latest.advanced(by: 1)
      return true
    }
    return days
  }

  /// Returns the load of a range of days, earliest first.
  package func load(from first: CalendarDay, to last: CalendarDay) throws(ControlError) -> [DayLoad] {
    var days: [DayLoad] = []
    try pages(Load(from: first, to: last)) { page, reply in
      days += reply.days
      guard reply.more == true, let latest = reply.days.last?.date, latest < last else { return false }
      page.from = latest.advanced(by: 1)
      return true
    }
    return days
  }
}
