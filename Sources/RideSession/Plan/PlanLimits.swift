/// What a plan may ask for: more is a slip of the pen, or meant ill.
package enum PlanLimits {
  /// In watts; the same as of a steady ride.
  package static let watts = 1...3000
  /// In percent of the functional threshold power.
  package static let thresholdPercent = 1.0...1000.0
  /// Of heart rate.
  package static let zones = 1...5
  /// In revolutions a minute.
  package static let cadenceRpm = 1...250
  /// Of an interval, and of all together, in seconds.
  package static let seconds = 1...86_400
  /// Of an interval, in metres.
  package static let meters = 1.0...1_000_000.0
  package static let repeats = 1...200
  /// How many intervals are ridden, each as often as it repeats.
  package static let intervals = 2000
  /// Of a plan's name and of a label, in characters.
  package static let textLength = 100
  /// Of what a plan is for, and of a cue, in characters.
  package static let longTextLength = 2000
  /// Of an interval.
  package static let cues = 200
  /// Of all cues, each as often as its interval is ridden, in characters.
  package static let cueTextLength = 1_000_000
  /// Of a route.
  package static let routePoints = 200_000
}
