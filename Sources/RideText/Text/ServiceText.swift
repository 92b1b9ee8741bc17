package import ControlWire
import Rides

/// Texts about services for finished rides.
package enum ServiceText {
  /// The answer to `services`: a table, and the problems below it.
  package static func list(_ services: [ServiceStatus], page: Page, time: LocalTime) -> String {
    let columns: [Table.Column] = [
      .init(String(localized: "Service")), .init(String(localized: "State"), cutTo: 10),
      .init(String(localized: "Account"), cutTo: 8, drop: 1),
      .init(String(localized: "Waiting"), .right, drop: 2), .init(String(localized: "Last success"), drop: 3),
    ]
    let rows = services.map { service in
      [
        service.$service.printable, state(service), service.account?.printable ?? "-",
        service.state == .disconnected && service.queued == 0 ? "-" : service.queued.rides,
        service.lastSuccess.map(time.text) ?? "-",
      ]
    }
    let problems = services.flatMap { problem($0, time) + refusal($0) }
    let isNoneConnected = services.allSatisfy { $0.state == .disconnected }
    let hint = isNoneConnected ? [String(localized: "No service is connected. See `jz2ctl help connect`.")] : []
    let table = services.isEmpty ? [] : Table(columns: columns, rows: rows).lines(on: page)
    return (table + problems + hint).joined(separator: "\n")
  }

  private static func problem(_ service: ServiceStatus, _ time: LocalTime) -> [String] {
    guard let explanation = service.explanation else { return [] }
    let pause = service.pausedUntil.map { String(localized: "Paused until \(time.text($0)).") }
    let below = [pause, explanation.remedy].compactMap { $0?.printable }.filter { !$0.isEmpty }
    return ["\(name(service)): \(explanation.message.printable)"] + below.map { "  \($0)" }
  }

  private static func refusal(_ service: ServiceStatus) -> [String] {
    guard let refused = service.refused else { return [] }
    let explanation = refused.fault?.explanation(of: SyncService(rawValue: service.$service))
    let below = [explanation?.message, explanation?.remedy].compactMap { $0?.printable }.filter { !$0.isEmpty }
    return [
      String(localized: "\(name(service)): refused \(refused.count.rides), most recently ride \(refused.ride).")
    ] + below.map { "  \($0)" }
  }

  /// The answer to `connect`: a confirmation, or the rider's next steps.
  ///
  /// - Parameters:
  ///   - answer: The reply of jz2sync.
  ///   - host: The name of this computer.
  /// - Returns: Several lines.
  package static func connected(_ answer: ConnectedService, host: String) -> String {
    guard let consent = answer.consent else { return nowConnected(answer.service) }
    let callback = consent.callback.printable
    var lines = [
      String(localized: "Open this link in a browser, on any device, and agree:"), "",
      "  \(consent.address.printable)", "",
      String(localized: "The browser then opens \(callback), an address of this computer."),
      String(
        localized: "On another device that page does not load: copy its address from the browser, and paste it here:"),
      "  jz2ctl connect \(answer.service.$service.printable) --code",
    ]
    if let port = port(of: consent.callback) {
      lines += [
        String(localized: "Or, before you agree, run this on the other computer:"),
        "  ssh -L \(port):127.0.0.1:\(port) \(host.printable)",
      ]
    }
    if answer.service.state == .connected {
      lines.append(String(localized: "Until you agree, \(name(answer.service)) stays connected as before."))
    }
    return lines.joined(separator: "\n")
  }

  /// Printed on a terminal before the wait for the rider's consent.
  package static func waiting(_ consent: Consent) -> String {
    "\n"
      + String(
        localized: "Waiting \(ClockTime(consent.secondsLeft)) for your answer. You can also paste the address here. "
          + "Ctrl-C only ends the wait.")
  }

  /// Printed when the time for the consent is over.
  package static var waitedInVain: String {
    String(localized: "No answer came in time.") + "\n"
      + String(localized: "Run the same command again, and open the new link.")
  }

  /// Reports that a service is connected, or the reason why it is not.
  package static func nowConnected(_ service: ServiceStatus) -> String {
    guard service.state == .connected else {
      let problem = [service.explanation?.message, service.explanation?.remedy].compactMap { $0?.printable }
        .filter { !$0.isEmpty }
      return problem.isEmpty ? "\(name(service)): \(state(service))." : problem.joined(separator: "\n")
    }
    let account = service.account.map { " (\($0.printable))" } ?? ""
    return String(localized: "\(name(service)) is connected\(account).") + "\n"
      + String(localized: "Finished rides are sent there automatically; see `jz2ctl services`.")
  }

  /// The answer to `disconnect`.
  package static func disconnected(_ answer: DisconnectedService) -> String {
    let name = name(answer.service)
    if answer.revoked {
      return String(
        localized: "\(name) is disconnected: it revoked the permission, and its keys are deleted here.")
    }
    let text = String(localized: "\(name) is disconnected, and its keys are deleted here.")
    guard answer.service.service == .strava else { return text }
    return text + "\n"
      + String(
        localized: "Strava did not confirm this. Remove the app yourself: https://www.strava.com/settings/apps.")
  }

  /// Returns the name of a service for people; an unknown service has its name on the wire.
  static func name(_ service: ServiceStatus) -> String {
    SyncService(rawValue: service.$service)?.title ?? service.$service.printable
  }

  private static func state(_ service: ServiceStatus) -> String {
    switch service.state {
    case .disconnected: String(localized: "not connected")
    case .connected: String(localized: "connected")
    case .authRequired: String(localized: "reconnect")
    case .inactive: String(localized: "inactive")
    }
  }

  /// Returns the port of an address such as `http://127.0.0.1:8721/`; nil without a port.
  static func port(of address: String) -> String? {
    guard let start = address.firstRange(of: "://")?.upperBound else { return nil }
    let authority = address[start...].prefix { $0 != "/" }
    guard let colon = authority.lastIndex(of: ":") else { return nil }
    let digits = authority[authority.index(after: colon)...]
    return Int(digits).flatMap { (1...65_535).contains($0) ? "\($0)" : nil }
  }
}

/// Texts about synchronisation.
package enum SyncText {
  /// Returns a line for a current run: a bar, and the number of rides so far.
  package static func progress(_ status: SyncStatus, glyphs: Glyphs) -> String {
    let share = status.progress.map { share in
      "\(glyphs.progressBar(share, width: 20).plain) \(percent(share))  "
    }
    return (share ?? "") + String(localized: "Synchronising: \(status.count.rides)")
  }

  /// Describes the end of a run.
  package static func result(_ status: SyncStatus) -> String {
    switch status.state {
    case .success:
      let open = open(status)
      guard status.count > 0 || !open.isEmpty else {
        return String(localized: "Nothing to send: every ride is up to date.")
      }
      let sent = status.count > 0 ? [String(localized: "Sent \(status.count.rides).")] : []
      return (sent + open).joined(separator: "\n")
    case .error: return leftBehind(status)
    case .idle:
      return status.explanation?.message.printable
        ?? String(localized: "There was nothing to do. See the services: `jz2ctl services`.")
    case .syncing: return String(localized: "The sync continues. See its progress: `jz2ctl sync status`.")
    }
  }

  /// The answer to `sync status`.
  package static func status(_ status: SyncStatus) -> String {
    switch status.state {
    case .idle:
      let message =
        status.explanation?.message.printable
        ?? String(localized: "No sync is running. Start one: `jz2ctl sync`.")
      return ([message] + open(status)).joined(separator: "\n")
    case .syncing:
      let rides = status.count.rides
      return status.progress.map { String(localized: "Synchronising, \(percent($0)): \(rides) so far.") }
        ?? String(localized: "Synchronising: \(rides) so far.")
    case .success:
      let open = open(status)
      guard !open.isEmpty else {
        return String(localized: "The last sync sent \(status.count.rides); nothing is left to send.")
      }
      return ([String(localized: "The last sync sent \(status.count.rides).")] + open).joined(separator: "\n")
    case .error: return leftBehind(status)
    }
  }

  /// The answer to `sync again`.
  package static func again(_ upload: Upload, ride: String) -> String {
    let service = SyncService(rawValue: upload.service)?.title ?? upload.service.printable
    let ride = ride == "last" ? String(localized: "the last ride") : String(localized: "ride \(ride)")
    let text =
      switch upload.state {
      case .queued: String(localized: "\(ride) is waiting to be sent again")
      case .sending: String(localized: "\(ride) is being sent again")
      case .processing: String(localized: "\(ride) was sent again and is being processed")
      case .done: String(localized: "\(ride) was sent")
      case .duplicate: String(localized: "\(ride) was there already")
      case .failed: String(localized: "\(ride) was refused")
      case .stale: String(localized: "\(ride) is out of date there")
      }
    let page = upload.url.map { "\n\($0.printable)" } ?? ""
    return "\(service): \(text)." + (upload.explanation.map { "\n\($0.message.printable)" } ?? "") + page
  }

  /// Returns a line for a current restore: the number of restored rides.
  package static func restoring(_ restoring: RideRestoring) -> String {
    String(localized: "Fetching rides: \(restoring.restored.rides) of \(restoring.seen)")
  }

  /// Describes the end of a restore.
  package static func restored(_ restoring: RideRestoring) -> String {
    let fetched =
      restoring.restored == 0 && restoring.failed == 0
      ? String(localized: "Nothing to fetch: every ride of the server is here already.")
      : String(localized: "Fetched \(restoring.restored.rides) of \(restoring.seen).")
    guard restoring.failed > 0 else { return fetched }
    let reason = restoring.explanation.map { " \($0.message.printable)" } ?? ""
    return fetched + "\n" + String(localized: "Not fetched: \(restoring.failed.rides).") + reason
      + "\n" + String(localized: "Try again: `jz2ctl sync restore`. Rides that are here already are skipped.")
  }

  private static func leftBehind(_ status: SyncStatus) -> String {
    let left =
      status.explanation.map { String(localized: "The last sync is incomplete: \($0.message.printable)") }
      ?? String(localized: "The last sync is incomplete.")
    let sent = status.count > 0 ? " " + String(localized: "Sent \(status.count.rides).") : ""
    let lines = [left + sent] + refused(status)
    return (lines + [String(localized: "See what to do: `jz2ctl services`.")]).joined(separator: "\n")
  }

  /// Lists the rides that are not uploaded although no service fails, in one line per kind.
  private static func open(_ status: SyncStatus) -> [String] {
    let waiting = status.waiting.map {
      [String(localized: "Waiting to be sent: \($0.rides); see `jz2ctl services`.")]
    }
    return (waiting ?? []) + refused(status)
  }

  private static func refused(_ status: SyncStatus) -> [String] {
    status.refused.map { [String(localized: "Refused: \($0.rides); `jz2ctl services` says why.")] } ?? []
  }

  private static func percent(_ share: Double) -> String {
    "\(Figure.text(min(1, max(0, share)) * 100, decimals: 0)) %"
  }
}
