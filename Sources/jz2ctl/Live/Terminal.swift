import Glibc
import RideText

/// What the terminal on standard output can do.
struct Terminal: Equatable {
  /// Whether it shows colours and the user wants them (no-color.org).
  let isColoured: Bool
  /// The characters it can show.
  let glyphs: Glyphs

  /// The terminal that an environment describes; nil for one that cannot move its cursor.
  init?(environment: (String) -> String?) {
    guard let kind = environment("TERM"), !kind.isEmpty, kind != "dumb" else { return nil }
    isColoured = (environment("NO_COLOR") ?? "").isEmpty
    glyphs = Glyphs(environment: environment)
  }

  /// The terminal on standard output; nil where that is a file or a pipe.
  static var current: Terminal? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    return Terminal(environment: variable)
  }

  /// A variable of this process's environment.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The columns and rows it has now; 80 and 24 where it does not say.
  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

extension Glyphs {
  /// The characters that this process's locale has, whether or not they go to a terminal.
  static var current: Glyphs { Glyphs(environment: Terminal.variable) }
}

extension LocalTime {
  /// The system's zone.
  static let system = LocalTime { moment in
    var seconds = time_t(moment)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }
}
