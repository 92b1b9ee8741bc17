import ArgumentParser
import ControlWire
import RideText
import Rides

extension ClosedRange where Bound: LimitBound {
  /// The limits in a sentence, in the reader's language: `60 to 230`.
  var span: String { String(localized: "\(lowerBound.limitText) to \(upperBound.limitText)") }

  /// Rejects a value outside the limits.
  ///
  /// - Parameters:
  ///   - option: The option's name, as the first words of the error.
  ///   - value: The typed value.
  ///   - unit: The unit of the limits; empty without one.
  /// - Throws: A sentence with the limits and the value.
  func check(_ option: String, _ value: Bound, _ unit: String = "") throws {
    guard !contains(value) else { return }
    let range = unit.isEmpty ? span : "\(span) \(unit)"
    throw ValidationError(String(localized: "\(option) takes \(range), not \(value.limitText)."))
  }
}
