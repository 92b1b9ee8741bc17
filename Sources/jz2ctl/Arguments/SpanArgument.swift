import ArgumentParser

/// Watts as they are typed: `150`, or `100-200` from one to the other; 1…3000 W.
struct WattsSpanArgument: ExpressibleByArgument, Equatable {
  /// The power, or that of the beginning, in watts.
  let from: Int
  /// The power at the end, in watts; nil for a steady one.
  let to: Int?

  init?(argument: String) {
    guard let numbers = SpanText.numbers(argument, unit: "w"), let from = Self.watts(numbers.from) else { return nil }
    self.from = from
    to = numbers.to.flatMap(Self.watts)
    guard (to == nil) == (numbers.to == nil) else { return nil }
  }

  private static func watts(_ value: Double) -> Int? {
    Int(exactly: value).flatMap { (1...3000).contains($0) ? $0 : nil }
  }
}

/// Percents of the functional threshold power as they are typed: `75`, or `50-75` from one to the other; 1…1000 %.
struct PercentSpanArgument: ExpressibleByArgument, Equatable {
  /// The power, or that of the beginning, in percent.
  let from: Double
  /// The power at the end, in percent; nil for a steady one.
  let to: Double?

  init?(argument: String) {
    guard let numbers = SpanText.numbers(argument, unit: "%") else { return nil }
    guard [numbers.from, numbers.to].compactMap(\.self).allSatisfy((1...1000).contains) else { return nil }
    (from, to) = numbers
  }
}

/// Cadences as they are typed: `90`, or `85-95` for any between; 1…250 rpm.
struct CadenceSpanArgument: ExpressibleByArgument, Equatable {
  /// In revolutions a minute.
  let range: ClosedRange<Int>

  init?(argument: String) {
    guard let numbers = SpanText.numbers(argument, unit: "rpm"), let from = Int(exactly: numbers.from),
      let to = Int(exactly: numbers.to ?? numbers.from), from <= to, (1...250).contains(from), to <= 250
    else { return nil }
    range = from...to
  }
}

/// One number, or two with a hyphen between them.
enum SpanText {
  /// Reads the numbers, and the unit after them where it is said.
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
