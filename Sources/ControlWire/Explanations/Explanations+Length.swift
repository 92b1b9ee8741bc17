package import Rides

// Messages about times and distances that were typed.

/// The error for an option without a valid time or distance: the reason, and the valid forms.
package struct LengthRefusal: Error, Hashable, CustomStringConvertible {
  package let description: String

  fileprivate init(_ fault: TypedLengthFault, _ form: String, _ example: String) {
    let reason =
      switch fault {
      case .noTime: "that is not a time."
      case .noDistance: "that is not a distance."
      case .distance: "that is a distance."
      case .meters(let minutes): "m is metres; write \(minutes)."
      case .unitMissing: "it has no unit."
      }
    description = "\(reason) \(form), for example `\(example)`."
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
    try read(Self.time) { () throws(TypedLengthFault) in try TypedTime.seconds(text, bare: bare) }
  }

  package func minutes(_ text: String) throws(LengthRefusal) -> Double { try seconds(text) / 60 }

  package func wholeSeconds(_ text: String) throws(LengthRefusal) -> Int {
    try read(Self.time) { () throws(TypedLengthFault) in try TypedTime.wholeSeconds(text, bare: bare) }
  }

  /// Reads a part of a night, in minutes; refuses `1:30`, which is minutes and seconds for a ride, but hours and
  /// minutes for a night.
  package func minutesOfNight(_ text: String) throws(LengthRefusal) -> Double {
    try read("Write a part of a night as 25min, 1h or 1h30") { () throws(TypedLengthFault) in
      guard !text.contains(":") else { throw .noTime }
      return try TypedTime.seconds(text) / 60
    }
  }

  package func meters(_ text: String) throws(LengthRefusal) -> Double {
    try read("Write a distance as \(TypedDistance.forms)") { () throws(TypedLengthFault) in
      try TypedDistance.meters(text)
    }
  }

  package func lengthening(_ text: String) throws(LengthRefusal) -> IntervalExtension {
    try read("Write \(IntervalExtension.forms)") { () throws(TypedLengthFault) in try IntervalExtension(typed: text) }
  }

  private static let time = "Write a time as \(TypedTime.forms)"

  private func read<Value>(
    _ form: String, _ body: () throws(TypedLengthFault) -> Value
  ) throws(LengthRefusal) -> Value {
    do throws(TypedLengthFault) { return try body() } catch { throw LengthRefusal(error, form, example) }
  }
}
