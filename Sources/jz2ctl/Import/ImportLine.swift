import ControlWire
import Rides

/// One file in the output of `import --json`, or one ride of it; also the plan of `plan import` and `plan edit`.
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

/// The counts of one import.
struct ImportTally: Equatable, Encodable {
  /// Imported rides; in a dry run, rides that would be imported.
  var cameIn = 0
  /// Rides that were already in the library.
  var thereAlready = 0
  /// Imported files of other kinds; in a dry run, files that would be imported.
  var others = 0
  /// Files that were refused.
  var refused = 0
  /// Files in folders and archives that are no rides.
  var noRides = 0
  /// The kind, which differs from that of the lines of single files.
  let kind = LineKind.totals

  /// Whether any file was imported or already in the library.
  var hasTaken: Bool { cameIn + thereAlready + others > 0 }

  /// Returns the summary for a person.
  ///
  /// `12 rides were imported, 3 were there already, 1 file was refused; 7 other files are not rides.`
  func summary(dryRun: Bool) -> String {
    let parts = [came(dryRun), there, otherKinds(dryRun), refusedFiles(dryRun)]
    let rides = parts.compactMap(\.self).joined(separator: ", ")
    let text = skipped.map { String(localized: "\(rides); \($0).") } ?? "\(rides)."
    return dryRun ? "\(text) \(String(localized: "Nothing was stored."))" : text
  }

  private func came(_ dryRun: Bool) -> String? {
    switch (cameIn, dryRun) {
    case (0, _) where others > 0: nil
    case (0, false): String(localized: "No ride was imported")
    case (0, true): String(localized: "No ride would be imported")
    case (_, false):
      String(counting: cameIn, one: "\(cameIn) ride was imported", other: "\(cameIn) rides were imported")
    case (_, true):
      String(
        counting: cameIn, one: "\(cameIn) ride would be imported", other: "\(cameIn) rides would be imported")
    }
  }

  private var there: String? {
    thereAlready == 0
      ? nil
      : String(
        counting: thereAlready, one: "\(thereAlready) was there already", other: "\(thereAlready) were there already")
  }

  private func otherKinds(_ dryRun: Bool) -> String? {
    switch (others, dryRun) {
    case (0, _): nil
    case (_, false):
      String(
        counting: others, one: "\(others) file of another kind was imported",
        other: "\(others) files of other kinds were imported")
    case (_, true):
      String(
        counting: others, one: "\(others) file of another kind would be imported",
        other: "\(others) files of other kinds would be imported")
    }
  }

  private func refusedFiles(_ dryRun: Bool) -> String? {
    switch (refused, dryRun) {
    case (0, _): nil
    case (_, false):
      String(counting: refused, one: "\(refused) file was refused", other: "\(refused) files were refused")
    case (_, true):
      String(counting: refused, one: "\(refused) file would be refused", other: "\(refused) files would be refused")
    }
  }

  private var skipped: String? {
    noRides == 0
      ? nil
      : String(
        counting: noRides, one: "\(noRides) other file is not a ride",
        other: "\(noRides) other files are not rides")
  }
}
