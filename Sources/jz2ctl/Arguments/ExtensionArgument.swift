import ArgumentParser

/// How much longer an interval is to be, as it is typed: a time, `2:00` or `90s`, or a distance, `500m` or `1km`.
///
/// An `m` is metres here, since an interval is measured in either; minutes are `2:00` or `2min`.
enum ExtensionArgument: ExpressibleByArgument, Equatable {
  case seconds(Int)
  case meters(Double)

  init?(argument: String) {
    if let meters = DistanceArgument.meters(argument, needsUnit: true) {
      self = .meters(meters)
    } else if let time = DurationArgument(argument: argument), time.seconds > 0 {
      self = .seconds(time.seconds)
    } else {
      return nil
    }
  }
}
