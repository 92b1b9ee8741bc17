internal import RideSession

extension FITMessage {
  /// The figures of a `session` or a `lap`, from `start` to the time of the message.
  func figures(
    _ figures: [FITFigure], from start: UnixTime?, to end: UnixTime?
  ) throws(RideFileError) -> [RideFigure: Double] {
    var values: [RideFigure: Double] = [:]
    for entry in figures {
      let (wide, narrow) = (try value(entry.wide), try value(entry.field))
      guard let whole = wide ?? narrow else { continue }
      let fraction = try value(entry.fraction)
      values[entry.figure] = whole + (fraction ?? 0)
    }
    if let start, let end, end >= start { values[.closedSeconds] = Double(end.seconds(since: start)) }
    return values
  }

  /// Nil for a field that the profile has not.
  private func value(_ field: FITField?) throws(RideFileError) -> Double? {
    guard let field else { return nil }
    return try value(field)
  }
}
