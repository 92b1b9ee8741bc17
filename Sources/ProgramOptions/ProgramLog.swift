import ArgumentParser
package import Logging
import Systemd

/// The option for how much a program logs, and the log that follows from it.
package struct LogLevelArgument: ExpressibleByArgument {
  package let level: Logger.Level

  package init(level: Logger.Level) { self.level = level }

  package init?(argument: String) {
    guard let level = Logger.Level(rawValue: argument) else { return nil }
    self.level = level
  }

  package var defaultValueDescription: String { "\(level)" }
  package static var allValueStrings: [String] { Logger.Level.allCases.map(\.rawValue) }
}

extension Logger {
  /// The log of a program: on a terminal, or in the journal where systemd started it.
  ///
  /// - Parameters:
  ///   - program: Its name.
  ///   - level: The least important level that is written.
  ///   - environment: What tells whether systemd started it.
  package init(of program: String, level: Logger.Level, environment: [String: String]) {
    let handler = JournalLogHandler(
      program: program, level: level, destination: LogDestination(environment: environment))
    self.init(label: program) { _ in handler }
    logLevel = level
  }
}
