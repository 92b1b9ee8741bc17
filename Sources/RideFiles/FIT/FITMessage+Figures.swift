internal import RideSession

extension FITMessage {
  /// The figures of a `session` or a `lap`, from `start` to the time of the message.
  func figures(_ figures: [FITFigure], from start: UnixTime?, to end: UnixTime?) -> [RideFigure: Double] {
    var values: [RideFigure: Double] = [:]
    for entry in figures {
      let (wide, narrow) = (entry.wide.flatMap(value), value(entry.field))
      guard let whole = wide ?? narrow else { continue }
      let fraction = entry.fraction.flatMap(value)
      values[entry.figure] = whole + (fraction ?? 0)
    }
    if let start, let end, end >= start { values[.closedSeconds] = Double(end.seconds(since: start)) }
    return values
  }
}
