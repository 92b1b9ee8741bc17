package import ControlWire

/// The ways of a ride to services as people read them.
package enum UploadText {
  /// One way in a line: how far the ride is, when and where, what is wrong, and what to do if it was cut or restored
  /// since.
  package static func line(_ upload: Upload, ofRide id: Int, time: LocalTime) -> String {
    guard let service = upload.syncService else { return byHand(upload, time: time) }
    let message = message(of: upload, service).map { " (\($0))" } ?? ""
    let when = time.text(upload.at)
    let place = upload.url.map { ", \($0.printable)" } ?? ""
    let text =
      switch upload.state {
      case .queued: "waits"
      case .sending: "on its way since \(when)"
      case .processing: "sent \(when), not taken in yet"
      case .done, .stale: "done \(when)\(place)"
      case .duplicate: "was there already, \(when)\(place)"
      case .failed: "failed \(when)"
      }
    let line = "\(service.title): \(text)\(message)"
    guard upload.isStale else { return line }
    return "\(line); stale: trimmed or made whole since; \(renewal(of: upload, service, ofRide: id))"
  }

  /// What jz2sync does not serve.
  private static func byHand(_ upload: Upload, time: LocalTime) -> String {
    let text = "Uploaded to \(upload.service.printable) on \(time.text(upload.at))"
    return upload.isStale ? "\(text), and changed since: delete it there and upload it again." : "\(text)."
  }

  /// How what is there becomes the ride as it is now.
  private static func renewal(of upload: Upload, _ service: SyncService, ofRide id: Int) -> String {
    let again = "`jz2ctl sync again \(id) --service \(service.rawValue)`"
    return switch service {
    case .hub, .folder: "it is renewed by itself"
    case .hook: "run it again with \(again)"
    case .intervals, .strava: "delete it there\(upload.url == nil ? "" : " (the link)"), then \(again)"
    }
  }

  /// What is wrong, without the name that the line begins with.
  private static func message(of upload: Upload, _ service: SyncService) -> String? {
    guard let message = upload.message?.printable, !message.isEmpty else { return nil }
    let name = service.title + " "
    let rest = message.hasPrefix(name) ? String(message.dropFirst(name.count)) : message
    return rest.hasSuffix(".") ? String(rest.dropLast()) : rest
  }
}
