import ArgumentParser
import ControlWire
import RideText

struct UploadedCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "uploaded", abstract: "Note that a ride was given to a service.",
    discussion: "When it is cut after that, `trim` and `show` say that the service has it as it was.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  @Argument(help: "The service: strava, say.")
  var service: String

  @Option(
    help: ArgumentHelp(
      "What was uploaded, as `export --json` and `show --json` name it; else the ride as it is now.",
      valueName: "activity"))
  var activity: String?

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let noted = try daemon.trimmed(by: .noteUpload(ride: ride.text, service: service, activity: activity))
    let uploads = noted.uploads.map { TrimText.upload($0, time: .system) }
    output.answer(
      TrimmedRide(ride: noted.ride, uploads: noted.uploads),
      text: (["Noted with ride \(noted.ride.id)."] + uploads).joined(separator: "\n"))
  }
}
