import ArgumentParser
import FoundationEssentials
import Glibc
import HubDatabase
import HubLibrary
import HubServer
import HubTerms
import Hummingbird
import Logging
import ProgramOptions

/// `jz2hub`: one place for the rides of many Pis and many riders.
@main
struct JZ2Hub: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jz2hub", abstract: "Keep the rides of many Pis and many riders in one place.",
    subcommands: [ServeCommand.self, RiderCommand.self])
}

/// The options of all verbs that use the database.
struct DatabaseOptions: ParsableArguments {
  /// The path that the package uses.
  private static let usual = "sqlite:/var/lib/jz2-hub/hub.sqlite"

  @Option(
    help: ArgumentHelp(
      "sqlite:PATH or postgres://USER@HOST/NAME. Default: $JZ2HUB_DATABASE, else /var/lib/jz2-hub/hub.sqlite.",
      valueName: "address"))
  var database: String?

  @Option(help: ArgumentHelp("The highest number of concurrent transactions.", valueName: "number"))
  var connections = 8

  func validate() throws {
    guard 1...200 ~= connections else { throw ValidationError("--connections must be from 1 to 200.") }
    _ = try address()
  }

  private func address() throws -> DatabaseAddress {
    let text = database ?? getenv("JZ2HUB_DATABASE").map { String(cString: $0) } ?? Self.usual
    do {
      return try DatabaseAddress(text, mayHavePassword: database == nil)
    } catch {
      throw ValidationError("--database \(error.detail).")
    }
  }

  /// Opens the database and migrates it to this version's schema; `rates` multiplies the limits on requests.
  func library(rates: Int = 1) async throws -> HubLibrary {
    // SQLite creates its files with the mode that the umask leaves. They contain rides and names.
    umask(0o077)
    do {
      let library = HubLibrary(try address().open(connections: connections), rates: rates)
      try await library.prepare()
      return library
    } catch let fault as DatabaseFault {
      throw DatabaseTrouble(fault: fault)
    }
  }
}

/// The database cannot be used.
struct DatabaseTrouble: Error, CustomStringConvertible {
  let fault: DatabaseFault

  var description: String {
    switch fault.code {
    case .tooNew: "The database belongs to a later version of jz2hub (\(fault.detail)). Install that version."
    case .unreachable:
      "The database cannot be opened: \(fault.detail). Check --database, and that the database server is running."
    default: "The database failed: \(fault.detail)."
    }
  }
}

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve devices and browsers.",
    discussion: """
      Runs until SIGTERM or SIGINT, then completes the open requests. Any number of servers can share one database, on \
      one computer or several, because they keep all their data there. A proxy in front of it must do the encryption.
      """)

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address:port"))
  var listen = ListeningAddress(host: "127.0.0.1", port: 8430)

  @OptionGroup var database: DatabaseOptions

  @Option(
    help: ArgumentHelp(
      "The address of a proxy whose X-Forwarded-For ends with the client's. Can be repeated.", valueName: "address"))
  var behindProxy: [String] = []

  @Option(
    help: ArgumentHelp(
      "Multiply the limits on requests, but not on codes; for tests and large clubs.", valueName: "factor"))
  var rates = 1

  @Flag(help: "Exchange Strava tokens for programs without a secret, with the apps in the credential strava-apps.")
  var broker = false

  @Option(help: ArgumentHelp("The address where the broker exchanges them.", valueName: "url"))
  var stravaURL = "https://www.strava.com/oauth/token"

  @Option(help: "The log level: trace, debug, info, notice, warning or error.")
  var logLevel = LogLevelArgument(level: .notice)

  func validate() throws {
    guard 1...10_000 ~= rates else { throw ValidationError("--rates must be from 1 to 10000.") }
    if let wrong = behindProxy.first(where: { ClientAddress($0) == nil }) {
      throw ValidationError("--behind-proxy needs the IP address of a proxy, not \(wrong).")
    }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var log = Logger(label: "jz2hub")
    log.logLevel = logLevel.level
    let library = try await database.library(rates: rates)
    var options = HubOptions(
      host: listen.host ?? "127.0.0.1", port: listen.port, proxies: Set(behindProxy.compactMap { ClientAddress($0) }))
    options.tokenURL = stravaURL
    if broker { options.broker = try Self.apps() }
    try await HubApplication.build(library, options, log: log).runService()
    await library.close()
  }
}

extension ServeCommand {
  private static let credential = "strava-apps"

  /// Reads the broker's apps from systemd's credential.
  private static func apps() throws -> BrokerApps {
    guard let folder = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }) else {
      throw ValidationError("--broker needs a systemd credential: LoadCredential=\(credential):FILE in the unit.")
    }
    let path = folder + "/" + credential
    guard let content = FileManager.default.contents(atPath: path) else {
      throw ValidationError("--broker needs the credential \(credential); \(path) cannot be read.")
    }
    do throws(BrokerApps.Trouble) {
      return try BrokerApps(String(decoding: content, as: UTF8.self))
    } catch {
      throw ValidationError("The credential \(credential)\(error.line.map { ", line \($0)" } ?? ""): \(error.reason).")
    }
  }
}
