import ControlWire
import Glibc
import RideText
import Rides

/// The capabilities of the terminal on standard output.
struct Terminal: Equatable {
  /// Whether it shows colours and the user wants them (no-color.org).
  let isColoured: Bool
  /// The characters that it can show.
  let glyphs: Glyphs

  /// Creates the terminal from environment variables; nil for one that cannot move its cursor.
  init?(environment: (String) -> String?) {
    guard let kind = environment("TERM"), !kind.isEmpty, kind != "dumb" else { return nil }
    isColoured = (environment("NO_COLOR") ?? "").isEmpty
    glyphs = Glyphs(environment: environment)
  }

  /// The terminal on standard output; nil if that is a file or a pipe.
  static var current: Terminal? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    return Terminal(environment: variable)
  }

  /// Reads a variable of this process's environment.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The current size; 80 columns and 24 rows if the terminal does not report it.
  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The columns for prose: one less than the terminal's, because some terminals wrap in the last; 80 for a file or a
  /// pipe.
  static var width: Int { isatty(STDOUT_FILENO) == 1 ? size.columns - 1 : 80 }
}

extension Page {
  /// The terminal on standard output, or a file or a pipe.
  static var current: Page {
    Page(columns: isatty(STDOUT_FILENO) == 1 ? Terminal.size.columns : nil, glyphs: .current)
  }
}

extension Glyphs {
  /// The characters of this process's locale, even if output does not go to a terminal.
  static var current: Glyphs { Glyphs(environment: Terminal.variable) }
}

extension LocalTime {
  /// The local time of this computer.
  static let system = LocalTime { moment in
    var seconds = time_t(moment)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }

  /// The current moment by the clock of this computer.
  static var now: LocalMoment { system.moment(ofUnixTime: time(nil)) }
}
