/// What a plan may ask for.
package enum PlanLimits {
  package static let watts = Limits.watts
  package static let thresholdPercent = Limits.thresholdPercent
  package static let zones = Limits.zones
  package static let cadenceRpm = Limits.cadenceRpm
  package static let seconds = Limits.planSeconds
  package static let meters = Limits.planMeters
  package static let repeats = Limits.repeats
  package static let intervals = Limits.intervals
  package static let textLength = Limits.nameLength
  package static let longTextLength = Limits.textLength
  package static let cues = Limits.cues
  package static let cueTextLength = Limits.cueTextLength
  package static let routePoints = Limits.routePoints
}
