import Glibc

/// The environment variables that a service reads; all others are ignored.
package enum ServiceEnvironment {
  /// The variables that systemd sets for each of our programs (sd_notify(3), sd_watchdog_enabled(3), systemd.exec(5)).
  private static let ofSystemd = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "JOURNAL_STREAM"]
  /// The variables that determine a state directory.
  package static let ofState = ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME"]

  /// Returns the values of the named variables and of systemd's variables, if they are set.
  package static func values(of names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names + ofSystemd { values[name] = getenv(name).map { String(cString: $0) } }
    return values
  }

  /// Returns `$STATE_DIRECTORY`, else `$XDG_STATE_HOME/PROGRAM`, else `~/.local/state/PROGRAM`; nil without a home.
  package static func stateDirectory(of program: String, in environment: [String: String]) -> String? {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    // systemd joins several directories by colons; the first is the service's own.
    if let directory = value("STATE_DIRECTORY") { return directory.split(separator: ":").first.map { String($0) } }
    return value("XDG_STATE_HOME").map { "\($0)/\(program)" } ?? value("HOME").map { "\($0)/.local/state/\(program)" }
  }
}
