import Rides

// Messages about the findings of `doctor`.

/// The findings of the daemon's checks; the raw values are the codes in `Check.code`.
package enum CheckFinding: String, Hashable, Sendable, CaseIterable {
  /// The radio works; subject is its kind, detail the adapter.
  case radioWorks
  /// Other adapters are on, too; detail has their names.
  case otherAdapters
  /// Links get the parameters that keep them through a fade.
  case linksLast
  /// The parameters of a link could not be set; detail is the system's message.
  case parametersFailed
  /// The daemon has no permission to set them.
  case parametersNotAllowed
  /// The library is open; subject is its directory, count the number of its rides.
  case libraryOpen
  /// The same, and detail is the library that it replaced.
  case libraryReplaced
  /// The library cannot be read or written, because of the check's problem.
  case libraryFailing
  /// The disk of the directory in subject has little room; count is in megabytes.
  case littleRoom
  /// The clock is synchronised; detail is the time.
  case clockSynchronised
  /// The clock is not synchronised yet; count is the number of deleted rides that wait for it.
  case clockUnsynchronised
  /// Devices are chosen; detail has their names.
  case devicesChosen
  /// No trainer is chosen.
  case noDeviceChosen
  /// The radio traffic of rides is recorded.
  case trafficKept
  /// It is not recorded; detail is the reason.
  case trafficMissing
  /// It is not recorded because the daemon lacks the permission; detail is the reason.
  case trafficNotAllowed
  /// The traffic of the last ride could not be written, because of the check's problem.
  case trafficLost
  /// Services refused rides; count is their number.
  case ridesRefused
}

extension Check {
  /// A check with the message and the remedy of a finding.
  package init(
    name: String, outcome: Outcome, _ finding: CheckFinding, subject: String? = nil, detail: String? = nil,
    count: Int? = nil
  ) {
    self.init(name: name, outcome: outcome, message: "")
    code = finding.rawValue
    (self.subject, self.detail, self.count) = (subject, detail, count)
    (message, remedy) = explanation
  }

  /// A check that found a problem, or had another finding because of it.
  package init(name: String, outcome: Outcome, _ problem: Problem, as finding: CheckFinding? = nil) {
    self.init(name: name, outcome: outcome, message: "")
    (code, self.problem) = (finding?.rawValue, problem)
    (message, remedy) = explanation
  }

  /// A check that was refused.
  package init(name: String, outcome: Outcome, _ refusal: ControlError) {
    if let obstacle = refusal.reason as? StoreObstacle {
      self.init(name: name, outcome: outcome, Problem(.storeFailing, obstacle: obstacle), as: .libraryFailing)
    } else {
      let explanation = refusal.explanation
      self.init(name: name, outcome: outcome, message: explanation.message, remedy: explanation.remedy)
    }
  }

  /// The finding and its remedy in the reader's language; the received texts if the code is unknown here.
  package var explanation: (message: String, remedy: String?) {
    let found = problem?.explanation
    switch (code, code.flatMap(CheckFinding.init)) {
    case (nil, _): return found.map { ($0.message, $0.remedy) } ?? (message, remedy)
    case (_, .libraryFailing?):
      let refused = problem?.obstacle?.ofRefusal
      return refused.map { ($0.message, $0.remedy) } ?? (message, remedy)
    case (_, let finding?):
      return (finding.message(subject, detail, count ?? 0), finding.remedy(subject, detail) ?? found?.remedy)
    case (_, nil): return (message, remedy)
    }
  }

  /// The subject of the check, in a word or two in the reader's language.
  package var title: String {
    switch name {
    case "adapter": String(localized: "adapter")
    case "radio": String(localized: "radio")
    case "other adapters": String(localized: "other adapters")
    case "connection parameters": String(localized: "connection parameters")
    case "state directory": String(localized: "state directory")
    case "clock": String(localized: "clock")
    case "devices": String(localized: "devices")
    case "black box": String(localized: "black box")
    case "service": String(localized: "service")
    case "bus": String(localized: "bus")
    case "socket": String(localized: "socket")
    case "services": String(localized: "services")
    default: problem.map { String(localized: "ride: \($0.code)") } ?? name
    }
  }
}

extension CheckFinding {
  fileprivate func message(_ subject: String?, _ detail: String?, _ count: Int) -> String {
    let subject = subject ?? ""
    return switch self {
    case .radioWorks:
      detail.map { String(localized: "The radio works (\(subject), adapter \($0)).") }
        ?? String(localized: "The radio works (\(subject)).")
    case .otherAdapters:
      String(localized: "The daemon does not use these other Bluetooth adapters: \(detail ?? "").")
    case .linksLast: String(localized: "Connections are set up to survive short radio dropouts.")
    case .parametersFailed:
      String(
        localized: "The parameters of the last connection could not be set "
          + "(\(detail ?? String(localized: "no reason was given"))).")
    case .parametersNotAllowed:
      String(
        localized: "jz2d is not allowed to set connection parameters, so half a second of interference ends a "
          + "connection.")
    case .libraryOpen: Self.holding(subject, count) + "."
    case .libraryReplaced:
      String(
        localized: "\(Self.holding(subject, count)); this library replaced `\(detail ?? "")`.")
    case .libraryFailing: ControlError(.storeFailed).explanation.message
    case .littleRoom: String(localized: "\(subject) has only \(count) MB free.")
    case .clockSynchronised: String(localized: "The clock is synchronised: \(detail ?? "").")
    case .clockUnsynchronised: Self.clock.message + Self.waiting(count)
    case .devicesChosen: String(localized: "Chosen: \(detail ?? "").")
    case .noDeviceChosen:
      String(localized: "No trainer is chosen; if only one is in range, `jz2ctl start` uses it.")
    case .trafficKept: String(localized: "The radio traffic of rides is recorded.")
    case .trafficLost: String(localized: "The radio traffic of the last ride could not be written.")
    case .trafficMissing, .trafficNotAllowed:
      String(localized: "The radio traffic of rides is not recorded (\(detail ?? "")); rides work without it.")
    case .ridesRefused:
      count == 1
        ? String(localized: "A service refused 1 ride.") : String(localized: "Services refused \(count) rides.")
    }
  }

  fileprivate func remedy(_ subject: String?, _ detail: String?) -> String? {
    switch self {
    case .radioWorks, .linksLast, .libraryOpen, .libraryFailing, .clockSynchronised, .devicesChosen, .noDeviceChosen,
      .trafficKept, .trafficMissing, .trafficLost:
      nil
    case .otherAdapters: Self.otherAdapter
    case .parametersFailed:
      String(localized: "Rides work, but half a second of interference may end a connection.") + " "
        + Self.lastingParameters
    case .parametersNotAllowed:
      String(
        localized: "Set `AmbientCapabilities=CAP_NET_RAW` in its unit, or start it as root.")
        + " " + Self.lastingParameters
    case .libraryReplaced:
      String(
        localized: "Put the old library back with `jz2ctl restore \(detail ?? "")`, or delete it with `sudo rm "
          + "\(detail ?? "")`.")
    case .littleRoom:
      String(
        localized: "Make room on the disk (`df -h \(subject ?? "")`); an hour of riding takes about 5 MB.")
    case .clockUnsynchronised:
      Self.clock.remedy + " "
        + String(
          localized: "jz2d recognises systemd-timesyncd; for another time service, set `ProtectClock=no` and "
            + "`SystemCallFilter=@clock` in a drop-in: `sudo systemctl edit jz2d`.")
    case .trafficNotAllowed: MissingRecording.permission
    case .ridesRefused: String(localized: "See why, and what to do: `jz2ctl services`.")
    }
  }

  /// Returns the remedy for a device that another adapter may find.
  static func searchWith(adapters: String) -> String {
    String(localized: "There is another Bluetooth adapter: \(adapters).") + " " + otherAdapter
  }

  private static var otherAdapter: String {
    String(
      localized: "To use another one, set `JZ2D_OPTIONS=\"--adapter ADDRESS\"` in `/etc/default/jz2`, then "
        + "`sudo systemctl restart jz2d`.")
  }

  private static func holding(_ directory: String, _ rides: Int) -> String {
    String(
      counting: rides, one: "\(directory) holds \(rides) ride", other: "\(directory) holds \(rides) rides")
  }

  private static var clock: Explanation { ProblemCode.clockUnsynchronised.explanation() }

  private static func waiting(_ rides: Int) -> String {
    " "
      + String(
        counting: rides, one: "Until it is set, \(rides) deleted ride stays on the disk.",
        other: "Until it is set, \(rides) deleted rides stay on the disk.")
  }

  /// The setting of BlueZ itself, for all links and from their first moment (BlueZ 5.66 and 5.82, `src/main.conf`).
  private static var lastingParameters: String {
    String(
      localized: "To let BlueZ set them instead, add `ConnectionSupervisionTimeout=400` below `[LE]` in "
        + "`/etc/bluetooth/main.conf`, then `sudo systemctl restart bluetooth`.")
  }
}
