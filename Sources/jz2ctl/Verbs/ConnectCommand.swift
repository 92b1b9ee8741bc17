import ArgumentParser
import ControlSocket
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

struct ConnectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect", abstract: "Connect a service that receives your finished rides.",
    discussion: """
      jz2sync sends each finished ride once to every connected service; `jz2ctl connect` alone lists them. The first \
      command below asks for a key. The second asks for your app's secret, and prints a link. The third asks for a code:

        jz2ctl connect intervals
        jz2ctl connect strava --client-id 12345
        jz2ctl connect hub --url https://example.org --code

      `jz2ctl help connect SERVICE` shows the options of a service. A secret or a code is never an argument: it comes \
      from a file, from a pipe on standard input, or from the terminal, which does not show it.

      The administrator sets up a folder or a command (hook) for finished rides in /etc/jz2/sync.conf.
      """,
    subcommands: [
      ConnectIntervalsCommand.self, ConnectStravaCommand.self, ConnectHubCommand.self, ConnectListCommand.self,
    ],
    defaultSubcommand: ConnectListCommand.self)

  @OptionGroup var options: CommonOptions
}

/// The same as `services`, for `connect` without a service.
struct ConnectListCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the services.", shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  var asked: AskedProgram { .sync }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try daemon.listServices(output)
  }
}

/// A verb that connects a service.
protocol ConnectVerb: Verb {
  /// Returns the request, with the contents of the named files.
  func call(reading input: SecretInput, _ time: LocalTime) throws(SecretFailure) -> Connect
}

extension ConnectVerb {
  var asked: AskedProgram { .sync }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let call: Connect
    do throws(SecretFailure) { call = try self.call(reading: SecretInput(), .system) } catch {
      fail(Refusal(error), output)
    }
    let answer: ConnectedService
    do throws(ControlError) { answer = try daemon.call(call) } catch {
      guard let refusal = Refusal(notConnected: error, call) else { throw error }
      fail(refusal, output)
    }
    output.answer(answer, text: ServiceText.connected(answer, host: HostName.own ?? "HOST"))
    // For a connected service, the state would not show when the rider has agreed.
    guard let consent = answer.consent, answer.service.state != .connected, !output.json,
      isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1
    else { return }
    output.say(ServiceText.waiting(consent) + "\n")
    let wait = ConsentWait(daemon: daemon, output: output, service: answer.service)
    guard try wait.run(seconds: consent.secondsLeft) else {
      Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
    }
  }
}

extension Refusal {
  /// Creates the refusal for a connection that failed with its key and is not retried; nil for other errors.
  init?(notConnected error: ControlError, _ call: Connect) {
    // Strava keeps its keys until the rider agrees.
    guard error.code == .connectRefused, let fault = error.syncFault, fault.isPassing, call.service != .strava else {
      return nil
    }
    self.init(
      error: error.code.rawValue, message: error.explanation.message, remedy: fault.connectingRemedy,
      subject: error.subject, detail: error.detail)
  }
}

struct ConnectIntervalsCommand: ConnectVerb {
  static let configuration = CommandConfiguration(
    commandName: "intervals", abstract: "Connect intervals.icu: send rides, fetch planned workouts.",
    discussion: """
      The key is in the settings of intervals.icu, under Developer Settings. It comes from --key-file, from the \
      terminal, which does not show it, or from a pipe on standard input:

        pass intervals | jz2ctl connect intervals
      """)

  @OptionGroup var options: CommonOptions

  @Option(
    help: ArgumentHelp("The file with the key; - is standard input.", valueName: "file", visibility: .hidden),
    completion: .file())
  var keyFile: String?

  @Option(
    help: ArgumentHelp(
      """
      The direction of sleep, heart rate variability, resting heart rate and weight: none, down (fetch), up (send only \
      strap measurements) or both.
      """, valueName: "direction"))
  var wellness: WellnessDirection?

  @OptionGroup var server: ServerOptions

  func call(reading input: SecretInput, _ time: LocalTime) throws(SecretFailure) -> Connect {
    var call = Connect(service: .intervals)
    call.wellness = wellness
    try server.fill(&call, input, time)
    call.key = try input.word(
      SecretText(name: String(localized: "The key of intervals.icu"), option: "--key-file"), file: keyFile)
    return call
  }
}

struct ConnectStravaCommand: ConnectVerb {
  static let configuration = CommandConfiguration(
    commandName: "strava", abstract: "Connect Strava, with an app of your own.",
    usage: """
      jz2ctl connect strava --client-id <n> [--history] [--since <day>]
      jz2ctl connect strava --code
      """,
    discussion: """
      Create an app at https://www.strava.com/settings/api, which needs a Strava subscription; set its callback domain \
      to localhost. The app has a number (Client ID) and a secret. The secret comes from --client-secret-file, from a \
      pipe on standard input, or from the terminal, which does not show it.

      The answer has a link. Open it on any device and agree. The browser then goes to an address of this computer. On \
      another device that page does not open: copy its address, which --code asks for.
      """)

  @OptionGroup var options: CommonOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of your app.", valueName: "n"))
  var clientId: Int?

  @Option(
    help: ArgumentHelp("The file with the app's secret; - is standard input.", valueName: "file", visibility: .hidden),
    completion: .file())
  var clientSecretFile: String?

  @Option(
    help: ArgumentHelp("The address of a broker that has the secret.", valueName: "url", visibility: .hidden))
  var broker: ServerAddressArgument?

  @Option(
    help: ArgumentHelp("The address of Strava's consent pages, if it changed.", valueName: "url", visibility: .hidden))
  var oauthUrl: ServerAddressArgument?

  @Flag(
    inversion: .prefixedNo,
    help: "Also ask to read your activities, for `rides --strava` and `chart --strava`.")
  var history: Bool?

  @Flag(inversion: .prefixedNo, help: ArgumentHelp("Send rides as virtual rides.", visibility: .hidden))
  var virtualRide: Bool?

  @Flag(help: "Ask for the address where the browser ended, or read it from standard input.")
  var code = false

  @OptionGroup var server: ServerOptions

  func validate() throws {
    if code {
      guard !isBeginning else {
        throw ValidationError(String(localized: "Give --code alone, without the other options."))
      }
      return
    }
    guard let clientId else { throw ValidationError(String(localized: "Give the number of your app: --client-id N.")) }
    guard clientId > 0 else {
      throw ValidationError(String(localized: "--client-id takes the number of your app, not \(clientId)."))
    }
    guard clientSecretFile == nil || broker == nil else {
      throw ValidationError(String(localized: "Give --client-secret-file or --broker, not both."))
    }
  }

  /// Whether an option is given that starts a connection.
  private var isBeginning: Bool {
    clientId != nil || clientSecretFile != nil || broker != nil || oauthUrl != nil || history != nil
      || virtualRide != nil || server.isGiven
  }

  func call(reading input: SecretInput, _ time: LocalTime) throws(SecretFailure) -> Connect {
    var call = Connect(service: .strava)
    if code {
      call.code = try input.word(
        SecretText(name: String(localized: "The address in the browser"), option: "--code", hasFile: false), file: nil)
      return call
    }
    try server.fill(&call, input, time)
    call.clientId = clientId.map { "\($0)" }
    call.broker = broker?.text
    call.oauthUrl = oauthUrl?.text
    call.history = history
    call.virtual = virtualRide
    if broker == nil {
      let secret = SecretText(name: String(localized: "The secret of your app"), option: "--client-secret-file")
      call.clientSecret = try input.word(secret, file: clientSecretFile)
    }
    return call
  }
}

struct ConnectHubCommand: ConnectVerb {
  static let configuration = CommandConfiguration(
    commandName: "hub", abstract: "Connect a server of your own.",
    discussion: """
      Use the pairing code that the server shows (--code), or a token: from --token-file, from the terminal, or from a \
      pipe on standard input. --url is needed the first time.
      """)

  @OptionGroup var options: CommonOptions

  @Flag(help: "Ask for the pairing code that the server shows, or read it from standard input.")
  var code = false

  @Option(
    help: ArgumentHelp("The file with a token; - is standard input.", valueName: "file", visibility: .hidden),
    completion: .file())
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "The source of the rides, a word that the server knows; default: jz2d.", valueName: "word", visibility: .hidden))
  var source: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "For a server that reads only camelCase, such as Running Days; the default source is 'manual' then.",
      visibility: .hidden))
  var camelCase: Bool?

  @OptionGroup var server: ServerOptions

  func validate() throws {
    guard !code || tokenFile == nil else {
      throw ValidationError(String(localized: "Give --code or --token-file, not both."))
    }
    if let source, !(1...Limits.nameLength).contains(source.count) || source.contains(where: \.isWhitespace) {
      throw ValidationError(String(localized: "--source takes one word of 1 to \(Limits.nameLength) characters."))
    }
  }

  func call(reading input: SecretInput, _ time: LocalTime) throws(SecretFailure) -> Connect {
    var call = Connect(service: .hub)
    try server.fill(&call, input, time)
    (call.source, call.camelCase) = (source, camelCase)
    if code {
      call.code = try input.word(
        SecretText(name: String(localized: "The pairing code"), option: "--code", hasFile: false), file: nil)
    } else {
      call.token = try input.word(
        SecretText(name: String(localized: "The token of your server"), option: "--token-file"), file: tokenFile)
    }
    return call
  }
}
