import ControlWire
import Rides

/// One file in the output of `import --json`, or one ride of it; also the plan of `plan edit`.
struct ImportLine: Encodable {
  let kind: LineKind
  let file: String?
  /// True if the import is a dry run; else absent.
  let dryRun: Bool?
  /// Present for `imported`.
  var ride: RideSummary?
  /// The rejected values; only with the first ride of the file.
  var leftOut: LeftOutValues?
  /// The position at which the file was cut off; only with its first ride.
  var cutOffByte: Int?
  /// Present for `refusal`.
  var error: Refusal?
  // Each is present for the kind of its name, and absent if a dry run did not read the file.
  private(set) var plan: PlanSummary?
  private(set) var health: HealthImported?
  private(set) var nights: ImportedNights?
  private(set) var mornings: ImportedMornings?
  private(set) var measurement: HRVMeasurement?
  private(set) var library: RestoreProgress?

  init(_ kind: LineKind, of file: String? = nil, dryRun: Bool = false) {
    (self.kind, self.file, self.dryRun) = (kind, file, dryRun ? true : nil)
  }

  init(_ content: TakenContent, of file: String? = nil, dryRun: Bool = false) {
    self.init(content.kind, of: file, dryRun: dryRun)
    switch content {
    case .plan(let plan): self.plan = plan
    case .health(let health): self.health = health
    case .nights(let nights): self.nights = nights
    case .mornings(let mornings): self.mornings = mornings
    case .measurement(let stored): measurement = stored.measurement
    case .library(let restored): library = restored
    case .unread: break
    }
  }
}
