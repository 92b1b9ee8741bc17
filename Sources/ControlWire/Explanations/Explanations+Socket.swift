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
      Explanation("The answer comes in several parts.", remedy: "Call it with \"more\": true.")
    case .methodNotFound:
      Explanation(
        subject == nil
          ? "\(speaker.name) does not know that." : "\(speaker.name) does not know \(subject ?? "").",
        remedy: "It and the client are of different versions; restart it: `sudo systemctl restart \(speaker.unit)`.")
    default:
      Explanation(
        subject == nil ? "There is no interface of that name." : "There is no interface \(subject ?? "").",
        remedy: "Check `--socket`: it is to be the socket of the program that is asked. jz2d has the interface "
          + "\(VarlinkInterface.trainer.name), jz2sync has \(VarlinkInterface.sync.name), jz2web has "
          + "\(VarlinkInterface.page.name).")
    }
  }

  private var notAllowedExplanation: Explanation {
    let socket = subject.flatMap(TrainerSocket.init(rawValue:)) ?? .all
    return Explanation(
      "This socket does not allow that; \(SocketPath.path(of: socket)) does.",
      remedy: "Join its group: `sudo usermod -aG \(socket.group) $USER`; then log in again.")
  }

  /// The limit of a parameter that only one method has; otherwise a reference to the help.
  var parameterRemedy: String {
    switch subject {
    case "percent":
      String(
        localized: "Raise or lower all watts by \(Limits.biasPercent.words) % in all; "
          + "`jz2ctl bias 0` removes the bias.")
    case "text": String(localized: "A label takes 1 to \(Limits.nameLength) characters.")
    case "line", "interval": String(localized: "Take a number that `jz2ctl plan show NAME` shows.")
    case "to": String(localized: "A plan's name takes 1 to \(Limits.nameLength) characters, in one line.")
    default: String(localized: "See what is allowed: `jz2ctl help`.")
    }
  }

  var connectionExplanation: Explanation {
    switch code {
    case .shuttingDown:
      Explanation("\(speaker.name) is ending.", remedy: "Try again when it runs: `systemctl status \(speaker.unit)`.")
    case .unknownRefusal:
      Explanation(
        "The daemon refused, for a reason that this client does not know\(bracket(subject)).",
        remedy: "Daemon and client are of different versions: update them together, then ask again.")
    case .notRunning: notRunningExplanation
    case .noDaemon where closedSocket != nil:
      Explanation(
        "You may not open \(subject ?? String(localized: "the daemon's socket")).",
        remedy: "\((closedSocket?.membership ?? .outside).remedy(socket: subject))")
    case .noDaemon:
      Explanation(
        "The daemon does not run\(bracket(subject)).",
        remedy: "Start it: `sudo systemctl start jz2d`, or by hand without a trainer: `jz2d --radio sim`.")
    case .foreignListener:
      Explanation(
        "The program behind \(subject ?? String(localized: "the daemon's socket")) belongs to the user "
          + "\(detail ?? "?"), not to root or the caller.",
        remedy: "Your request was not sent. See which program it is: `sudo ss -xlp`. If you started it as that user, "
          + "call it as that user.")
    case .noAnswer:
      Explanation(
        "\(speaker.name) did not answer in time.",
        remedy: "See what it does: `journalctl -u \(speaker.unit) -e`; restart it: `sudo systemctl restart "
          + "\(speaker.unit)`.")
    case .connectionLost:
      Explanation(
        "\(speaker.name) went away before it answered.",
        remedy: "See why: `journalctl -u \(speaker.unit) -e`; then ask again.")
    default:
      Explanation(
        "The socket does not answer in the daemon's language\(bracket(detail ?? subject)).",
        remedy: "Check `--socket`, and that daemon and client are of the same version.")
    }
  }

  private var notRunningExplanation: Explanation {
    if subject == VarlinkProgram.jz2web.name {
      return Explanation(
        "The page is off.",
        remedy: "Switch it on: `sudo jz2ctl page on`; if it is not installed: `sudo apt install jz2-web`.")
    }
    return Explanation(
      "The program \(subject ?? VarlinkProgram.jz2sync.name) does not run.",
      remedy: "Start it: `sudo systemctl start jz2-sync`; if it is not installed: `sudo apt install jz2-sync`.")
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
    case .noGroup: return String(localized: "There is no group \(group): install the service again, which makes it.")
    case .outside: return String(localized: "Join its group: `sudo usermod -aG \(group) $USER`; then log in again.")
    case .notYet:
      return String(
        localized: "You are in its group, but not in this login: log in again, or go on in `newgrp \(group)`.")
    case .inside:
      return String(
        localized: "You are in the group \(group); the socket should belong to it: "
          + "`ls -l \(path ?? SocketPath.service)`.")
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
