import ArgumentParser
import ControlWire

struct ImportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take TCX and FIT files of other programs as rides.",
    discussion: """
      Of several files, each is taken or refused by itself; the exit code is 1 where one was refused. With --json, a \
      line for each.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "file"), completion: .file())
  var files: [String]

  @Flag(help: "Take a file although a ride with the same start is there.")
  var force = false

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    guard try takeAll(with: daemon, output: output) else {
      Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
    }
  }

  /// Takes the files, one after the other, and says what became of each.
  ///
  /// - Returns: Whether all became rides.
  /// - Throws: Why there was no answer; the files after that one are not tried.
  func takeAll(with daemon: some Daemon, output: Output) throws(ControlError) -> Bool {
    var areTaken = true
    for file in files {
      do throws(ImportFailure) {
        let ride = try take(file, with: daemon)
        output.answer(ImportedFile(file: file, ride: ride), text: "\(file.printable): \(RideText.summary(ride))")
      } catch {
        if case .refused(let refusal) = error, refusal.exitStatus != .refused { throw refusal }
        areTaken = false
        say(Refusal(error, path: file), of: file, output)
      }
    }
    return areTaken
  }

  private func take(_ file: String, with daemon: some Daemon) throws(ImportFailure) -> RideSummary {
    let reader = try PieceReader(path: file)
    return try daemon.importFile(force: force) { () throws(ImportFailure) in try reader.next() }
  }

  private func say(_ refusal: Refusal, of file: String, _ output: Output) {
    guard !output.json else { return output.answer(RefusedFile(file: file, error: refusal), text: "") }
    output.complain("\(file.printable): \(refusal.text)\n")
  }
}

/// A file that became a ride, as `--json` prints it.
struct ImportedFile: Encodable {
  let file: String
  let ride: RideSummary
}

/// A file that became none, as `--json` prints it.
struct RefusedFile: Encodable {
  let file: String
  let error: Refusal
}
