import ControlWire
import RideText

/// The imported content of a file that is not a ride.
enum TakenContent {
  /// The stored plan; in a dry run, the plan that would be stored.
  case plan(PlanSummary)
  case health(HealthImported)
  case nights(ImportedNights)
  case mornings(ImportedMornings)
  case measurement(StoredMeasurement)
  case library(RestoreProgress)
  /// The kind of a file that a dry run does not read further.
  case unread(LineKind)

  var kind: LineKind {
    switch self {
    case .plan: .plan
    case .health: .health
    case .nights: .nights
    case .mornings: .mornings
    case .measurement: .measurement
    case .library: .library
    case .unread(let kind): kind
    }
  }

  /// Whether no part of it was refused.
  var isWhole: Bool { if case .nights(let nights) = self { nights.isWhole } else { true } }

  /// The result for a person; in a dry run, the result to expect.
  func text(dryRun: Bool) -> String {
    switch self {
    case .plan(let plan) where dryRun: String(localized: "would be the plan \(PlanOverview.summary(plan))")
    case .plan(let plan): String(localized: "plan \(PlanOverview.summary(plan))")
    case .health(let health): health.text
    case .nights(let nights): nights.text
    case .mornings(let mornings): mornings.text
    case .measurement(let stored): HRVText.line(stored.measurement)
    case .library(let restored): restored.text
    case .unread(.nights): String(localized: "nights, which would be stored.")
    case .unread(.library): String(localized: "a backup, which would become your library.")
    case .unread: String(localized: "heart rate variability, which would be stored.")
    }
  }
}

extension RestoreProgress {
  /// The number of rides in the library, and the place of the former library.
  var text: String {
    let rides = rides ?? 0
    let now = String(
      counting: rides, one: "The library has \(rides) ride now.", other: "The library has \(rides) rides now.")
    let former =
      kept.map { String(localized: "The previous library is kept: \($0.printable).") }
      ?? String(localized: "The previous library is kept.")
    return "\(now) \(former)"
  }
}
