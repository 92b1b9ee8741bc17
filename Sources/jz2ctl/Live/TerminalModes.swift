import Glibc
import RideText

/// The modes of the terminal on standard input, stored so that they can be restored.
struct TerminalModes: Sendable {
  private let original: termios?

  /// Reads the current modes; stores nil if standard input is not a terminal.
  init() {
    var modes = termios()
    original = tcgetattr(STDIN_FILENO, &modes) == 0 ? modes : nil
  }

  /// Whether standard input is a terminal.
  var hasTerminal: Bool { original != nil }

  /// Stops typed keys from appearing in the view; keys that send signals still work.
  func quieten() {
    guard var modes = original else { return }
    Self.restoreAtCrash(modes)
    modes.c_lflag &= ~tcflag_t(ECHO | ICANON)
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  /// Restores the modes and discards the keys typed meanwhile.
  func restore() {
    guard var modes = original else { return }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
  }
}

// MARK: - Crashes

extension TerminalModes {
  /// The modes and the sequences that end a view, for the handler of a crash.
  ///
  /// Written before the handler is installed, and never again.
  nonisolated(unsafe) private static var crash: (modes: termios, text: StaticString)?

  /// Installs a handler that restores the terminal if the program crashes; the crash itself then continues as usual.
  private static func restoreAtCrash(_ modes: termios) {
    guard crash == nil else { return }
    // Paste marks off, alternate screen off, cursor on: see `KeyDecoder` and `AlternateScreen`.
    crash = (modes, "\u{1B}[?2004l\u{1B}[?1049l\u{1B}[?25h")
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in
        // Only calls that a signal handler may make (POSIX, async-signal-safe).
        if var crash = TerminalModes.crash {
          write(STDOUT_FILENO, crash.text.utf8Start, crash.text.utf8CodeUnitCount)
          tcsetattr(STDIN_FILENO, TCSANOW, &crash.modes)
        }
        raise(signal)
      }
      // The signal is raised again for the default action.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
      sigaction(signal, &action, nil)
    }
  }
}
