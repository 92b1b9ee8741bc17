import ControlWire
import RideText

/// The counts of one import.
struct ImportTally: Equatable, Encodable {
  /// Imported rides; in a dry run, rides that would be imported.
  var cameIn = 0
  /// Rides that were already in the library.
  var thereAlready = 0
  /// Imported files of other kinds, by kind; in a dry run, files that would be imported.
  var others: [LineKind: Int] = [:]
  /// Files that were refused.
  var refused = 0
  /// Files in folders and archives that are no rides.
  var noRides = 0

  private enum CodingKeys: CodingKey {
    case kind, cameIn, thereAlready, others, refused, noRides
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // It differs from the kinds of single files.
    try container.encode(LineKind.totals, forKey: .kind)
    try container.encode(cameIn, forKey: .cameIn)
    try container.encode(thereAlready, forKey: .thereAlready)
    try container.encode(others.values.reduce(0, +), forKey: .others)
    try container.encode(refused, forKey: .refused)
    try container.encode(noRides, forKey: .noRides)
  }

  /// Whether any file was imported or already in the library.
  var hasTaken: Bool { cameIn + thereAlready > 0 || !others.isEmpty }

  /// Returns the summary for a person.
  ///
  /// `Imported: 12 rides, 2 workouts; 3 rides were there already; 1 file was refused; 7 other files are not rides.`
  func summary(dryRun: Bool) -> String {
    let parts = [came(dryRun), there, refusedFiles(dryRun), skipped]
    let text = parts.compactMap(\.self).joined(separator: "; ") + "."
    return dryRun ? "\(text) \(String(localized: "Nothing was stored."))" : text
  }

  private func came(_ dryRun: Bool) -> String {
    let kinds: [LineKind] = [.plan, .health, .nights, .mornings, .measurement, .library]
    let rides = cameIn == 0 ? nil : String(counting: cameIn, one: "\(cameIn) ride", other: "\(cameIn) rides")
    let all = [rides] + kinds.map { kind in others[kind].flatMap { Self.text($0, of: kind) } }
    let list = all.compactMap(\.self).joined(separator: ", ")
    return switch (list.isEmpty, dryRun) {
    case (true, false): String(localized: "Nothing was imported")
    case (true, true): String(localized: "Nothing would be imported")
    case (false, false): String(localized: "Imported: \(list)")
    case (false, true): String(localized: "Would be imported: \(list)")
    }
  }

  private static func text(_ count: Int, of kind: LineKind) -> String? {
    switch kind {
    case .plan: String(counting: count, one: "\(count) workout", other: "\(count) workouts")
    case .health: String(counting: count, one: "\(count) Apple Health export", other: "\(count) Apple Health exports")
    case .nights: String(counting: count, one: "\(count) file of nights", other: "\(count) files of nights")
    case .mornings: String(counting: count, one: "\(count) file of mornings", other: "\(count) files of mornings")
    case .measurement: String(counting: count, one: "\(count) measurement", other: "\(count) measurements")
    case .library: String(counting: count, one: "\(count) backup", other: "\(count) backups")
    case .imported, .refusal, .totals: nil
    }
  }

  private var there: String? {
    thereAlready == 0
      ? nil
      : String(
        counting: thereAlready, one: "\(thereAlready) ride was there already",
        other: "\(thereAlready) rides were there already")
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
