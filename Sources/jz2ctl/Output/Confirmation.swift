import ControlWire
import Glibc

/// A confirmation before an action that the rider may not intend.
enum Confirmation {
  /// Asks on the terminal.
  ///
  /// - Returns: Whether the rider agrees; nil if standard input is not a terminal.
  static func ask(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    StandardStream.error.write("\(String(localized: "\(question) [y/N]")) ")
    return isYes(readLine() ?? "")
  }

  /// Returns whether an answer is a yes in any of the languages.
  static func isYes(_ answer: String) -> Bool {
    ["y", "yes", "j", "ja", "o", "oui", "s", "sí", "si"].contains(answer.lowercased())
  }

  /// Creates the refusal for a missing terminal.
  ///
  /// - Parameters:
  ///   - action: The action that needs a confirmation, in the reader's language: `Deleting`.
  ///   - command: The command that does not ask: `jz2ctl delete 12 --yes`.
  ///   - subject: The subject of the action.
  /// - Returns: The refusal.
  static func missing(_ action: String, command: String, subject: String? = nil) -> Refusal {
    Refusal(
      error: "NotConfirmed",
      message: String(localized: "\(action) needs a confirmation, and there is no terminal to ask."),
      remedy: String(localized: "Add `--yes`: `\(command)`."), subject: subject, detail: nil)
  }
}
