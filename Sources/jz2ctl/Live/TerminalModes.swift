import Glibc

/// The modes of the terminal on standard input, kept so that they can be given back.
struct TerminalModes: Sendable {
  private let original: termios?

  /// Notes the modes as they are; nothing where standard input is no terminal.
  init() {
    var modes = termios()
    original = tcgetattr(STDIN_FILENO, &modes) == 0 ? modes : nil
  }

  /// Stops keys from showing in the view; those that send signals still do.
  func quieten() {
    guard var modes = original else { return }
    modes.c_lflag &= ~tcflag_t(ECHO | ICANON)
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  /// Gives the modes back, and drops what was typed meanwhile.
  func restore() {
    guard var modes = original else { return }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
  }
}
