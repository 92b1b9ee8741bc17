internal import Rides

/// A lap of a ride, with the values to write.
struct TCXLapContent {
  let record: RideRecord
  let lap: RideLap
  /// The indices of its rows.
  let rows: Range<Int>
  let totals: RideTotals
  /// Distance within the lap in metres; nil if unknown.
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

  /// Returns the laps of a ride, or the whole ride as one lap if it has no laps.
  static func laps(of record: RideRecord) -> [TCXLapContent] {
    let laps = record.laps.isEmpty ? [RideLap(second: 0, fileTotals: record.fileTotals)] : record.laps
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
  /// Appends a Track for each run of timer seconds.
  ///
  /// The schema permits a Lap without a Track, but no Track without a Trackpoint.
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

  /// Returns whether a row is a point of the ride and not a second between two points of a file.
  ///
  /// A row without a value counts as a point if a run of the timer begins or ends with it.
  private func isPoint(_ index: Int) -> Bool {
    let samples = record.samples
    if record.exports(samples[index]) { return true }
    let begins = index > samples.startIndex && !samples[index - 1].timerRunning
    return begins || index + 1 == samples.endIndex || !samples[index + 1].timerRunning
  }

  /// The first row of the next lap, if the file ended this lap with it.
  private var sharedRow: RideSample? {
    guard record.origin != nil, let elapsed = lap.fileTotals[.elapsedSeconds], rows.upperBound < record.samples.endIndex
    else { return nil }
    let row = record.samples[rows.upperBound]
    let isReached = Double(row.second) <= Double(lap.second) + elapsed
    return isReached && row.timerRunning && isPoint(rows.upperBound) ? row : nil
  }
}

extension TCXLapContent {
  /// Appends the elements before the tracks.
  ///
  /// `Cadence` is the mean; the maximum is in the extension.
  func appendSummary(to xml: inout TextBuffer) {
    if let seconds = TCXValue.positive(lap.fileTotals[.timerSeconds]) {
      xml.element("TotalTimeSeconds", seconds, to: nil)
    } else {
      xml.element("TotalTimeSeconds", totals.timerSeconds)
    }
    let metres = TCXValue.positive(lap.fileTotals[.distanceMeters])
    xml.element("DistanceMeters", metres ?? computedMeters ?? 0, to: metres == nil ? .hundredths : nil)
    append(.maximumMetersPerSecond, as: "MaximumSpeed", or: TCXValue.speed(kmh: totals.maximumSpeedKmh), to: &xml)
    xml.element("Calories", TCXValue.calories(lap.fileTotals[.kilocalories] ?? totals.joules / 1000))
    xml.append(beats: beats(.averageBeatsPerMinute, or: totals.averageBeatsPerMinute), as: "AverageHeartRateBpm")
    xml.append(
      beats: beats(.maximumBeatsPerMinute, or: totals.maximumBeatsPerMinute.map(Double.init)), as: "MaximumHeartRateBpm"
    )
    xml.append(lap.isResting ? "<Intensity>Resting</Intensity>" : "<Intensity>Active</Intensity>")
    xml.element("Cadence", TCXValue.cadence(figure(.averageCadenceRpm, or: totals.averageCadenceRpm)))
    xml.append("<TriggerMethod>")
    xml.append(lap.trigger.method)
    xml.append("</TriggerMethod>\n")
  }

  /// Appends the extension after the tracks, unless it is empty.
  func appendExtension(to xml: inout TextBuffer) {
    var content = TextBuffer(capacity: 0)
    append(.averageMetersPerSecond, as: "ns3:AvgSpeed", or: averageSpeed, to: &content)
    content.element("ns3:MaxBikeCadence", TCXValue.cadence(figure(.maximumCadenceRpm, or: totals.maximumCadenceRpm)))
    content.element("ns3:Steps", TCXValue.short(lap.fileTotals[.strokes]))
    content.element("ns3:AvgWatts", TCXValue.short(figure(.averageWatts, or: totals.averageWatts)))
    content.element("ns3:MaxWatts", TCXValue.short(figure(.maximumWatts, or: totals.maximumWatts)))
    guard !content.bytes.isEmpty else { return }
    xml.append("<Extensions><ns3:LX>")
    xml.append(content)
    xml.append("</ns3:LX></Extensions>\n")
  }

  private var computedMeters: Double? { TCXValue.positive(distanceMeters) }

  /// Mean speed in timer time, in metres per second.
  private var averageSpeed: Double? {
    guard let computedMeters, totals.timerSeconds > 0 else { return nil }
    return computedMeters / Double(totals.timerSeconds)
  }

  /// Returns the given figure, else the computed one.
  ///
  /// Figures that an imported TCX file omits for a lap stay omitted.
  private func figure(_ figure: SummaryField, or computed: Double?) -> Double? {
    lap.fileTotals[figure] ?? (lap.fileTotals.isEmpty || record.origin?.format != .tcx ? computed : nil)
  }

  private func beats(_ figure: SummaryField, or computed: Double?) -> Int? {
    TCXValue.beats(self.figure(figure, or: computed))
  }

  /// Appends a speed, with all digits if it was given.
  private func append(
    _ figure: SummaryField, as name: StaticString, or computed: Double?, to xml: inout TextBuffer
  ) {
    let given = TCXValue.positive(lap.fileTotals[figure])
    xml.element(name, given ?? self.figure(figure, or: computed), to: given == nil ? .thousandths : nil)
  }
}

extension RideLap.Trigger {
  /// The `TriggerMethod_t`, which has no value for the end of a ride.
  fileprivate var method: StaticString {
    switch self {
    case .manual, .end: "Manual"
    case .distance: "Distance"
    case .location: "Location"
    case .time: "Time"
    case .heartRate: "HeartRate"
    }
  }
}

extension TCXLapContent {
  /// Appends a row.
  ///
  /// Unknown values have no element; coasting is 0 W.
  func append(trackpoint row: RideSample, to xml: inout TextBuffer) {
    xml.element("Trackpoint") { xml in
      xml.element("Time") { $0.append(record.time(ofSecond: row.second)) }
      append(placeOf: row, to: &xml)
      xml.element("DistanceMeters", TCXValue.positive(row.distanceMeters), to: record.origin == nil ? .hundredths : nil)
      xml.append(beats: TCXValue.beats(row.beatsPerMinute.map(Double.init)), as: "HeartRateBpm")
      xml.element("Cadence", TCXValue.cadence(row.cadenceRpm))
      appendExtension(of: row, to: &xml)
    }
    xml.append("\n")
  }

  private func append(placeOf row: RideSample, to xml: inout TextBuffer) {
    if let latitude = TCXValue.finite(row.position?.latitudeDegrees),
      let longitude = TCXValue.finite(row.position?.longitudeDegrees)
    {
      xml.element("Position") { xml in
        xml.element("LatitudeDegrees", latitude, to: nil)
        xml.element("LongitudeDegrees", longitude, to: nil)
      }
    }
    xml.element(
      "AltitudeMeters", TCXValue.finite(row.altitudeMeters), to: record.origin == nil ? .hundredths : nil)
  }

  private func appendExtension(of row: RideSample, to xml: inout TextBuffer) {
    let exactSpeed = TCXValue.positive(row.imported?.speedMetersPerSecond)
    let speed = exactSpeed ?? TCXValue.speed(kmh: row.speedKmh)
    let watts = TCXValue.short(row.powerWatts)
    guard speed != nil || watts != nil else { return }
    xml.append("<Extensions><ns3:TPX>")
    xml.element("ns3:Speed", speed, to: exactSpeed == nil ? .thousandths : nil)
    xml.element("ns3:Watts", watts)
    xml.append("</ns3:TPX></Extensions>")
  }
}

extension TextBuffer {
  /// Appends a `HeartRateInBeatsPerMinute_t`, unless `beats` is nil.
  mutating func append(beats: Int?, as name: StaticString) {
    guard let beats else { return }
    element(name) { $0.element("Value", beats) }
  }
}

/// Converts values to the schema's types: limits them to the type's range; nil if the element is left out.
///
/// TrainingCenterDatabasev2.xsd and ActivityExtensionv2.xsd. A number that is not finite counts as absent.
enum TCXValue {
  /// `HeartRateInBeatsPerMinute_t`: 1…255; 0 means no reading.
  static func beats(_ beatsPerMinute: Double?) -> Int? {
    guard let rounded = rounded(beatsPerMinute, to: 0...255), rounded > 0 else { return nil }
    return rounded
  }

  /// `CadenceValue_t`: 0…254 revolutions per minute.
  static func cadence(_ rpm: Double?) -> Int? { rounded(rpm, to: 0...254) }

  /// `xsd:unsignedShort`, as for `Watts` and `Steps`: 0…65 535.
  static func short(_ value: Double?) -> Int? { rounded(value, to: 0...65_535) }

  /// `xsd:unsignedShort` for an identifier; 0 for nil.
  static func short(_ number: Int?) -> Int { min(max(0, number ?? 0), 65_535) }

  /// `Calories`, in kilocalories, 0…65 535: one per kilojoule at the crank.
  ///
  /// Gross efficiency 0.24 gives 0.996.
  static func calories(_ kilocalories: Double) -> Int { short(kilocalories) ?? 0 }

  /// `MaximumSpeed`, `Speed`: metres per second.
  static func speed(kmh: Double?) -> Double? { positive(kmh).map { $0 / 3.6 } }

  /// `xsd:double` that is never negative, as `DistanceMeters`.
  static func positive(_ value: Double?) -> Double? { finite(value).map { max(0, $0) } }

  /// `xsd:double`.
  static func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }

  /// Rounds to the nearest whole number, halves up.
  private static func rounded(_ value: Double?, to range: ClosedRange<Int>) -> Int? {
    guard let value = finite(value) else { return nil }
    let nearest = (value + 0.5).rounded(.down)
    return Int(min(max(nearest, Double(range.lowerBound)), Double(range.upperBound)))
  }
}
