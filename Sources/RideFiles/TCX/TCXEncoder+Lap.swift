internal import RideSession

extension TCXEncoder {
  /// A stretch of a ride.
  struct Lap {
    let rows: ArraySlice<RideSample>
    let rideStart: UnixTime
    let totals: RideTotals

    init(rows: ArraySlice<RideSample>, rideStart: UnixTime) {
      self.rows = rows
      self.rideStart = rideStart
      totals = RideTotals(rows)
    }

    var start: UnixTime { rows.first.map(time) ?? rideStart }

    /// When a row begins; the sum wraps instead of trapping, and no ride is long enough to tell.
    func time(of row: RideSample) -> UnixTime {
      UnixTime(milliseconds: rideStart.milliseconds &+ Int64(row.second) &* 1000)
    }

    /// Mean speed in timer time, in metres a second.
    var averageSpeed: Double? {
      guard let metres = TCXValue.distance(totals.distanceMeters), totals.timerSeconds > 0 else { return nil }
      return metres / Double(totals.timerSeconds)
    }
  }

  static func append(_ lap: Lap, to xml: inout XMLBuffer) {
    xml.append("<Lap StartTime=\"")
    xml.append(lap.start)
    xml.append("\">")
    appendSummary(of: lap, to: &xml)
    appendTracks(of: lap, to: &xml)
    appendExtension(of: lap, to: &xml)
    xml.append("</Lap>\n")
  }

  /// Appends what stands before the tracks; `Cadence` is the mean, its greatest value has its place in the extension.
  private static func appendSummary(of lap: Lap, to xml: inout XMLBuffer) {
    let totals = lap.totals
    xml.element("TotalTimeSeconds", totals.timerSeconds)
    xml.element("DistanceMeters", TCXValue.distance(totals.distanceMeters) ?? 0, to: .hundredths)
    xml.element("MaximumSpeed", TCXValue.speed(kmh: totals.maximumSpeedKmh), to: .thousandths)
    xml.element("Calories", TCXValue.calories(joules: totals.joules))
    append(beats: TCXValue.beats(totals.averageBeatsPerMinute), as: "AverageHeartRateBpm", to: &xml)
    append(beats: TCXValue.beats(totals.maximumBeatsPerMinute.map(Double.init)), as: "MaximumHeartRateBpm", to: &xml)
    xml.append("<Intensity>Active</Intensity>")
    xml.element("Cadence", TCXValue.cadence(totals.averageCadenceRpm))
    xml.append("<TriggerMethod>Manual</TriggerMethod>\n")
  }

  /// Appends a Track for each run of timer seconds; a Track without a Trackpoint would not be valid, a Lap without a
  /// Track is.
  private static func appendTracks(of lap: Lap, to xml: inout XMLBuffer) {
    var lastWritten: Int?
    var trackIsOpen = false
    for row in lap.rows where row.second > lastWritten ?? Int.min {
      if trackIsOpen, !row.timerRunning || row.second - 1 != lastWritten {
        xml.append("</Track>\n")
        trackIsOpen = false
      }
      guard row.timerRunning else { continue }
      if !trackIsOpen { xml.append("<Track>\n") }
      trackIsOpen = true
      lastWritten = row.second
      append(trackpoint: row, at: lap.time(of: row), to: &xml)
    }
    if trackIsOpen { xml.append("</Track>\n") }
  }

  private static func appendExtension(of lap: Lap, to xml: inout XMLBuffer) {
    let maximumCadence = TCXValue.cadence(lap.totals.maximumCadenceRpm)
    let averageWatts = TCXValue.watts(lap.totals.averageWatts)
    let maximumWatts = TCXValue.watts(lap.totals.maximumWatts)
    guard lap.averageSpeed != nil || maximumCadence != nil || averageWatts != nil || maximumWatts != nil else { return }
    xml.append("<Extensions><ns3:LX>")
    xml.element("ns3:AvgSpeed", lap.averageSpeed, to: .thousandths)
    xml.element("ns3:MaxBikeCadence", maximumCadence)
    xml.element("ns3:AvgWatts", averageWatts)
    xml.element("ns3:MaxWatts", maximumWatts)
    xml.append("</ns3:LX></Extensions>\n")
  }
}
