import ArgumentParser
import ControlWire
import Rides

/// A change of the target power as it is typed: `150` sets it, `+5` and `-5` change it, in watts; `free` removes it.
enum WattsArgument: Equatable {
  case absolute(Int)
  case change(Int)
  case free

  /// Parses the typed text.
  ///
  /// - Returns: Nil if the text is neither `free` nor such a number, and for a value outside `Limits`.
  init?(_ text: String) {
    if text == "free" {
      self = .free
      return
    }
    guard let watts = Int(text), Limits.wattsChange.contains(watts) else { return nil }
    if text.hasPrefix("+") || text.hasPrefix("-") {
      self = .change(watts)
    } else {
      guard watts > 0 else { return nil }
      self = .absolute(watts)
    }
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
    let text = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard let percent = Int(text) else { return nil }
    let isChange = text.hasPrefix("+") || text.hasPrefix("-")
    guard (isChange ? Limits.biasChange : 0...Limits.biasPercent.upperBound).contains(percent) else { return nil }
    self = isChange ? .change(percent) : .absolute(percent)
  }
}

/// A power as it is typed: `150`, or a ramp, `100-200`; in watts.
struct WattsSpanArgument: ExpressibleByArgument, Equatable {
  /// The power at the start, in watts.
  let from: Int
  /// The power at the end of a ramp, in watts; nil for a steady power.
  let to: Int?

  init?(argument: String) {
    guard let numbers = SpanText.numbers(argument, unit: "w"), let from = Self.watts(numbers.from) else { return nil }
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
    guard let numbers = SpanText.numbers(argument, unit: "%") else { return nil }
    guard [numbers.from, numbers.to].compactMap(\.self).allSatisfy(Limits.thresholdPercent.contains) else { return nil }
    (from, to) = numbers
  }
}

/// A cadence as it is typed: `90`, or a range, `85-95`.
struct CadenceSpanArgument: ExpressibleByArgument, Equatable {
  /// The cadences, in revolutions per minute.
  let range: ClosedRange<Int>

  init?(argument: String) {
    guard let numbers = SpanText.numbers(argument, unit: "rpm"), let from = Int(exactly: numbers.from),
      let to = Int(exactly: numbers.to ?? numbers.from), from <= to, Limits.cadenceRpm.contains(from),
      Limits.cadenceRpm.contains(to)
    else { return nil }
    range = from...to
  }
}

/// One number, or two numbers joined by a hyphen.
private enum SpanText {
  /// Parses the numbers; the unit after them is optional.
  static func numbers(_ text: String, unit: String) -> (from: Double, to: Double?)? {
    var text = text.lowercased()
    if text.hasSuffix(unit) { text.removeLast(unit.count) }
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = words.compactMap { word in
      word.count <= 12 && word.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } ? Double(word) : nil
    }
    guard (1...2).contains(words.count), numbers.count == words.count, let from = numbers.first else { return nil }
    return (from, numbers.count == 2 ? numbers[1] : nil)
  }
}

/// A range of heart rates as it is typed: `120-140`; in beats per minute.
struct HeartRateRangeArgument: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    let bounds = parts.compactMap { Int($0) }.filter(Limits.heartRate.contains)
    guard parts.count == 2, bounds.count == 2, bounds[0] < bounds[1] else { return nil }
    range = bounds[0]...bounds[1]
  }
}
