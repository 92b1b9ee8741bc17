import ArgumentParser
import CLinux
import ControlWire
import CueKit
import Glibc
import Logging
import ProgramOptions
import RideCues
import Rides
import Systemd
import Translations

/// `jz2cue`: controls the ride by buttons, and announces intervals by beeps and speech, for a computer without a
/// screen.
@main
struct JZ2Cue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jz2cue", abstract: "Control a ride with buttons, and announce it with beeps and speech.",
    discussion: """
      Runs until SIGTERM or SIGINT. It reads the keys of the input devices in /etc/jz2/cue.conf, such as a media \
      remote or a number pad, and sends their actions to jz2d. It announces the ride on the sound card, in English, \
      German, French or Spanish (`language` in that file). A ride works without it.
      """,
    version: ProductVersion.text)

  @Option(
    help: ArgumentHelp(
      "The socket of jz2d. Default: /run/jz2/ride.sock, else /run/user/UID/jz2.sock.", valueName: "socket"))
  var daemon: String?

  @Option(help: ArgumentHelp("The administrator's file, with devices, keys and sound.", valueName: "file"))
  var config = CueConfiguration.path

  @Option(help: "The log level: trace, debug, info, notice, warning or error.")
  var logLevel = LogLevelArgument(level: .info)

  @Flag(help: "List the input devices of this computer, and exit.")
  var list = false

  @Flag(help: "Check the file, show its settings, and exit.")
  var check = false

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    if list { return Self.write(CueReport.devices(InputDirectory().entries)) }
    let settings: CueConfiguration
    do throws(CueConfiguration.Fault) { settings = try CueConfiguration(path: config) } catch {
      Self.write("jz2cue: \(config), \(error)\n", to: STDERR_FILENO)
      throw ExitCode(78)  // EX_CONFIG
    }
    if check { return Self.write(CueReport.text(of: settings, in: InputDirectory())) }
    let environment = Self.environment
    let log = Logger(of: "jz2cue", level: logLevel.level, environment: environment)
    let options = CueOptions(
      daemonPaths: daemon.map { [$0] } ?? SocketPath.rideCandidates(uid: getuid()), configuration: settings,
      translation: Translation(settings.sound.language), environment: environment)
    try await CueDaemon(options, log: log).run()
    // Exits without waiting for a thread that may still wait for jz2d.
    Glibc.exit(EXIT_SUCCESS)
  }

  private static var environment: [String: String] {
    ServiceEnvironment.values(of: ["PATH", "HOME", "XDG_RUNTIME_DIR", "ALSA_CONFIG_PATH", "PULSE_SERVER"])
  }

  private static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    _ = linux_write(descriptor, text, text.utf8.count)
  }
}
