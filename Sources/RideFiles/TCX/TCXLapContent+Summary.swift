internal import RideSession

extension TCXLapContent {
  /// Appends what stands before the tracks; `Cadence` is the mean, its greatest value has its place in the extension.
  func appendSummary(to xml: inout TextBuffer) {
    if let seconds = TCXValue.positive(lap.given[.timerSeconds]) {
      xml.element("TotalTimeSeconds", seconds, to: nil)
    } else {
      xml.element("TotalTimeSeconds", totals.timerSeconds)
    }
    let metres = TCXValue.positive(lap.given[.distanceMeters])
    xml.element("DistanceMeters", metres ?? reckonedMeters ?? 0, to: metres == nil ? .hundredths : nil)
    append(.maximumMetersPerSecond, as: "MaximumSpeed", or: TCXValue.speed(kmh: totals.maximumSpeedKmh), to: &xml)
    xml.element("Calories", TCXValue.calories(lap.given[.kilocalories] ?? totals.joules / 1000))
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

  /// Appends what stands after the tracks, if there is anything.
  func appendExtension(to xml: inout TextBuffer) {
    var content = TextBuffer(capacity: 0)
    append(.averageMetersPerSecond, as: "ns3:AvgSpeed", or: averageSpeed, to: &content)
    content.element("ns3:MaxBikeCadence", TCXValue.cadence(figure(.maximumCadenceRpm, or: totals.maximumCadenceRpm)))
    content.element("ns3:Steps", TCXValue.short(lap.given[.strokes]))
    content.element("ns3:AvgWatts", TCXValue.short(figure(.averageWatts, or: totals.averageWatts)))
    content.element("ns3:MaxWatts", TCXValue.short(figure(.maximumWatts, or: totals.maximumWatts)))
    guard !content.bytes.isEmpty else { return }
    xml.append("<Extensions><ns3:LX>")
    xml.append(content)
    xml.append("</ns3:LX></Extensions>\n")
  }

  private var reckonedMeters: Double? { TCXValue.positive(distanceMeters) }

  /// Mean speed in timer time, in metres a second.
  private var averageSpeed: Double? {
    guard let reckonedMeters, totals.timerSeconds > 0 else { return nil }
    return reckonedMeters / Double(totals.timerSeconds)
  }

  /// What the file says, or what is reckoned from the rows; what another TCX leaves out of a lap stays out.
  private func figure(_ figure: RideFigure, or reckoned: Double?) -> Double? {
    lap.given[figure] ?? (lap.given.isEmpty || record.origin?.format != .tcx ? reckoned : nil)
  }

  private func beats(_ figure: RideFigure, or reckoned: Double?) -> Int? {
    TCXValue.beats(self.figure(figure, or: reckoned))
  }

  /// Appends a speed, to the last digit where the file says it.
  private func append(
    _ figure: RideFigure, as name: StaticString, or reckoned: Double?, to xml: inout TextBuffer
  ) {
    let given = TCXValue.positive(lap.given[figure])
    xml.element(name, given ?? self.figure(figure, or: reckoned), to: given == nil ? .thousandths : nil)
  }
}

extension RideLap.Trigger {
  /// `TriggerMethod_t`, which has no word for a ride's end.
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
