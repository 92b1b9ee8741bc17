import ArgumentParser
import ControlWire
import HealthExport
import RideText
import Rides
import TrainerClient

struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Import sleep, heart rate variability and weight from Apple Health.",
    subcommands: [HealthImportCommand.self])

  @OptionGroup var options: CommonOptions
}

struct HealthImportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import an export of Apple Health.",
    discussion: """
      The file is the export.zip that the iPhone makes (Health, your picture, Export All Health Data), or the \
      export.xml in it, of any size. It contains nights with their stages, heart rate variability, resting heart rates \
      and weights. Apple's variability is SDNN. It is stored separately, and counts for scores only after `jz2ctl \
      settings --hrv-source apple`.

      If several programs or devices recorded the same night, the one with the most data counts. Naps are left out. \
      Importing an export again, or a later one, adds only new data.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The export.zip or export.xml; - is standard input.", completion: .file(extensions: ["zip", "xml"]))
  var file: String

  @Option(help: ArgumentHelp("Import only data from this day or later, such as 2026-11-01.", valueName: "date"))
  var since: CalendarDay?

  @Flag(help: "Show what is in it, without storing anything. Needs no daemon.")
  var dryRun = false

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    if let refusal = try take(with: daemon, output: output, progress: .current(json: options.json)) {
      if since == nil, importOther(file, than: .health, dryRun: dryRun, with: daemon, output) { return }
      fail(refusal, output)
    }
  }

  /// Imports the export, and prints the result.
  ///
  /// - Returns: The refusal to print if the file cannot be read.
  /// - Throws: The error of the daemon or the connection.
  func take(
    with daemon: some DaemonConnection, output: Output, progress: ProgressLine
  ) throws(ControlError) -> Refusal? {
    let run = HealthImport(daemon, since: since, dryRun: dryRun, progress: progress)
    do throws(HealthFailure) {
      let outcome = try run.take(file)
      let imported = HealthImported(outcome)
      output.answer(imported, text: imported.text)
      return nil
    } catch {
      guard case .refused(let error) = error else { return Refusal(error, path: file) }
      throw error
    }
  }
}

extension CalendarDay: ExpressibleByArgument {}
