import ArgumentParser
import ControlWire

/// The client: each verb calls the daemon through its socket.
@main
struct JZ2Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jz2ctl",
    abstract: "Ride a Bluetooth trainer: at a steady power, by a plan, or by your heart rate.",
    discussion: """
      jz2ctl asks the daemon jz2d, which rides; a ride goes on when jz2ctl ends. The verbs about services ask jz2sync.

      Exit codes: 0 done; 1 the daemon answered no, with its reason; 64 usage; 69 no daemon to talk to; \
      75 it did not answer in time; 130 Ctrl-C ended `start` before the ride began, or a measurement before its end.
      """,
    version: ProductVersion.text,
    groupedSubcommands: [
      CommandGroup(name: "Device", subcommands: VerbFamily.device),
      CommandGroup(name: "Ride", subcommands: VerbFamily.ride),
      CommandGroup(name: "Plan", subcommands: [PlanCommand.self, PlansCommand.self] + VerbFamily.step),
      CommandGroup(
        name: "History",
        subcommands: VerbFamily.show + VerbFamily.comparing + [ExportCommand.self, SettingsCommand.self]),
      CommandGroup(name: "Body", subcommands: VerbFamily.body),
      CommandGroup(
        name: "Library", subcommands: VerbFamily.rideEdit + [ImportCommand.self] + VerbFamily.backup),
      CommandGroup(name: "Service", subcommands: VerbFamily.service),
      CommandGroup(name: "Diagnostic", subcommands: [DoctorCommand.self, DecodeCommand.self]),
    ])

  @OptionGroup var options: CommonOptions
}
