import Glibc

/// The modes of the terminal on standard input, kept so that they can be restored.
struct TerminalModes: Sendable {
  private let original: termios?

  /// Reads the current modes; keeps nothing if standard input is not a terminal.
  init() {
    var modes = termios()
    original = tcgetattr(STDIN_FILENO, &modes) == 0 ? modes : nil
  }

  /// Stops typed keys from appearing in the view; keys that send signals still work.
  func quieten() {
    guard var modes = original else { return }
    modes.c_lflag &= ~tcflag_t(ECHO | ICANON)
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  /// Restores the modes and discards what was typed meanwhile.
  func restore() {
    guard var modes = original else { return }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
  }
}
