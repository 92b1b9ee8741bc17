internal import RideSession

extension RideRecord {
  /// Whether a row is more than a second between two points of the file that the ride came from.
  func tells(_ row: RideSample) -> Bool { origin == nil || row.hasValue }
}

extension [RideSample] {
  /// Gives the rows between two points of a file the values of the first, where they are so many seconds apart at most.
  ///
  /// A program that writes a point every few seconds, or only when something changes, means that what it wrote holds on:
  /// without that an hour would count as minutes of work. Longer distances are gaps, and stay without values, as does
  /// what lies about a pause.
  mutating func carryValues(over longestInterval: Int) {
    var point: Int?
    for index in indices where self[index].hasValue {
      if let point, index - point <= longestInterval { carry(from: point, into: point + 1..<index) }
      point = index
    }
  }

  private mutating func carry(from point: Int, into seconds: Range<Int>) {
    guard self[seconds].allSatisfy(\.timerRunning) else { return }
    var carried = self[point]
    (carried.rrIntervals, carried.imported, carried.isCarried) = ([], nil, true)
    for index in seconds {
      carried.second = self[index].second
      self[index] = carried
    }
  }
}
