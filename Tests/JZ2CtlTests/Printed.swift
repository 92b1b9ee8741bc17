import ArgumentParser
import ClientTestKit
import Testing

@testable import jz2ctl

extension Samples {
  /// Collects the output of a verb.
  final class Printed {
    var output = ""
    var error = ""

    func stream(json: Bool = false) -> Output {
      Output(json: json, say: { self.output += $0 }, complain: { self.error += $0 })
    }

    /// Parses words into a verb, runs it with `run`, and returns its output.
    static func by<Command: Verb>(
      _ words: [String], _ run: (Command, Output) throws -> Void
    ) throws -> Printed {
      let printed = Printed()
      let command = try #require(try JZ2Ctl.parseAsRoot(words) as? Command)
      try run(command, printed.stream(json: command.options.json))
      return printed
    }

    /// Does the same with words separated by spaces.
    static func by<Command: Verb>(_ line: String, _ run: (Command, Output) throws -> Void) throws -> Printed {
      try by(line.split(separator: " ").map(String.init), run)
    }
  }
}
