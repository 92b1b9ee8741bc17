internal import RideSession

extension FITWriter {
  /// Writes the timer's events and, between them, a `record` for each row that is to be written, its RR intervals after it.
  ///
  /// A row that does not come later than those before it is left out.
  mutating func writeRows(of record: RideRecord) {
    let start = record.start.fitSeconds
    let rows = Self.inOrder(record.samples)
    let isWritten: (RideSample) -> Bool = record.origin == nil ? { $0.timerRunning } : { $0.hasValue }
    let beginning = FITTimerEvent.starts(at: start)
    let events = define(.event, as: FITLocalType.event, FITTimerEvent.columns, for: [beginning])
    write(beginning, in: events)
    let written = rows.lazy.filter(isWritten)
    let isFractional = record.origin != nil && written.contains { $0.cadenceRpm.map { $0 != $0.rounded() } ?? false }
    let records = define(
      .record, as: FITLocalType.record,
      RideSample.fitColumns(start: start, fractionalCadence: isFractional), for: written)
    let intervals = define(
      .hrv, as: FITLocalType.hrv, FITIntervals.columns, for: written.lazy.flatMap(FITIntervals.messages).prefix(1))
    var runs = true
    for row in rows {
      let time = start + Double(row.second)
      if row.timerRunning != runs { write(runs ? .stops(at: time) : .starts(at: time), in: events) }
      runs = row.timerRunning
      guard isWritten(row) else { continue }
      write(row, in: records)
      for message in FITIntervals.messages(for: row) { write(message, in: intervals) }
    }
    let end = rows.last.map { Double($0.second) + 1 } ?? 0
    if runs { write(.stops(at: start + end), in: events) }
  }

  private static func inOrder(_ samples: [RideSample]) -> [RideSample] {
    if zip(samples, samples.dropFirst()).allSatisfy({ $0.second < $1.second }) { return samples }
    var last = Int.min
    return samples.filter { row in
      defer { last = max(last, row.second) }
      return row.second > last
    }
  }
}
