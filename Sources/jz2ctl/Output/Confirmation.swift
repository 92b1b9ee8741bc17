import ControlWire
import Glibc

/// A question before something that a rider may not want.
enum Confirmation {
  /// Asks on the terminal.
  ///
  /// - Returns: Whether the rider says yes; nil where standard input is no terminal, and nobody can be asked.
  static func ask(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    StandardStream.error.write("\(String(localized: "\(question) [y/N]")) ")
    return isYes(readLine() ?? "")
  }

  /// Whether an answer is a yes in one of the languages, whichever is the reader's.
  static func isYes(_ answer: String) -> Bool {
    ["y", "yes", "j", "ja", "o", "oui", "s", "sí", "si"].contains(answer.lowercased())
  }

  /// The refusal where nobody can be asked.
  ///
  /// - Parameters:
  ///   - action: What asks first, in the reader's language: `Deleting`.
  ///   - command: The command that does not ask: `jz2ctl delete 12 --yes`.
  ///   - subject: The thing that it is about.
  /// - Returns: The refusal.
  static func missing(_ action: String, command: String, subject: String? = nil) -> Refusal {
    Refusal(
      error: "NotConfirmed", message: String(localized: "\(action) asks first, and there is no terminal."),
      remedy: String(localized: "Add `--yes`: `\(command)`."), subject: subject, detail: nil)
  }
}
