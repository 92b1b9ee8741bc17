import ArgumentParser
import ControlSocket
import ControlWire
import Glibc
import TrainerClient

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check whether a ride would work, and say what to fix.",
    discussion: "Works without the daemon, too. Exits with 1 if a check failed.")

  @OptionGroup var options: CommonOptions

  func run() throws {
    // Output for programs is in English.
    try Translation.$current.withValue(options.json ? nil : Translation.current) { try diagnose() }
  }

  private func diagnose() throws {
    let files = FileSystem()
    let paths = DaemonSocket(path: options.socket).paths
    let (path, (socket, daemonChecks)) = Self.first(of: paths) { path in
      Self.ask(DaemonSocket(path: path), isThere: files.exists(path))
    }
    var facts = DoctorFacts(files: files, socketPath: path, socket: socket, run: Subprocess.output)
    if socket == .denied { facts.explain(closed: paths, by: GroupMembership.init(ofGroup:)) }
    facts.listener = ControlClient.listener(at: path).flatMap { files.text(of: "/proc/\($0.pid)/comm") }
    let diagnosis = Diagnosis(local: facts.checks, daemon: daemonChecks)
    Output(json: options.json).answer(CheckList(checks: diagnosis.checks), text: diagnosis.text)
    guard diagnosis.isHealthy else { throw ExitCode(ExitStatus.refused.rawValue) }
  }

  /// A socket's path, and the daemon's response there.
  typealias Finding = (path: String, answer: (socket: DoctorFacts.Socket, checks: [Check]))

  /// Returns the first path where the daemon answers, as for every other verb; else the first existing socket; else the
  /// first path, where the socket should be.
  static func first(of paths: [String], ask: (String) -> (DoctorFacts.Socket, [Check])) -> Finding {
    var best: Finding?
    for path in paths {
      let finding: Finding = (path, ask(path))
      if finding.answer.socket == .answering { return finding }
      if best == nil, finding.answer.socket != .missing { best = finding }
    }
    return best ?? (paths.first ?? SocketPath.service, (.missing, []))
  }

  /// Returns the daemon's checks, and the state of its socket.
  static func ask(_ daemon: some DaemonConnection, isThere: Bool) -> (DoctorFacts.Socket, [Check]) {
    do throws(ControlError) {
      return (.answering, try daemon.call(Doctor()).checks)
    } catch {
      switch error.code {
      case .noDaemon where error.closedSocket != nil: return (.denied, [])
      case .foreignListener: return (.foreign(error.explanation), [])
      case .noDaemon: return (isThere ? .silent : .missing, [])
      default: return (.strange, [])
      }
    }
  }
}
