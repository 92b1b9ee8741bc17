import Rides

// Messages about calls and the connection.

extension ControlError {
  var callExplanation: Explanation {
    switch code {
    case .invalidParameter:
      Explanation(
        "`\(subject ?? String(localized: "A parameter"))` is missing, of the wrong type or out of range.",
        remedy: "\(parameterRemedy)")
    case .notAllowed:
      notAllowedExplanation
    case .expectedMore:
      Explanation("The method sends several replies.", remedy: "Call it with \"more\": true.")
    case .methodNotFound:
      Explanation(
        subject == nil
          ? "\(speaker.name) does not know this method." : "\(speaker.name) does not know the method \(subject ?? "").",
        remedy: "Restart it, so that it has the version of the client: `sudo systemctl restart \(speaker.unit)`.")
    default:
      Explanation(
        subject == nil ? "There is no interface with that name." : "There is no interface \(subject ?? "").",
        remedy: "Check that `--socket` names the right program: jz2d has the interface "
          + "\(VarlinkInterface.trainer.name), jz2sync has \(VarlinkInterface.sync.name), jz2web has "
          + "\(VarlinkInterface.page.name).")
    }
  }

  private var notAllowedExplanation: Explanation {
    let socket = subject.flatMap(TrainerSocket.init(rawValue:)) ?? .all
    return Explanation(
      "This socket does not allow that; \(SocketPath.path(of: socket)) does.",
      remedy: "Join its group: `sudo usermod -aG \(socket.group) $USER`.")
  }

  /// The limit of a parameter that only one method has; otherwise a reference to the help.
  var parameterRemedy: String {
    switch subject {
    case "percent":
      String(
        localized: "Use a bias of \(Limits.biasPercent.words) % in total; `jz2ctl bias 0` removes it.")
    case "text": String(localized: "A label takes 1 to \(Limits.nameLength) characters.")
    case "line", "interval": String(localized: "Use a number from `jz2ctl plan show NAME`.")
    case "to": String(localized: "A plan's name takes 1 to \(Limits.nameLength) characters, in one line.")
    default: String(localized: "See what is allowed: `jz2ctl help`.")
    }
  }

  var connectionExplanation: Explanation {
    switch code {
    case .shuttingDown:
      Explanation(
        "\(speaker.name) is shutting down.", remedy: "Wait until it runs again: `systemctl status \(speaker.unit)`.")
    case .unknownRefusal:
      Explanation(
        "The daemon refused, for a reason that this client does not know\(bracket(subject)).",
        remedy: "Update daemon and client to the same version, then try again.")
    case .notRunning: notRunningExplanation
    case .noDaemon where closedSocket != nil:
      Explanation(
        "You may not open \(subject ?? String(localized: "the daemon's socket")).",
        remedy: "\((closedSocket?.membership ?? .outside).remedy(socket: subject))")
    case .noDaemon:
      Explanation(
        "The daemon is not running\(bracket(subject)).",
        remedy: "Start it: `sudo systemctl start jz2d`.")
    case .foreignListener:
      Explanation(
        "The program behind \(subject ?? String(localized: "the daemon's socket")) runs as the user \(detail ?? "?"), "
          + "not as root or you, so your request was not sent.",
        remedy: "Find out which program it is: `sudo ss -xlp`. If it is yours, run the client as the same user.")
    case .noAnswer:
      Explanation(
        "\(speaker.name) did not answer in time.",
        remedy: "See what it is doing: `journalctl -u \(speaker.unit) -e`. If it hangs, restart it: `sudo systemctl "
          + "restart \(speaker.unit)`.")
    case .connectionLost:
      Explanation(
        "\(speaker.name) closed the connection before it answered.",
        remedy: "See why: `journalctl -u \(speaker.unit) -e`; then try again.")
    default:
      Explanation(
        "The program at the socket sent an invalid answer\(bracket(detail ?? subject)).",
        remedy: "Check `--socket`, and check that daemon and client have the same version.")
    }
  }

  private var notRunningExplanation: Explanation {
    let source = PackageSource.current
    if subject == VarlinkProgram.jz2web.name {
      return Explanation(
        "The page is off.",
        remedy: "Switch it on: `sudo jz2ctl page on`; if it is not installed: "
          + "`\(source.command(installing: "jz2-web"))`.")
    }
    return Explanation(
      "The program \(subject ?? VarlinkProgram.jz2sync.name) is not running.",
      remedy: "Start it: `sudo systemctl start jz2-sync`; if it is not installed: "
        + "`\(source.command(installing: "jz2-sync"))`.")
  }

  /// The name and the unit of the program that the subject names, otherwise of the daemon.
  private var speaker: (name: String, unit: String) {
    let beside = [(program: VarlinkProgram.jz2sync, unit: "jz2-sync"), (program: .jz2web, unit: "jz2-web")]
    let named = beside.first { program, _ in
      subject == program.name || subject?.hasPrefix(program.usualInterface.name) == true
    }
    return named.map { (String(localized: "The program \($0.program.name)"), $0.unit) }
      ?? (String(localized: "The daemon"), "jz2d")
  }

  /// Returns the error for a socket that this user may not open; `membership` is nil if it was not looked up.
  package static func closed(_ path: String, _ membership: GroupMembership? = nil) -> ControlError {
    ControlError(
      .noDaemon, subject: path, detail: membership?.rawValue ?? "not allowed",
      reason: ClosedSocket(membership: membership))
  }

  package var closedSocket: ClosedSocket? { reason as? ClosedSocket }
}

/// The reason why this user may not open a socket.
package struct ClosedSocket: ErrorReason {
  /// Nil if it was not looked up.
  package let membership: GroupMembership?
}

/// A user's membership in the group that may open the service's socket.
package enum GroupMembership: String, Hashable, Sendable, CaseIterable {
  /// There is no such group.
  case noGroup
  /// Not a member.
  case outside
  /// A member, but not in this login.
  case notYet
  /// A member in this login, or root.
  case inside

  /// Returns the remedy for a socket that cannot be opened.
  package func remedy(socket path: String?) -> String {
    let group = (path.flatMap(TrainerSocket.init(path:)) ?? .all).group
    switch self {
    case .noGroup: return String(localized: "The group \(group) is missing: install the service again to create it.")
    case .outside: return String(localized: "Join its group: `sudo usermod -aG \(group) $USER`.")
    case .notYet:
      return String(
        localized: "You joined its group after you logged in: log in again, or type `newgrp \(group)`.")
    case .inside:
      return String(
        localized: "You are in the group \(group). Check that the socket belongs to that group: `ls -l "
          + "\(path ?? SocketPath.service)`.")
    }
  }

  /// Returns the socket to explain if several may not be opened: the first whose group the user has joined, else the
  /// first.
  package static func nearest(
    of sockets: [TrainerSocket], by membership: (String) -> GroupMembership
  ) -> (socket: TrainerSocket, membership: GroupMembership)? {
    let found = sockets.map { (socket: $0, membership: membership($0.group)) }
    return found.first { $0.membership == .notYet || $0.membership == .inside } ?? found.first
  }
}
