internal import RideSession

/// A stretch of a ride, with what there is to say of it.
struct TCXLapContent {
  let record: RideRecord
  let lap: RideLap
  /// Its rows, as places among the ride's.
  let rows: Range<Int>
  let totals: RideTotals
  /// Metres from its beginning to its end; nil where none was ever known.
  let distanceMeters: Double?

  private init(record: RideRecord, lap: RideLap, rows: Range<Int>) {
    self.record = record
    self.lap = lap
    self.rows = rows
    let totals = RideTotals(rows, of: record)
    let before = record.samples[..<rows.lowerBound].last { $0.distanceMeters != nil }?.distanceMeters ?? 0
    self.totals = totals
    distanceMeters = totals.distanceMeters.map { max(0, $0 - before) }
  }

  /// The laps of a ride; the whole of it where it has none.
  static func laps(of record: RideRecord) -> [TCXLapContent] {
    let laps = record.laps.isEmpty ? [RideLap(second: 0, given: record.given)] : record.laps
    var begin = record.samples.startIndex
    return laps.indices.map { index in
      let next = index + 1 < laps.endIndex ? laps[index + 1].second : Int.max
      let end = record.samples[begin...].firstIndex { $0.second >= next } ?? record.samples.endIndex
      defer { begin = end }
      return TCXLapContent(record: record, lap: laps[index], rows: begin..<end)
    }
  }

  func append(to xml: inout TextBuffer) {
    xml.append("<Lap StartTime=\"")
    xml.append(record.time(ofSecond: record.samples[rows].first?.second ?? lap.second))
    xml.append("\">")
    appendSummary(to: &xml)
    appendTracks(to: &xml)
    if let label = lap.label {
      xml.element("Notes") { $0.append(characterData: label) }
      xml.append("\n")
    }
    appendExtension(to: &xml)
    xml.append("</Lap>\n")
  }
}

extension TCXLapContent {
  /// Appends a Track for each run of timer seconds; a Track without a Trackpoint would not be valid, a Lap without a
  /// Track is.
  private func appendTracks(to xml: inout TextBuffer) {
    var lastWritten: Int?
    var trackIsOpen = false
    for index in rows {
      let row = record.samples[index]
      guard row.second > lastWritten ?? Int.min else { continue }
      let isBroken = record.origin == nil && row.second - 1 != lastWritten
      if trackIsOpen, !row.timerRunning || isBroken {
        xml.append("</Track>\n")
        trackIsOpen = false
      }
      guard row.timerRunning, isPoint(index) else { continue }
      if !trackIsOpen { xml.append("<Track>\n") }
      trackIsOpen = true
      lastWritten = row.second
      append(trackpoint: row, to: &xml)
    }
    guard trackIsOpen else { return }
    if let row = sharedRow { append(trackpoint: row, to: &xml) }
    xml.append("</Track>\n")
  }

  /// Whether a row is a point of the ride, and not one of the seconds between two points of a file.
  ///
  /// One without a value is where the timer's run begins or ends with it.
  private func isPoint(_ index: Int) -> Bool {
    let samples = record.samples
    if record.tells(samples[index]) { return true }
    let begins = index > samples.startIndex && !samples[index - 1].timerRunning
    return begins || index + 1 == samples.endIndex || !samples[index + 1].timerRunning
  }

  /// The next lap's first row, where the file ended this one with it.
  private var sharedRow: RideSample? {
    guard record.origin != nil, let elapsed = lap.given[.elapsedSeconds], rows.upperBound < record.samples.endIndex
    else { return nil }
    let row = record.samples[rows.upperBound]
    let isReached = Double(row.second) <= Double(lap.second) + elapsed
    return isReached && row.timerRunning && isPoint(rows.upperBound) ? row : nil
  }
}
