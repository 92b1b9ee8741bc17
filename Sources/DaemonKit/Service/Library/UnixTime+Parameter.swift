import ControlWire
import FoundationEssentials
import RideSession

extension UnixTime {
  /// The time that a parameter gives in RFC 3339.
  ///
  /// - Throws: `invalidParameter`, which names it, for any other text.
  init(parameter name: String, _ text: String) throws(ControlError) {
    let seconds = (try? Date(text, strategy: .iso8601))?.timeIntervalSince1970
    guard let seconds, let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else {
      throw ControlError(.invalidParameter, subject: name)
    }
    self.init(milliseconds: milliseconds)
  }
}
