internal import RideSession

extension FITWriter {
  /// Writes the laps, the session and the `activity` that end a file.
  mutating func write(session: FITSummary, laps: [FITSummary]) {
    let lapTable = define(.lap, as: FITLocalType.lap, FITSummary.lapColumns(for: laps), for: laps)
    for lap in laps { write(lap, in: lapTable) }
    let sessionTable = define(
      .session, as: FITLocalType.session, FITSummary.sessionColumns(for: session), for: [session])
    write(session, in: sessionTable)
    let activityTable = define(.activity, as: FITLocalType.activity, FITSummary.activityColumns, for: [session])
    write(session, in: activityTable)
  }
}

extension FITSummary {
  fileprivate static func lapColumns(for laps: [Self]) -> [FITColumn<Self>] {
    [
      FITColumn(.timestamp) { $0.end },
      FITColumn(.messageIndex) { Double($0.index) },
      FITColumn(FITField.Lap.event) { _ in FITProfile.Event.lap },
      FITColumn(FITField.Lap.eventType) { _ in FITProfile.EventType.stop },
      FITColumn(FITField.Lap.startTime) { $0.start },
      FITColumn(FITField.Lap.sport) { $0.sport },
      FITColumn(FITField.Lap.trigger) { $0.lap?.trigger.fitNumber },
      FITColumn(FITField.Lap.intensity) { $0.intensity },
      FITColumn(FITField.Lap.stepIndex) { $0.step },
    ] + columns(FITFigure.lap, for: laps)
  }

  fileprivate static func sessionColumns(for session: Self) -> [FITColumn<Self>] {
    [
      FITColumn(.timestamp) { $0.end },
      FITColumn(.messageIndex) { Double($0.index) },
      FITColumn(FITField.Session.event) { _ in FITProfile.Event.session },
      FITColumn(FITField.Session.eventType) { _ in FITProfile.EventType.stop },
      FITColumn(FITField.Session.startTime) { $0.start },
      FITColumn(FITField.Session.sport) { $0.sport },
      FITColumn(FITField.Session.subSport) { $0.subSport },
      FITColumn(FITField.Session.firstLapIndex) { _ in 0 },
      FITColumn(FITField.Session.laps) { Double($0.laps) },
      FITColumn(FITField.Session.trigger) { _ in FITProfile.activityEnd },
    ] + columns(FITFigure.session, for: [session])
  }

  fileprivate static let activityColumns: [FITColumn<Self>] = [
    FITColumn(.timestamp) { $0.end },
    FITColumn(FITField.Activity.totalTimerTime) { $0.figures[.timerSeconds] },
    FITColumn(FITField.Activity.sessions) { _ in 1 },
    FITColumn(FITField.Activity.type) { _ in FITProfile.manualActivity },
    FITColumn(FITField.Activity.event) { _ in FITProfile.Event.activity },
    FITColumn(FITField.Activity.eventType) { _ in FITProfile.EventType.stop },
    FITColumn(FITField.Activity.localTimestamp) { summary in
      summary.utcOffsetSeconds.map { summary.end + $0 }
    },
  ]

  /// The fields of the figures that there are; a fraction has its own only where one of them is none.
  private static func columns(_ figures: [FITFigure], for summaries: [Self]) -> [FITColumn<Self>] {
    figures.flatMap { entry -> [FITColumn<Self>] in
      let figure = entry.figure
      let value: @Sendable (Self) -> Double? = { $0.figures[figure] }
      if let wide = entry.wide { return FITColumn.columns(entry.field, wide: wide, value) }
      let isFractional = summaries.contains { value($0).map { $0 != $0.rounded() } ?? false }
      return FITColumn.columns(entry.field, fraction: isFractional ? entry.fraction : nil, value)
    }
  }
}
