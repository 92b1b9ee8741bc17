import ArgumentParser
import ControlWire

/// A command that the daemon answers.
protocol Verb: ParsableCommand {
  /// What the user said about the connection and the form of the output.
  var options: CommonOptions { get }

  /// Asks the daemon and prints what it says.
  ///
  /// - Throws: What the daemon answered instead, or why it did not.
  func perform(with daemon: some Daemon, output: Output) throws(ControlError)
}

extension ControlError {
  /// The same; where the service's socket is closed to this user, with how they stand to its group.
  func explained(by membership: (String) -> GroupMembership) -> ControlError {
    guard isSocketDenied, subject == SocketPath.service else { return self }
    return ControlError(code, subject: subject, detail: membership("jz2").rawValue)
  }
}

extension Verb {
  func run() throws {
    let output = Output(json: options.json)
    do {
      try perform(with: DaemonSocket(path: options.socket), output: output)
    } catch {
      output.refuse(Refusal(error.explained(by: GroupMembership.init(ofGroup:))))
      throw ExitCode(error.exitStatus.rawValue)
    }
  }
}
