import ArgumentParser
import ControlWire

/// The client: each verb calls the daemon through its socket.
@main
struct JZ2Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jz2ctl",
    abstract: "Ride a Bluetooth trainer: at a steady power, by a plan, or by your heart rate.",
    discussion: """
      jz2ctl asks the daemon jz2d, which rides; a ride goes on when jz2ctl ends.

      Exit codes: 0 done; 1 the daemon answered no, with its reason; 64 usage; 69 no daemon to talk to; \
      75 it did not answer in time; 130 Ctrl-C ended `start` before the ride began.
      """,
    version: ProductVersion.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Device",
        subcommands: [ScanCommand.self, UseCommand.self, ForgetCommand.self, DevicesCommand.self]),
      CommandGroup(
        name: "Ride",
        subcommands: [
          StartCommand.self, WatchCommand.self, StatusCommand.self, WattsCommand.self, PauseCommand.self,
          ResumeCommand.self, StopCommand.self,
        ]),
      CommandGroup(
        name: "Plan",
        subcommands: [
          PlanCommand.self, DoneCommand.self, SkipCommand.self, BackCommand.self, ExtendCommand.self, BiasCommand.self,
          LabelCommand.self,
        ]),
      CommandGroup(
        name: "History",
        subcommands: [
          RidesCommand.self, ShowCommand.self, ChartCommand.self, ExportCommand.self, SettingsCommand.self,
        ]),
      CommandGroup(
        name: "Library",
        subcommands: [
          RenameCommand.self, NoteCommand.self, TrimCommand.self, UntrimCommand.self, DeleteCommand.self,
          UndeleteCommand.self, UploadedCommand.self, ImportCommand.self, BackupCommand.self, RestoreCommand.self,
        ]),
      CommandGroup(name: "Diagnostic", subcommands: [DoctorCommand.self, DecodeCommand.self]),
    ])

  @OptionGroup var options: CommonOptions
}

/// The options that every verb accepts, before or after its name.
struct CommonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
  var socket: String?

  @Flag(help: "Print one JSON object instead of text.")
  var json = false
}
