import Glibc

/// The environment of a service, of which only what it needs is taken.
package enum ServiceEnvironment {
  /// What systemd tells each of our programs (sd_notify(3), sd_watchdog_enabled(3), systemd.exec(5)).
  private static let ofSystemd = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "JOURNAL_STREAM"]
  /// What tells where a state directory is.
  package static let ofState = ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME"]

  /// Those of some variables that are set, and what systemd tells.
  package static func values(of names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names + ofSystemd { values[name] = getenv(name).map { String(cString: $0) } }
    return values
  }

  /// `$STATE_DIRECTORY`, else `$XDG_STATE_HOME/PROGRAM`, else `~/.local/state/PROGRAM`; nil without a home.
  package static func stateDirectory(of program: String, in environment: [String: String]) -> String? {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    // systemd joins several directories by colons; the first is the service's own.
    if let directory = value("STATE_DIRECTORY") { return directory.split(separator: ":").first.map { String($0) } }
    return value("XDG_STATE_HOME").map { "\($0)/\(program)" } ?? value("HOME").map { "\($0)/.local/state/\(program)" }
  }
}
