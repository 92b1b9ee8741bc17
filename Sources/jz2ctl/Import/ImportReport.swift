import ControlWire

/// What is told of an import while it goes on, and at its end.
final class ImportReport {
  private let output: Output
  private let dryRun: Bool
  private let time: LocalTime
  private(set) var tally = ImportTally()
  /// Whether there was a folder or an archive: its refused files are told at the end, where they are not lost among others.
  var isBundle = false
  private var refused: [RefusedFile] = []

  init(_ output: Output, dryRun: Bool, time: LocalTime = .system) {
    (self.output, self.dryRun, self.time) = (output, dryRun, time)
  }

  /// Counts files that are no rides.
  func stepOver(_ files: Int) { tally.noRides += files }

  /// Tells what became of a file's rides.
  func tell(_ progress: ImportProgress, _ file: String, isNamed: Bool) {
    let rides = progress.rides ?? progress.ride.map { [ImportedRide(ride: $0)] } ?? []
    var leftOut = progress.leftOut
    for ride in rides {
      if let ride = ride.ride {
        tally.cameIn += 1
        output.answer(
          TakenFile(file: file, ride: ride, leftOut: leftOut, dryRun: dryRun ? true : nil),
          text: "\(file.printable): \(text(ride))\(leftOut.map { "\n\(Self.text($0))" } ?? "")")
        leftOut = nil
      } else if let there = ride.there {
        tellThere(ControlError(.duplicateRide, subject: String(there)), file, isNamed: isNamed && rides.count == 1)
      }
    }
  }

  /// Tells why a file did not become a ride.
  func refuse(_ failure: ImportFailure, _ file: String, isNamed: Bool) {
    if case .refused(let error) = failure, error.code == .duplicateRide {
      return tellThere(error, file, isNamed: isNamed)
    }
    tally.refused += 1
    let refused = RefusedFile(file: file, error: Refusal(failure, path: file))
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
      output.say(tally.summary(dryRun: dryRun) + "\n")
    }
  }

  /// A ride that is there is no fault: of many files it is only counted, unless the list is all that is wanted.
  private func tellThere(_ error: ControlError, _ file: String, isNamed: Bool) {
    tally.thereAlready += 1
    if isNamed || output.json {
      complain(RefusedFile(file: file, error: Refusal(error)))
    } else if dryRun {
      output.say("\(file.printable): there already, as ride \(error.subject ?? "")\n")
    }
  }

  private func complain(_ refused: RefusedFile) {
    guard !output.json else { return output.answer(refused, text: "") }
    output.complain("\(refused.file.printable): \(refused.error.text)\n")
  }

  private func text(_ ride: RideSummary) -> String {
    dryRun ? "would be the ride of \(time.text(ride.start)): \(RideText.figures(ride))." : RideText.summary(ride)
  }

  /// What was left out.
  ///
  /// `3 values left out, the first in line 81.`
  private static func text(_ leftOut: LeftOutValues) -> String {
    let count = leftOut.count == 1 ? "1 value" : "\(leftOut.count) values"
    let place = leftOut.line.map { "in line \($0)" } ?? "at byte \(leftOut.byte)"
    return "  \(count) left out, \(leftOut.count == 1 ? "" : "the first ")\(place)."
  }
}

/// A file that became a ride, as `--json` prints it; of several rides in one, each has a line.
struct TakenFile: Encodable {
  let file: String
  let ride: RideSummary
  /// What of the file was not taken; with its first ride alone.
  let leftOut: LeftOutValues?
  /// Whether nothing was stored.
  let dryRun: Bool?
}

/// A file that became none, as `--json` prints it.
struct RefusedFile: Encodable {
  let file: String
  let error: Refusal
}
