import ControlWire
import RideText
import Rides

/// What is told of an import while it goes on, and at its end.
final class ImportReport {
  private let output: Output
  private let dryRun: Bool
  private let time: LocalTime
  /// How wide the terminal is; nil where lines are not to be broken.
  private let columns: Int?
  private(set) var tally = ImportTally()
  /// Whether there was a folder or an archive: its refused files are told at the end, where they are not lost among others.
  var isBundle = false
  /// The only folder or archive that the user named: people need not read its name in every line.
  var root: String?
  private var refused: [(file: String, error: Refusal)] = []

  init(_ output: Output, dryRun: Bool, time: LocalTime = .system, columns: Int? = nil) {
    (self.output, self.dryRun, self.time, self.columns) = (output, dryRun, time, columns)
  }

  /// Counts files that are no rides.
  func stepOver(_ files: Int) { tally.noRides += files }

  /// Tells what became of a file's rides.
  func tell(_ progress: ImportProgress, _ file: String, isNamed: Bool) {
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
  func tell(_ content: TakenContent, _ file: String) {
    tally.others += 1
    if !content.isWhole { tally.refused += 1 }
    let text = content.text(dryRun: dryRun).split(separator: "\n").joined(separator: "\n  ")
    output.answer(ImportLine(content, of: file, dryRun: dryRun), text: laid("\(name(file)): \(text)"))
  }

  /// Tells why a file did not become a ride.
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
  /// - Parameter files: How many files and folders the user named; of one file alone there is nothing to sum up.
  func finish(files: Int) {
    for refused in refused { complain(refused) }
    refused = []
    if output.json {
      if isBundle { output.answer(tally, text: "") }
    } else if isBundle || files > 1 {
      output.say(laid(tally.summary(dryRun: dryRun)) + "\n")
    }
  }

  /// A ride that is there is no fault: of many files it is only counted, unless the list is all that is wanted.
  private func tellThere(_ error: ControlError, _ file: String, isNamed: Bool) {
    tally.thereAlready += 1
    if isNamed || output.json {
      complain((file, Refusal(error)))
    } else if dryRun {
      let text = String(localized: "\(name(file)): there already, as ride \(error.subject ?? "").")
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

  /// Lines broken at spaces where the terminal ends, what follows indented.
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

  /// What was left out.
  ///
  /// `3 values left out, the first in line 81.`
  private static func text(_ leftOut: LeftOutValues) -> String {
    let text =
      switch (leftOut.count, leftOut.line) {
      case (1, let line?): String(localized: "1 value left out, in line \(line).")
      case (1, nil): String(localized: "1 value left out, at byte \(leftOut.byte).")
      case (let count, let line?): String(localized: "\(count) values left out, the first in line \(line).")
      case (let count, nil): String(localized: "\(count) values left out, the first at byte \(leftOut.byte).")
      }
    return "  \(text)"
  }
}

extension ImportReport {
  /// That the file ends too early, as when a battery was empty.
  private static func text(cutOffByte: Int) -> String {
    "  \(String(localized: "The file ends too early, at byte \(cutOffByte): the ride is saved as far as it goes."))"
  }
}

/// One file in the output of `import --json`, or one ride of it; also the plan of `plan import` and `plan edit`.
struct ImportLine: Encodable {
  let kind: LineKind
  let file: String?
  /// True if nothing was stored; else absent.
  let dryRun: Bool?
  /// Present for `imported`.
  var ride: RideSummary?
  /// The values that were not taken; only with the first ride of the file.
  var leftOut: LeftOutValues?
  /// The place where the file was cut off; only with its first ride.
  var cutOffByte: Int?
  /// Present for `refusal`.
  var error: Refusal?
  // Each present for the kind of its name, and absent if a dry run has not read the file.
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

/// What came of the files of one import.
struct ImportTally: Equatable, Encodable {
  /// Rides that came in, or would in a dry run.
  var cameIn = 0
  /// Rides that were there already.
  var thereAlready = 0
  /// Files of other kinds that came in, or would in a dry run.
  var others = 0
  /// Files that were refused.
  var refused = 0
  /// Files in folders and archives that are no rides.
  var noRides = 0
  /// Tells it from the lines of single files.
  let kind = LineKind.totals

  /// Whether anything came in or was there already.
  var hasTaken: Bool { cameIn + thereAlready + others > 0 }

  /// What a person is told at the end.
  ///
  /// `12 rides came in, 3 were there already, 1 file was refused; 7 other files are no rides.`
  func summary(dryRun: Bool) -> String {
    let parts = [came(dryRun), there, otherKinds(dryRun), refusedFiles(dryRun)]
    let rides = parts.compactMap(\.self).joined(separator: ", ")
    let text = skipped.map { String(localized: "\(rides); \($0).") } ?? "\(rides)."
    return dryRun ? "\(text) \(String(localized: "Nothing was stored."))" : text
  }

  private func came(_ dryRun: Bool) -> String? {
    switch (cameIn, dryRun) {
    case (0, _) where others > 0: nil
    case (0, false): String(localized: "No ride came in")
    case (0, true): String(localized: "No ride would come in")
    case (1, false): String(localized: "1 ride came in")
    case (1, true): String(localized: "1 ride would come in")
    case (_, false): String(localized: "\(cameIn) rides came in")
    case (_, true): String(localized: "\(cameIn) rides would come in")
    }
  }

  private var there: String? {
    switch thereAlready {
    case 0: nil
    case 1: String(localized: "1 was there already")
    default: String(localized: "\(thereAlready) were there already")
    }
  }

  private func otherKinds(_ dryRun: Bool) -> String? {
    switch (others, dryRun) {
    case (0, _): nil
    case (1, false): String(localized: "1 file of another kind came in")
    case (1, true): String(localized: "1 file of another kind would come in")
    case (_, false): String(localized: "\(others) files of other kinds came in")
    case (_, true): String(localized: "\(others) files of other kinds would come in")
    }
  }

  private func refusedFiles(_ dryRun: Bool) -> String? {
    switch (refused, dryRun) {
    case (0, _): nil
    case (1, false): String(localized: "1 file was refused")
    case (1, true): String(localized: "1 file would be refused")
    case (_, false): String(localized: "\(refused) files were refused")
    case (_, true): String(localized: "\(refused) files would be refused")
    }
  }

  private var skipped: String? {
    switch noRides {
    case 0: nil
    case 1: String(localized: "1 other file is no ride")
    default: String(localized: "\(noRides) other files are no rides")
    }
  }
}
