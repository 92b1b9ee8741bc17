import ArgumentParser
import ControlWire
import FoundationEssentials
import Glibc
import RideText
import Rides
import TrainerClient

/// A command that sends requests to a program: the daemon, jz2sync or jz2web.
protocol Verb: ParsableCommand {
  /// The common options, for the connection and the form of the output.
  var options: CommonOptions { get }

  /// The program that receives the requests; the daemon by default.
  var asked: AskedProgram { get }

  /// Whether the answer may contain distances, speeds or weights, which are printed in the rider's units.
  var tellsMeasures: Bool { get }

  /// Sends the request and prints the response.
  ///
  /// - Throws: The error of the program or the connection.
  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError)
}

/// Lists of verbs in the order of the help; each is declared in the file of its verbs.
enum VerbFamily {}

/// The options that every verb accepts, before or after its name.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The socket to call. Default: JZ2_SOCKET, JZ2_SYNC_SOCKET or JZ2_WEB_SOCKET, else the socket with the most "
        + "rights that you may open.", valueName: "path"),
    completion: .file())
  var socket: String?

  @Flag(help: "Print one JSON object instead of text.")
  var json = false
}

extension Verb {
  var asked: AskedProgram { .daemon }

  var tellsMeasures: Bool { false }

  func run() throws {
    // Output for programs is in English.
    try Translation.$current.withValue(options.json ? nil : Translation.current) { try ask() }
  }

  private func ask() throws {
    let output = Output(json: options.json)
    let daemon = DaemonSocket(path: options.socket, of: asked)
    do throws(ControlError) {
      try Figure.$units.withValue(units) {
        Result { () throws(ControlError) in
          try perform(with: AnalysingConnection(daemon: daemon, json: options.json), output: output)
        }
      }.get()
    } catch {
      if !error.devices.isEmpty, isatty(STDERR_FILENO) == 1 { ListedDevices.ofUser.keep(error.devices) }
      output.refuse(Refusal(asked.explained(error, tried: daemon.paths, by: GroupMembership.init(ofGroup:))))
      throw ExitCode(error.exitStatus.rawValue)
    }
  }

  /// The rider's units if the answer has any; metric if the daemon does not answer.
  private var units: UnitSystem {
    guard tellsMeasures, !options.json else { return .metric }
    let daemon = DaemonSocket(path: asked == .daemon ? options.socket : nil, of: .daemon)
    return (try? daemon.call(GetSettings()))?.settings.units ?? .metric
  }

  /// Ends the program because a confirmation is impossible.
  func refuseUnasked(_ refusal: Refusal, _ output: Output) -> Never {
    output.refuse(refusal)
    Self.exit(withError: ExitCode(ExitStatus.usage.rawValue))
  }

  /// Ends the program with a refusal that does not come from the program that was asked.
  func fail(_ refusal: Refusal, _ output: Output, with status: ExitStatus = .refused) -> Never {
    output.refuse(refusal)
    Self.exit(withError: ExitCode(status.rawValue))
  }
}

extension Verb {
  /// The path for standard output.
  var standardOutput: String { "-" }

  /// Writes a file from the daemon to a path, into the JSON object, or to standard output.
  ///
  /// Ends the program if this fails for a reason of this computer.
  func give(_ file: NamedFile, to path: String?, _ output: Output) {
    let count = file.bytes.count
    if let path, path != standardOutput {
      if let reason = FileWriting.replaceFile(at: path, with: file.bytes) { fail(output, subject: path, reason) }
      let written = ExportedFile(fileName: file.name, path: path, byteCount: count, data: nil, activity: file.activity)
      output.answer(written, text: String(localized: "\(path): \(count) bytes."))
    } else if options.json {
      let data = Data(file.bytes).base64EncodedString()
      output.answer(
        ExportedFile(fileName: file.name, path: nil, byteCount: count, data: data, activity: file.activity), text: "")
    } else {
      writeOut(file.bytes, named: file.name, output)
    }
  }

  /// Writes a file to standard output, unless that is a terminal and the file is not text.
  ///
  /// Ends the program if this fails.
  func writeOut(_ bytes: [UInt8], named name: String, _ output: Output) {
    if isatty(STDOUT_FILENO) == 1 && bytes.contains(0) {
      fail(output, subject: String(localized: "the terminal"), String(localized: "\(name) is not text"))
    } else if !StandardStream.output.write(bytes: bytes) {
      fail(output, subject: String(localized: "standard output"), SystemError.text)
    }
  }

  private func fail(_ output: Output, subject: String, _ reason: String) -> Never {
    fail(Refusal(cannotWriteTo: subject, reason), output)
  }
}

/// A connection that has the daemon analyse all rides before a request that compares them, and shows the progress.
///
/// Analysing years of rides takes too long for one request.
private struct AnalysingConnection: DaemonConnection {
  let daemon: DaemonSocket
  let json: Bool

  func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply {
    try analyse(for: call)
    return try daemon.call(call)
  }

  func stream<C: StreamedCall>(_ call: C, each: (C.Reply) throws(ControlError) -> Bool) throws(ControlError) {
    try daemon.stream(call, each: each)
  }

  func converse<C: VarlinkCall>(_ next: (C.Reply?) throws(ControlError) -> C?) throws(ControlError) {
    // Analyse before connecting, because the connection must not idle for minutes.
    guard let first = try next(nil) else { return }
    try analyse(for: first)
    try daemon.converse { (reply: C.Reply?) throws(ControlError) -> C? in
      reply == nil ? first : try next(reply)
    }
  }

  private func analyse(for call: some VarlinkCall) throws(ControlError) {
    guard (call as? any ComparingCall)?.needsAnalysis == true else { return }
    let progress = ProgressLine.current(json: json)
    defer { progress.clear() }
    try daemon.stream(Analyse()) { part throws(ControlError) in
      if part.analysed < part.of { progress.show(String(localized: "Analysing rides: \(part.analysed) of \(part.of)")) }
      return true
    }
  }
}

/// A file as `--json` prints it: the path that was written, or the content in Base64.
struct ExportedFile: Encodable {
  let fileName: String
  let path: String?
  let byteCount: Int
  let data: String?
  /// The ID of the activity in the file.
  var activity: String?
}
