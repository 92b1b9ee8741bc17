import ArgumentParser
import ControlWire
import FoundationEssentials
import RideText
import Rides
import TrainerClient
import Translations

/// The client: each verb calls the daemon through its socket.
@main
struct JZ2Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jz2ctl",
    abstract: "Ride a Bluetooth trainer by steady power, plan or heart rate.",
    discussion: """
      The commands call the daemon jz2d, which controls the ride. The ride goes on when a command ends. The commands \
      for services call jz2sync; `page` calls jz2web.

      `jz2ctl help VERB` explains a command, `help json` the output of --json, and `man jz2ctl` also the rarely used \
      commands: back, extend, bias, calibrate, forget, uploaded, backup, restore, decode. --help-hidden shows the \
      rarely used options of a command.

      Exit codes: 0 success; 1 the daemon refused, with a reason; 64 wrong usage; 69 the daemon cannot be reached; 75 \
      no answer in time; 130 Ctrl-C ended `start` before the ride began, or a measurement before its end.

      Environment: LC_ALL, else LC_MESSAGES, else LANG sets the language of answers: English, German, French or \
      Spanish, for example de_DE.UTF-8. Help and JSON are always English. JZ2_SOCKET, JZ2_SYNC_SOCKET and \
      JZ2_WEB_SOCKET set the sockets. NO_COLOR=1 turns colours off.
      """,
    version: ProductVersion.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Setup",
        subcommands: [SettingsCommand.self] + VerbFamily.device + [
          DoctorCommand.self, DecodeCommand.self, JSONCommand.self,
        ]),
      CommandGroup(name: "Ride", subcommands: VerbFamily.ride + VerbFamily.step),
      CommandGroup(name: "Plan", subcommands: [PlanCommand.self]),
      CommandGroup(name: "History", subcommands: VerbFamily.show),
      CommandGroup(name: "Library", subcommands: VerbFamily.rideEdit + [ImportCommand.self] + VerbFamily.backup),
      CommandGroup(name: "Body", subcommands: VerbFamily.body),
      CommandGroup(name: "Phone and services", subcommands: [PageCommand.self] + VerbFamily.service),
    ])

  @OptionGroup var options: CommonOptions

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == "--generate-completion-script", words.count == 2 { printCompletionScript(for: words[1]) }
    let environment = ProcessInfo.processInfo.environment
    NewGroup.join(before: words, environment)
    Translation.$current.withValue(Translation(Language(environment: environment))) {
      DateStyle.$current.withValue(DateStyle(environment: environment)) { run(words) }
    }
  }

  private static func run(_ typed: [String]) {
    if typed.first == "help" || typed.contains("--help") || typed.contains("-h") {
      refuseOld(typed)
      if typed.first == "help" { refuseMisspelling(in: Array(typed.dropFirst())) }
    }
    let words = TypedWords(typed) { VerbTree(of: JZ2Ctl.self) }.parsed
    var command: any ParsableCommand
    do { command = try parseAsRoot(words) } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      refuseOld(typed)
      // The parser reports a missing option before a misspelt one.
      refuseMisspelling(in: words)
      let path = VerbTree(of: JZ2Ctl.self)?.path(of: words) ?? ["jz2ctl"]
      refuse(UsageText.text(ParserMessage.translated(message(for: error)), command: path.joined(separator: " ")))
    }
    do { try command.run() } catch { exit(withError: error) }
  }

  /// Prints a shell's completion script and ends the program; returns if the shell is not supported.
  private static func printCompletionScript(for name: String) {
    guard let shell = CompletionShell(rawValue: name), let tree = VerbTree(of: JZ2Ctl.self) else { return }
    let verbs = tree.shownNames.filter { $0 != "help" }
    StandardStream.output.write(shell.completingHelp(completionScript(for: shell), verbs: verbs) + "\n")
    exit()
  }

  /// Ends the program if the command line has an old spelling.
  private static func refuseOld(_ words: [String]) {
    if let answer = OldWords.answer(to: words) { refuse(answer) }
  }

  /// Ends the program if the command line has an unknown verb or option.
  private static func refuseMisspelling(in words: [String]) {
    if let misspelling = VerbTree(of: JZ2Ctl.self)?.misspelling(in: words) { refuse(misspelling.text) }
  }

  private static func refuse(_ text: String) -> Never {
    StandardStream.error.write(text + "\n")
    exit(withError: ExitCode.validationFailure)
  }
}

/// `jz2ctl` alone: the state in a line or two, and the commands that a rider needs first.
extension JZ2Ctl: Verb {
  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard !output.json else { return output.answer(try daemon.call(GetStatus()), text: "") }
    output.say(HomeText.page(state(from: daemon, .system), width: Terminal.width) + "\n")
  }

  /// Returns the state of the ride; without a daemon, the reason and its remedy.
  private func state(from daemon: some DaemonConnection, _ time: LocalTime) -> [String] {
    do throws(ControlError) {
      let status = try daemon.call(GetStatus())
      let last = status.phase == .idle ? daemon.lastRide : nil
      return [HomeText.state(status, last: last, today: LocalTime.now.day.daysSince1970, time)]
    } catch {
      let paths = DaemonSocket(path: options.socket).paths
      let explained = asked.explained(error, tried: paths, by: GroupMembership.init(ofGroup:)).explanation
      return [explained.message.printable, explained.remedy.printable]
    }
  }
}
