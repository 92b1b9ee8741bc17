import FoundationEssentials
import Rides

extension Date {
  /// Parses RFC 3339.
  ///
  /// Nil for any other text, and for a day that does not exist.
  ///
  /// Foundation's own parser reads 30 February as 2 March.
  init?(rfc3339 text: String) {
    guard let moment = LocalMoment(text) else { return nil }
    self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
  }
}
