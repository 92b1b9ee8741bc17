package import ControlWire
import Rides

/// Texts about the uploads of a ride.
package enum UploadText {
  /// Describes an upload in a line: its state, its time and place, its problem, and the next step if the ride was
  /// trimmed or restored since the upload.
  package static func line(_ upload: Upload, ofRide id: Int, time: LocalTime) -> String {
    guard let service = upload.syncService else { return byHand(upload, time: time) }
    let message = message(of: upload, service).map { " (\($0))" } ?? ""
    let when = time.text(upload.at)
    let place = upload.url.map { ", \($0.printable)" } ?? ""
    let text =
      switch upload.state {
      case .queued: String(localized: "queued")
      case .sending: String(localized: "sending since \(when)")
      case .processing: String(localized: "sent \(when), still being processed")
      case .done, .stale: String(localized: "done \(when)\(place)")
      case .duplicate: String(localized: "was there already, \(when)\(place)")
      case .failed: String(localized: "failed \(when)")
      }
    let line = "\(service.title): \(text)\(message)"
    guard upload.isStale else { return line }
    let renewal = renewal(of: upload, service, ofRide: id)
    return String(localized: "\(line); out of date: trimmed or untrimmed since; \(renewal)")
  }

  /// Describes an upload to a service that jz2sync does not support.
  private static func byHand(_ upload: Upload, time: LocalTime) -> String {
    let (place, when) = (upload.service.printable, time.text(upload.at))
    return upload.isStale
      ? String(
        localized: "Uploaded to \(place) on \(when) and changed since: delete it there and upload it again.")
      : String(localized: "Uploaded to \(place) on \(when).")
  }

  /// Explains how the uploaded ride is updated to the present one.
  private static func renewal(of upload: Upload, _ service: SyncService, ofRide id: Int) -> String {
    let again = "`jz2ctl sync again \(id) --service \(service.rawValue)`"
    return switch service.traits.renewal {
    case .automatic: String(localized: "it is updated automatically")
    case .again: String(localized: "run it again with \(again)")
    case .deletion:
      upload.url == nil
        ? String(localized: "delete it there, then \(again)")
        : String(localized: "delete it there (the link), then \(again)")
    }
  }

  /// Returns the problem, without the service's name, with which the line begins.
  private static func message(of upload: Upload, _ service: SyncService) -> String? {
    guard let message = upload.explanation?.message.printable, !message.isEmpty else { return nil }
    // Some languages set a colon after the name: `Strava : pas de connexion`.
    let name = ["\(service.title) : ", "\(service.title): ", "\(service.title) "].first(where: message.hasPrefix)
    let rest = String(message.dropFirst(name?.count ?? 0))
    return rest.hasSuffix(".") ? String(rest.dropLast()) : rest
  }
}
