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

extension Verb {
  func run() throws {
    let output = Output(json: options.json)
    do {
      try perform(with: DaemonSocket(path: options.socket), output: output)
    } catch {
      output.refuse(Refusal(error))
      throw ExitCode(error.exitStatus.rawValue)
    }
  }
}
