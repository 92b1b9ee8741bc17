import FoundationEssentials
import Rides

extension Date {
  /// Reads RFC 3339; nil for any other text, and for a day that the calendar does not have.
  ///
  /// Foundation's own parser reads 30 February as 2 March.
  init?(rfc3339 text: String) {
    guard let moment = LocalMoment(text) else { return nil }
    self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
  }
}
