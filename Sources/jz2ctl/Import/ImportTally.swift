/// What came of the files of one import.
struct ImportTally: Equatable, Encodable {
  /// Rides that came in, or would in a dry run.
  var cameIn = 0
  /// Rides that were there already.
  var thereAlready = 0
  /// Files that were refused.
  var refused = 0
  /// Files in folders and archives that are no rides.
  var noRides = 0

  /// What a person is told at the end.
  ///
  /// `12 rides came in, 3 were there already, 1 file was refused; 7 other files are no rides.`
  func summary(dryRun: Bool) -> String {
    let would = dryRun ? "would come in" : "came in"
    let parts = [
      "\(Self.count(cameIn, "ride", "rides", none: "No ride")) \(would)",
      thereAlready == 0 ? nil : "\(thereAlready) \(thereAlready == 1 ? "was" : "were") there already",
      refused == 0
        ? nil
        : "\(Self.count(refused, "file", "files")) \(dryRun ? "would be" : refused == 1 ? "was" : "were") refused",
    ]
    let others =
      noRides == 0 ? "" : "; \(Self.count(noRides, "other file is no ride", "other files are no rides"))"
    return parts.compactMap(\.self).joined(separator: ", ") + others + "." + (dryRun ? " Nothing was stored." : "")
  }

  private static func count(_ count: Int, _ one: String, _ many: String, none: String? = nil) -> String {
    if count == 0, let none { return none }
    return count == 1 ? "1 \(one)" : "\(count) \(many)"
  }
}
