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
        "The program jz2sync cannot talk to jz2d at \(subject ?? String(localized: "its socket"))\(bracket(detail)).",
        remedy: "See whether it runs: `systemctl status jz2d`; rides are sent when it is back.")
    case .connectRefused: (syncFault ?? SyncFault(.refused, detail: detail)).explanation(of: service)
    default:
      syncFault?.explanation(of: nil)
        ?? Explanation(
          "The ride\(bracket(subject)) cannot be sent\(bracket(detail)).",
          remedy: "See how it stands: `jz2ctl show RIDE`.")
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
  package var connectedExplanation: Explanation { Explanation("\(title) is connected.", remedy: "You can close this page.") }

  /// The instruction to connect it.
  var connecting: String {
    switch self {
    case .intervals: String(localized: "Connect it with the key of its settings: `jz2ctl connect intervals`.")
    case .strava:
      String(localized: "Connect it with your app's number: `jz2ctl connect strava --client-id N`.")
    case .hub: String(localized: "Connect it: `jz2ctl connect hub --url URL --code`.")
    case .folder, .hook: String(localized: "The administrator names it in /etc/jz2/sync.conf.")
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
        remedy: "Nothing is lost: it is tried again when the network is back, or with `jz2ctl sync now`.")
    case .timedOut:
      Explanation("\(name) did not answer in time.", remedy: "Nothing is lost: it is tried again by itself.")
    case .certificate:
      Explanation(
        "The certificate of \(nameWithin) is not trusted\(bracket(detail)).",
        remedy: "Check this computer's clock (`timedatectl`) and the address; an authority of your own is named with "
          + "`--ca-file FILE`.")
    case .rateLimited:
      Explanation("\(name) asks for a pause.", remedy: "Nothing is lost: it is tried again when the pause is over.")
    case .redirected:
      Explanation(
        "\(name) sends on to another address\(bracket(detail)), which is not followed with your key.",
        remedy: "If that is right, connect it again with that address: `--url URL`.")
    case .badAnswer:
      Explanation(
        "\(name) gave an answer that makes no sense\(bracket(detail)).",
        remedy: "Check the address (`--url`); it is tried again by itself.")
    default:
      Explanation(
        "\(name) has a failure of its own\(bracket(detail)).",
        remedy: "Nothing is lost: it is tried again by itself.")
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
        "\(name) was not given the permission \(detail ?? String(localized: "that is needed")).",
        remedy: "Connect it again, and leave the boxes in the browser ticked.")
    case .inactive:
      Explanation(
        "Strava does not let your app in: it needs a Strava subscription of its owner.",
        remedy: "Nothing is lost. Subscribe, switch the app on at https://www.strava.com/settings/api, then "
          + "`jz2ctl sync now`.")
    case .tooManyAthletes:
      Explanation(
        "Your app at \(nameWithin) has as many athletes as it may have.",
        remedy: "Use an app of your own, or raise the limit in its settings at \(nameWithin).")
    case .consentDenied: Explanation("You said no in the browser.", remedy: "\(again)")
    case .consentOutdated:
      Explanation(
        "The answer of the browser belongs to another question, or came too late.",
        remedy: "Begin again, and open the new link.")
    case .consentMissing:
      Explanation(
        "You have not agreed at \(name) yet.",
        remedy: "Open the link of `jz2ctl connect strava`, then `jz2ctl connect strava --code`.")
    default:
      Explanation("\(name) does not take the key or the token any more\(bracket(detail)).", remedy: "\(again)")
    }
  }

  private func rideExplanation(_ name: String, _ nameWithin: String) -> Explanation {
    switch code {
    case .tooLarge:
      Explanation(
        "The ride is larger than \(nameWithin) takes.",
        remedy: "Trim it, then `jz2ctl sync again RIDE --service S`.")
    case .deletedThere:
      Explanation(
        "\(name) deleted the activity again.", remedy: "Send it once more: `jz2ctl sync again RIDE --service S`.")
    case .empty:
      Explanation("The ride has no rows, so there is nothing to send.", remedy: "Nothing needs to be done.")
    case .startUnconfirmed:
      Explanation(
        "The clock has not confirmed yet when the ride began, so it is not sent.",
        remedy: "Connect this computer to a network; `timedatectl` shows when the clock is set.")
    case .unfinished: Explanation("The ride is not finished.", remedy: "It is sent when it is over.")
    case .deleted: Explanation("The ride is deleted.", remedy: "Restore it first: `jz2ctl undelete RIDE`.")
    case .conflict:
      Explanation(
        "\(name) has other data of this ride, and keeps it.",
        remedy: "Your recording stays as it is; compare the two: `jz2ctl show RIDE`.")
    default:
      Explanation(
        "\(name) refused\(detail.map { ": \($0.withoutFullStop)" } ?? "").",
        remedy: "The ride stays here: `jz2ctl export RIDE --format fit` writes its file; send it once more with "
          + "`jz2ctl sync again RIDE --service S`.")
    }
  }

  private func computerExplanation(_ name: String) -> Explanation {
    switch code {
    case .notWritable:
      Explanation(
        "A file cannot be written\(bracket(detail)).",
        remedy: "Let the user jz2-sync write there; a place below /home needs `ProtectHome=no` in a drop-in of "
          + "jz2-sync.service.")
    case .commandFailed:
      Explanation(
        "The command for finished rides failed\(bracket(detail)).",
        remedy: "See its output: `journalctl -u jz2-sync`; send the ride to it again: `jz2ctl sync again RIDE "
          + "--service hook`.")
    case .commandTimedOut:
      Explanation(
        "The command for finished rides did not end within a minute.",
        remedy: "Let it leave slow work to another program; send the ride to it again: `jz2ctl sync again RIDE "
          + "--service hook`.")
    case .notInstalled:
      Explanation(
        "\(detail ?? String(localized: "A library")) is not installed.",
        remedy: "Install it: `sudo apt install libcurl4`.")
    default:
      Explanation(
        "\(detail ?? String(localized: "An option")) is missing or makes no sense.",
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
