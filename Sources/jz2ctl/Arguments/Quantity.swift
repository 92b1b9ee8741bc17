import ArgumentParser
import ControlWire
import RideText
import Rides

/// Numbers as riders type them, with or without their unit: `160`, `160W`, `250 W`, `72,5 kg`, `165lbs`, `120 - 140`.
///
/// This is the only parser of such numbers. Times and distances are `TypedTime` and `TypedDistance`.
struct Quantity {
  /// The factor of each spelling of the unit, in lower case.
  private let units: [String: Double]
  /// A valid value, for refusals.
  private let example: String

  static let watts = Quantity(units: ["w": 1, "watt": 1, "watts": 1], example: "250W")
  static let heartRate = Quantity(units: ["bpm": 1, "ppm": 1], example: "140bpm")
  static let cadence = Quantity(units: ["rpm": 1], example: "90rpm")
  static let percent = Quantity(units: ["%": 1], example: "75%")
  /// In kilograms.
  static let weight = Quantity(
    units: ["kg": 1, "kgs": 1, "lb": poundKilograms, "lbs": poundKilograms], example: "75kg")

  /// In kilojoules.
  static let work = Quantity(units: ["kj": 1, "j": 0.001], example: "20kJ")

  private static let poundKilograms = Figure.kilograms(ofPounds: 1)

  /// Every spelling of a unit, for words that a blank separates from their number.
  static let spellings = [watts, heartRate, cadence, percent, weight, work].reduce(into: Set<String>()) {
    $0.formUnion($1.units.keys)
  }

  /// Parses one number; nil for any other text.
  func number(_ text: String) -> Double? {
    guard let numbers = numbers(text), numbers.to == nil else { return nil }
    return numbers.from
  }

  /// Parses a whole number.
  ///
  /// - Throws: `ValidationError` with a valid value.
  func whole(_ text: String) throws -> Int {
    let sign = text.hasPrefix("-") ? -1 : 1
    guard let number = number(sign < 0 ? String(text.dropFirst()) : text), let whole = Int(exactly: number) else {
      throw ValidationError(String(localized: "Write a whole number, for example `\(example)`."))
    }
    return sign * whole
  }

  /// Parses a number with an optional sign, possibly with a fraction.
  ///
  /// - Throws: `ValidationError` with a valid value.
  func decimal(_ text: String) throws -> Double {
    let sign = text.hasPrefix("-") ? -1.0 : 1.0
    guard let number = number(sign < 0 ? String(text.dropFirst()) : text) else {
      throw ValidationError(String(localized: "Write a number, for example `\(example)`."))
    }
    return sign * number
  }

  /// Parses one number, or two joined by a hyphen or a dash; a unit after the second one counts for both.
  func numbers(_ text: String) -> (from: Double, to: Double?)? {
    let compact = text.lowercased().filter { !$0.isWhitespace }.map { Self.plain[$0] ?? $0 }
    let words = compact.split(separator: "-", omittingEmptySubsequences: false)
    let parts = words.compactMap(Self.part)
    guard (1...2).contains(words.count), parts.count == words.count, let last = parts.last else { return nil }
    let values = parts.compactMap { part -> Double? in
      let unit = part.unit.isEmpty ? last.unit : part.unit
      guard let factor = unit.isEmpty ? 1 : units[unit] else { return nil }
      return part.value * factor
    }
    guard values.count == parts.count else { return nil }
    return (values[0], values.count == 2 ? values[1] : nil)
  }

  private static let plain: [Character: Character] = ["–": "-", "—": "-", "−": "-", ",": "."]

  private static func part(_ word: ArraySlice<Character>) -> (value: Double, unit: String)? {
    let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits.count <= 12, let value = Double(String(digits)), value.isFinite else { return nil }
    return (value, String(word.dropFirst(digits.count)))
  }
}

/// A change of the target power as it is typed: `150` sets it, `+5` and `-5` change it, in watts; `free` removes it.
enum WattsArgument: Equatable {
  case absolute(Int)
  case change(Int)
  case free

  /// Parses the typed text.
  ///
  /// - Returns: Nil if the text is neither `free` nor such a number, and for a value outside `Limits`.
  init?(_ text: String) {
    if text.lowercased() == "free" {
      self = .free
      return
    }
    guard let (watts, isChange) = SignedText.whole(text, .watts), Limits.wattsChange.contains(watts) else { return nil }
    guard isChange || watts > 0 else { return nil }
    self = isChange ? .change(watts) : .absolute(watts)
  }
}

/// A bias of all targets as it is typed: `5` and `0` set it, `+5` and `-5` change it; in percent.
enum BiasArgument: Equatable {
  case absolute(Int)
  case change(Int)

  /// Parses the typed text.
  ///
  /// - Returns: Nil if the text is not such a number, and for a value outside `Limits`.
  init?(_ text: String) {
    guard let (percent, isChange) = SignedText.whole(text, .percent) else { return nil }
    guard (isChange ? Limits.biasChange : 0...Limits.biasPercent.upperBound).contains(percent) else { return nil }
    self = isChange ? .change(percent) : .absolute(percent)
  }
}

/// Whole numbers with an optional sign.
private enum SignedText {
  /// Returns the number, and whether it has a sign.
  static func whole(_ text: String, _ quantity: Quantity) -> (value: Int, isSigned: Bool)? {
    let sign = text.first == "+" || text.first == "-" ? text.first : nil
    guard let number = quantity.number(sign == nil ? text : String(text.dropFirst())).flatMap(Int.init(exactly:)) else {
      return nil
    }
    return (sign == "-" ? -number : number, sign != nil)
  }
}

/// A power as it is typed: `150`, or a ramp, `100-200`; in watts.
struct WattsSpanArgument: ExpressibleByArgument, Equatable {
  /// The power at the start, in watts.
  let from: Int
  /// The power at the end of a ramp, in watts; nil for a steady power.
  let to: Int?

  init?(argument: String) {
    guard let numbers = Quantity.watts.numbers(argument), let from = Self.watts(numbers.from) else { return nil }
    self.from = from
    to = numbers.to.flatMap(Self.watts)
    guard (to == nil) == (numbers.to == nil) else { return nil }
  }

  private static func watts(_ value: Double) -> Int? {
    Int(exactly: value).flatMap { Limits.watts.contains($0) ? $0 : nil }
  }
}

/// A percentage of the functional threshold power as it is typed: `75`, or a ramp, `50-75`.
struct PercentSpanArgument: ExpressibleByArgument, Equatable {
  /// The power at the start, in percent.
  let from: Double
  /// The power at the end of a ramp, in percent; nil for a steady power.
  let to: Double?

  init?(argument: String) {
    guard let numbers = Quantity.percent.numbers(argument) else { return nil }
    guard [numbers.from, numbers.to].compactMap(\.self).allSatisfy(Limits.thresholdPercent.contains) else { return nil }
    (from, to) = numbers
  }
}

/// A cadence as it is typed: `90`, or a range, `85-95`.
struct CadenceSpanArgument: ExpressibleByArgument, Equatable {
  /// The cadences, in revolutions per minute.
  let range: ClosedRange<Int>

  init?(argument: String) {
    guard let numbers = Quantity.cadence.numbers(argument), let from = Int(exactly: numbers.from),
      let to = Int(exactly: numbers.to ?? numbers.from), from <= to, Limits.cadenceRpm.contains(from),
      Limits.cadenceRpm.contains(to)
    else { return nil }
    range = from...to
  }
}

/// A range of heart rates as it is typed: `120-140`; in beats per minute.
struct HeartRateRangeArgument: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    guard let numbers = Quantity.heartRate.numbers(argument), let from = Int(exactly: numbers.from),
      let to = numbers.to.flatMap(Int.init(exactly:)), from < to, Limits.heartRate.contains(from),
      Limits.heartRate.contains(to)
    else { return nil }
    range = from...to
  }
}

/// A weight as it is typed: `75`, `75kg`, `165lb`.
struct WeightArgument: ExpressibleByArgument, Equatable {
  let kilograms: Double

  init?(argument: String) {
    guard let value = Quantity.weight.number(argument) else { return nil }
    kilograms = value
  }
}

/// The speed of a fan as it is typed: the mode that controls it, `off`, or a percentage, `40` or `40%`.
struct FanArgument: ExpressibleByArgument, Equatable {
  let mode: FanMode
  /// In percent of the maximum speed; nil if the fan has no fixed speed.
  let percent: Int?

  init?(argument: String) {
    if let percent = Quantity.percent.number(argument).flatMap(Int.init(exactly:)), Limits.fanPercent.contains(percent)
    {
      (mode, self.percent) = (.percent, percent)
    } else if let mode = FanMode(rawValue: argument.lowercased()), mode != .percent {
      (self.mode, percent) = (mode, nil)
    } else {
      return nil
    }
  }
}
