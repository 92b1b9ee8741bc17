package import Rides

// Messages about services that rides are sent to.

extension ControlError {
  var syncExplanation: Explanation {
    switch code {
    case .unknownService:
      Explanation(
        subject == nil ? "There is no service of that name." : "There is no service \(subject ?? "").",
        remedy: "The services are \(SyncService.allCases.map(\.rawValue).joined(separator: ", ")).")
    case .notConnected:
      Explanation(
        "\(service?.title ?? String(localized: "The service")) is not connected.",
        remedy: "\(service?.connecting ?? String(localized: "See the services: `jz2ctl services`."))")
    case .noTrainerDaemon:
      Explanation(
        "The program jz2sync cannot reach jz2d at \(subject ?? String(localized: "its socket"))\(bracket(detail)).",
        remedy: "Check it: `systemctl status jz2d`. Rides are sent when it runs again.")
    case .connectRefused: (syncFault ?? SyncFault(.refused, detail: detail)).explanation(of: service)
    default:
      syncFault?.explanation(of: nil)
        ?? Explanation(
          "The ride\(bracket(subject)) cannot be sent\(bracket(detail)).",
          remedy: "See its uploads: `jz2ctl show RIDE`.")
    }
  }

  private var service: SyncService? { subject.flatMap(SyncService.init(rawValue:)) }
}

extension SyncService {
  /// The display name, within a sentence.
  var titleWithin: String {
    switch self {
    case .intervals, .strava: title
    case .hub: String(localized: "your server")
    case .folder: String(localized: "the folder")
    case .hook: String(localized: "the command")
    }
  }

  /// The message in the rider's browser after the consent.
  package var connectedExplanation: Explanation {
    Explanation("\(title) is connected.", remedy: "You can close this page.")
  }

  /// The instruction to connect it.
  var connecting: String {
    switch self {
    case .intervals:
      String(localized: "Connect it with the API key from its settings: `jz2ctl connect intervals`.")
    case .strava:
      String(localized: "Connect it with your app's Client ID: `jz2ctl connect strava --client-id N`.")
    case .hub: String(localized: "Connect it: `jz2ctl connect hub --url URL --code`.")
    case .folder, .hook: String(localized: "Set it up in /etc/jz2/sync.conf, as administrator.")
    }
  }
}

extension SyncFault {
  /// Returns the failure's explanation for users, for a service if it belongs to one.
  package func explanation(of service: SyncService?) -> Explanation {
    let name = service?.title ?? String(localized: "The service")
    let nameWithin = service?.titleWithin ?? String(localized: "the service")
    switch code {
    case .offline, .timedOut, .certificate, .serverFailed, .rateLimited, .badAnswer, .redirected:
      return passingExplanation(name, nameWithin)
    case .unauthorized, .connectionUnused, .missingScope, .inactive, .tooManyAthletes, .consentDenied,
      .consentOutdated, .consentMissing:
      return accountExplanation(name, nameWithin, service)
    case .refused, .tooLarge, .deletedThere, .empty, .startUnconfirmed, .unfinished, .deleted, .conflict:
      return rideExplanation(name, nameWithin)
    case .notWritable, .commandFailed, .commandTimedOut, .notInstalled, .badOption:
      return computerExplanation(name)
    }
  }

  private func passingExplanation(_ name: String, _ nameWithin: String) -> Explanation {
    switch code {
    case .offline:
      Explanation(
        "\(name) cannot be reached\(bracket(detail)).",
        remedy: "Nothing is lost. jz2sync retries when the network is back; to retry now: `jz2ctl sync now`.")
    case .timedOut:
      Explanation("\(name) did not answer in time.", remedy: "Nothing is lost. jz2sync retries automatically.")
    case .certificate:
      Explanation(
        "The certificate of \(nameWithin) is not trusted\(bracket(detail)).",
        remedy: "Check this computer's clock (`timedatectl`) and the address. For your own certificate authority, use "
          + "`--ca-file FILE`.")
    case .rateLimited:
      Explanation("\(name) received too many requests.", remedy: "Nothing is lost. jz2sync retries after a pause.")
    case .redirected:
      Explanation(
        "\(name) redirects to another address\(bracket(detail)), which your key is not sent to.",
        remedy: "If that address is right, connect again with it: `--url URL`.")
    case .badAnswer:
      Explanation(
        "\(name) sent an unexpected response\(bracket(detail)).",
        remedy: "Check the address (`--url`). jz2sync retries automatically.")
    default:
      Explanation(
        "\(name) reported an internal error\(bracket(detail)).",
        remedy: "Nothing is lost. jz2sync retries automatically.")
    }
  }

  private func accountExplanation(_ name: String, _ nameWithin: String, _ service: SyncService?) -> Explanation {
    let again =
      service.map { String(localized: "Connect it again: `jz2ctl connect \($0.rawValue) …`.") }
      ?? String(localized: "Connect it again.")
    return switch code {
    case .connectionUnused:
      Explanation("\(name) ended the connection because it was not used for a long time.", remedy: "\(again)")
    case .missingScope:
      Explanation(
        "\(name) did not grant a permission that jz2 needs\(bracket(detail)).",
        remedy: "Connect it again, and leave all boxes ticked in the browser.")
    case .inactive:
      Explanation(
        "Strava does not accept your app: its owner needs a Strava subscription.",
        remedy: "Nothing is lost. Subscribe, enable the app at https://www.strava.com/settings/api, then run "
          + "`jz2ctl sync now`.")
    case .tooManyAthletes:
      Explanation(
        "The app at \(nameWithin) has reached its limit of athletes.",
        remedy: "Use an app of your own, or raise the limit in its settings at \(nameWithin).")
    case .consentDenied: Explanation("You refused access in the browser.", remedy: "\(again)")
    case .consentOutdated:
      Explanation(
        "The browser's answer came too late, or belongs to an older link.",
        remedy: "Start again, and open the new link.")
    case .consentMissing:
      Explanation(
        "You have not agreed at \(name) yet.",
        remedy: "Open the link that `jz2ctl connect strava` prints, then run `jz2ctl connect strava --code`.")
    default:
      Explanation("\(name) no longer accepts the key or token\(bracket(detail)).", remedy: "\(again)")
    }
  }

  private func rideExplanation(_ name: String, _ nameWithin: String) -> Explanation {
    switch code {
    case .tooLarge:
      Explanation(
        "The ride is too large for \(nameWithin).",
        remedy: "Trim it, then send it again: `jz2ctl sync again RIDE --service S`.")
    case .deletedThere:
      Explanation(
        "The activity no longer exists at \(nameWithin).",
        remedy: "Send it again: `jz2ctl sync again RIDE --service S`.")
    case .empty:
      Explanation("The ride has no recorded data, so there is nothing to send.", remedy: "Nothing needs to be done.")
    case .startUnconfirmed:
      Explanation(
        "The ride is not sent yet: its start time is uncertain until the system clock is set.",
        remedy: "Connect this computer to a network; `timedatectl` shows whether the clock is set.")
    case .unfinished: Explanation("The ride is not finished.", remedy: "It is sent when it is over.")
    case .deleted: Explanation("The ride is deleted.", remedy: "Restore it first: `jz2ctl undo RIDE`.")
    case .conflict:
      Explanation(
        "\(name) has a different version of this ride, and keeps it.",
        remedy: "Your recording is unchanged. Compare the two: `jz2ctl show RIDE`.")
    default:
      Explanation(
        "\(name) refused\(detail.map { ": \($0.withoutFullStop)" } ?? "").",
        remedy: "The ride is kept here. Send it again: `jz2ctl sync again RIDE --service S`; or export it: "
          + "`jz2ctl export RIDE --format fit`.")
    }
  }

  private func computerExplanation(_ name: String) -> Explanation {
    switch code {
    case .notWritable:
      Explanation(
        "A file cannot be written\(bracket(detail)).",
        remedy: "Give the user jz2-sync write access there. A folder below /home also needs `ProtectHome=no` in a "
          + "drop-in of jz2-sync.service.")
    case .commandFailed:
      Explanation(
        "The command for finished rides failed\(bracket(detail)).",
        remedy: "See its output: `journalctl -u jz2-sync`. Then run it again: `jz2ctl sync again RIDE --service hook`.")
    case .commandTimedOut:
      Explanation(
        "The command for finished rides took longer than a minute.",
        remedy: "Let it pass slow work to another program. Then run it again: `jz2ctl sync again RIDE --service hook`.")
    case .notInstalled:
      Explanation(
        "\(detail ?? String(localized: "A library")) is not installed.",
        remedy: "Install it: `sudo apt install libcurl4`.")
    default:
      Explanation(
        "\(detail ?? String(localized: "An option")) is missing or invalid.",
        remedy: "See `jz2ctl help connect`.")
    }
  }
}

extension SyncFault {
  /// Whether it is a failure of the network or the server that ends without the rider.
  package var isPassing: Bool {
    [.offline, .timedOut, .certificate, .serverFailed, .rateLimited, .badAnswer, .redirected].contains(code)
  }

  /// The remedy if a connection failed for this reason; jz2sync does not retry it.
  package var connectingRemedy: String {
    let kept = String(localized: "Not connected, and the key was not kept.")
    switch code {
    case .offline, .timedOut, .serverFailed, .rateLimited:
      return kept + " " + String(localized: "Type it again when the network is back.")
    case .badAnswer: return kept + " " + String(localized: "Check the address: `--url URL`.")
    default: return kept + " " + explanation(of: nil).remedy
    }
  }
}

extension String {
  /// The text without the full stop that a service may have set at its end.
  fileprivate var withoutFullStop: Substring { hasSuffix(".") ? dropLast() : self[...] }
}

// MARK: - Failures that jz2sync has reported

extension Upload {
  /// The fault in the reader's language; the daemon's text if the fault is unknown here.
  package var explanation: Explanation? { SyncFault.explanation(of: fault, syncService, else: message, nil) }
}

extension SyncFault {
  /// Returns the failure that jz2sync reports, in the reader's language; in jz2sync's English if its code is unknown
  /// here.
  static func explanation(
    of fault: SyncFault?, _ service: SyncService?, else message: String?, _ remedy: String?
  ) -> Explanation? {
    if let fault, let service, Code(rawValue: fault.$code) != nil { return fault.explanation(of: service) }
    guard let message else { return nil }
    let known = remedy ?? ""
    return Explanation(localized: message, remedy: known)
  }
}
