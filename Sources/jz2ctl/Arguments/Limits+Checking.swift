import ArgumentParser
import ControlWire
import RideText
import Rides

extension ClosedRange where Bound: LimitBound {
  /// Refuses a value outside the limits.
  ///
  /// - Parameters:
  ///   - option: The option's name, as the sentence begins.
  ///   - value: The value that was typed.
  /// - Throws: A sentence with the limits and the value.
  func check(_ option: String, _ value: Bound) throws {
    guard contains(value) else { throw ValidationError("\(option) takes \(text), not \(value.limitText).") }
  }
}
