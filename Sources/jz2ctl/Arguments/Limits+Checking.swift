import ArgumentParser
import ControlWire
import RideText
import Rides

extension ClosedRange where Bound: LimitBound {
  /// Rejects a value outside the limits.
  ///
  /// - Parameters:
  ///   - option: The option's name, as the first words of the error.
  ///   - value: The typed value.
  /// - Throws: A sentence with the limits and the value.
  func check(_ option: String, _ value: Bound) throws {
    guard contains(value) else { throw ValidationError("\(option) takes \(text), not \(value.limitText).") }
  }
}
