package import Rides

// Messages about times and distances that were typed.

/// The error for an option without a valid time or distance: the reason, and the valid forms.
package struct LengthRefusal: Error, Hashable, CustomStringConvertible {
  package let description: String

  fileprivate init(_ fault: TypedLengthFault, _ forms: [String], _ example: String) {
    let reason =
      switch fault {
      case .noTime: String(localized: "That is not a time.")
      case .noDistance: String(localized: "That is not a distance.")
      case .distance: String(localized: "That is a distance.")
      case .meters(let minutes): String(localized: "m is metres; write \(minutes).")
      case .unitMissing: String(localized: "It has no unit.")
      case .distanceUnitMissing(let digits): String(localized: "It has no unit: \(digits)km or \(digits)m?")
      }
    let list = String(localized: "\(forms.dropLast().joined(separator: ", ")) or \(forms.last ?? "")")
    description = "\(reason) \(String(localized: "Write \(list), for example `\(example)`."))"
  }
}

/// Reads the times or distances of an option, and refuses invalid ones with the valid forms.
package struct LengthReader: Sendable {
  /// The option with a valid value: `--timer 5:00`.
  private let example: String
  /// The unit of a number without a unit.
  private let bare: TypedTime.Bare

  /// - Parameters:
  ///   - example: The option with a valid value: `--timer 5:00`.
  ///   - bare: The unit of a number without a unit.
  package init(_ example: String, bare: TypedTime.Bare = .nothing) {
    (self.example, self.bare) = (example, bare)
  }

  package func seconds(_ text: String) throws(LengthRefusal) -> Double {
    try read(TypedTime.examples) { () throws(TypedLengthFault) in try TypedTime.seconds(text, bare: bare) }
  }

  package func minutes(_ text: String) throws(LengthRefusal) -> Double { try seconds(text) / 60 }

  package func wholeSeconds(_ text: String) throws(LengthRefusal) -> Int {
    try read(TypedTime.examples) { () throws(TypedLengthFault) in try TypedTime.wholeSeconds(text, bare: bare) }
  }

  /// Reads a part of a night, in minutes; refuses `1:30`, which is minutes and seconds for a ride, but hours and
  /// minutes for a night.
  package func minutesOfNight(_ text: String) throws(LengthRefusal) -> Double {
    try read(["25min", "1h", "1h30"]) { () throws(TypedLengthFault) in
      guard !text.contains(":") else { throw .noTime }
      return try TypedTime.seconds(text) / 60
    }
  }

  package func meters(_ text: String) throws(LengthRefusal) -> Double {
    try read(TypedDistance.examples) { () throws(TypedLengthFault) in
      try TypedDistance.meters(text)
    }
  }

  package func lengthening(_ text: String) throws(LengthRefusal) -> IntervalExtension {
    try read(["2:00", "90s", "500m", "-1:00"]) { () throws(TypedLengthFault) in try IntervalExtension(typed: text) }
  }

  private func read<Value>(
    _ forms: [String], _ body: () throws(TypedLengthFault) -> Value
  ) throws(LengthRefusal) -> Value {
    do throws(TypedLengthFault) { return try body() } catch { throw LengthRefusal(error, forms, example) }
  }
}
