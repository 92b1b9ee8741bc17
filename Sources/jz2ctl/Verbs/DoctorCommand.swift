import ArgumentParser
import ControlWire
import Glibc

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "See whether a ride would work, and what to do if not.",
    discussion: "Looks around by itself while the daemon is down. Exits with 1 if something failed.")

  @OptionGroup var options: CommonOptions

  func run() throws {
    let files = FileSystem()
    let path = options.socket ?? Self.usualPath(files)
    let (socket, daemonChecks) = Self.ask(DaemonSocket(path: path), isThere: files.exists(path))
    var facts = DoctorFacts(files: files, socketPath: path, socket: socket, run: Subprocess.output)
    facts.listener = SocketListener.name(path: path, files: files)
    let diagnosis = Diagnosis(local: facts.checks, daemon: daemonChecks)
    Output(json: options.json).answer(diagnosis, text: diagnosis.text)
    guard diagnosis.isHealthy else { throw ExitCode(ExitStatus.refused.rawValue) }
  }

  /// Where the daemon's socket is, or should be.
  private static func usualPath(_ files: FileSystem) -> String {
    SocketPath.candidates(uid: getuid()).first(where: files.exists) ?? SocketPath.service
  }

  /// What the daemon says, and what that says about its socket.
  static func ask(_ daemon: some Daemon, isThere: Bool) -> (DoctorFacts.Socket, [Check]) {
    do throws(ControlError) {
      guard case .checks(let checks) = try daemon.call(.doctor) else { return (.strange, []) }
      return (.answering, checks)
    } catch {
      switch error.code {
      case .noDaemon where error.detail == ControlError.socketDenied: return (.denied, [])
      case .noDaemon: return (isThere ? .silent : .missing, [])
      default: return (.strange, [])
      }
    }
  }
}
