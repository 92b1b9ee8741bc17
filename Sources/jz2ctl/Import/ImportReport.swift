import ControlWire
import RideText

/// The output of an import, during the import and at its end.
final class ImportReport {
  private let output: Output
  private let dryRun: Bool
  private let time: LocalTime
  /// The width of the terminal; nil if lines are not wrapped.
  private let columns: Int?
  private(set) var tally = ImportTally()
  /// Whether there was a folder or an archive; its refused files are listed at the end, where they are easy to find.
  var isBundle = false
  /// The only folder or archive that the user named; lines for people leave out its name.
  var root: String?
  private var refused: [(file: String, error: Refusal)] = []

  init(_ output: Output, dryRun: Bool, time: LocalTime = .system, columns: Int? = nil) {
    (self.output, self.dryRun, self.time, self.columns) = (output, dryRun, time, columns)
  }

  /// Counts files without rides.
  func stepOver(_ files: Int) { tally.noRides += files }

  /// Reports the rides of a file.
  func report(_ progress: ImportProgress, _ file: String, isNamed: Bool) {
    let rides = progress.rides ?? progress.ride.map { [ImportedRide(ride: $0)] } ?? []
    var (leftOut, cutOffByte) = (progress.leftOut, progress.cutOffByte)
    for ride in rides {
      if let ride = ride.ride {
        tally.cameIn += 1
        let lines = [
          "\(name(file)): \(text(ride))", leftOut.map(Self.text), cutOffByte.map(Self.text(cutOffByte:)),
        ]
        var line = ImportLine(.imported, of: file, dryRun: dryRun)
        (line.ride, line.leftOut, line.cutOffByte) = (ride, leftOut, cutOffByte)
        output.answer(
          line, text: laid(lines.compactMap(\.self).joined(separator: "\n")))
        (leftOut, cutOffByte) = (nil, nil)
      } else if let there = ride.there {
        tellThere(ControlError(.duplicateRide, subject: String(there)), file, isNamed: isNamed && rides.count == 1)
      }
    }
  }

  /// Reports a file of another kind.
  func report(_ content: TakenContent, _ file: String) {
    tally.others[content.kind, default: 0] += 1
    if !content.isWhole { tally.refused += 1 }
    let text = content.text(dryRun: dryRun).split(separator: "\n").joined(separator: "\n  ")
    output.answer(ImportLine(content, of: file, dryRun: dryRun), text: laid("\(name(file)): \(text)"))
  }

  /// Reports the reason why a file did not become a ride.
  func refuse(_ failure: ImportFailure, _ file: String, isNamed: Bool) {
    if case .refused(let error) = failure, error.code == .duplicateRide {
      return tellThere(error, file, isNamed: isNamed)
    }
    tally.refused += 1
    let refused = (file: file, error: Refusal(failure, path: file))
    if isBundle, !output.json { self.refused.append(refused) } else { complain(refused) }
  }

  /// Ends the report.
  ///
  /// - Parameter files: How many files and folders the user named; a single file has no summary.
  func finish(files: Int) {
    for refused in refused { complain(refused) }
    refused = []
    if output.json {
      if isBundle { output.answer(tally, text: "") }
    } else if isBundle || files > 1 {
      output.say(laid(tally.summary(dryRun: dryRun)) + "\n")
    }
  }

  /// Reports a ride that is already in the library: an error only for a named file or in JSON, a line in a dry run,
  /// else only a count.
  private func tellThere(_ error: ControlError, _ file: String, isNamed: Bool) {
    tally.thereAlready += 1
    if isNamed || output.json {
      complain((file, Refusal(error)))
    } else if dryRun {
      let text = String(localized: "\(name(file)): already in the library, as ride \(error.subject ?? "").")
      output.say(laid(text) + "\n")
    }
  }

  private func complain(_ refused: (file: String, error: Refusal)) {
    guard !output.json else {
      var line = ImportLine(.refusal, of: refused.file)
      line.error = refused.error
      return output.answer(line, text: "")
    }
    output.complain(laid("\(name(refused.file)): \(refused.error.text)") + "\n")
  }

  private func name(_ file: String) -> String {
    let prefix = root.map { $0.hasSuffix("/") ? $0 : "\($0)/" } ?? ""
    return (file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file).printable
  }

  /// Wraps lines at spaces to the terminal's width, with continuation lines indented.
  private func laid(_ text: String) -> String {
    guard let columns else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let indent = String(line.prefix { $0 == " " })
      let parts = String(line).wrapped(to: columns - indent.count - 2)
      return parts.enumerated().map { index, part in indent + (index == 0 ? "" : "  ") + part }
    }
    return lines.joined(separator: "\n")
  }

  private func text(_ ride: RideSummary) -> String {
    dryRun
      ? String(localized: "would be the ride of \(time.text(ride.start)): \(RideLine.figures(ride)).")
      : RideLine.summary(ride)
  }

  /// Returns the number and the place of rejected values.
  ///
  /// `3 values left out, the first in line 81.`
  private static func text(_ leftOut: LeftOutValues) -> String {
    let text =
      if let line = leftOut.line {
        String(
          counting: leftOut.count, one: "\(leftOut.count) value left out, in line \(line).",
          other: "\(leftOut.count) values left out, the first in line \(line).")
      } else {
        String(
          counting: leftOut.count, one: "\(leftOut.count) value left out, at byte \(leftOut.byte).",
          other: "\(leftOut.count) values left out, the first at byte \(leftOut.byte).")
      }
    return "  \(text)"
  }
}

extension ImportReport {
  /// Returns the notice that the file ends too early, for example after an empty battery.
  private static func text(cutOffByte: Int) -> String {
    "  \(String(localized: "The file ends too early, at byte \(cutOffByte); the ride is saved up to there."))"
  }
}

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
