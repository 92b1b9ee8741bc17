import ArgumentParser

/// A distance as it is typed: `25`, `25m`, `2.5km`.
struct DistanceArgument: ExpressibleByArgument, Equatable {
  /// In metres, more than none.
  let meters: Double

  init?(argument: String) {
    guard let meters = Self.meters(argument, needsUnit: false) else { return nil }
    self.meters = meters
  }

  /// Reads a distance.
  ///
  /// - Returns: Metres; nil for what is none, for none at all, and for one without a unit where that is needed.
  static func meters(_ text: String, needsUnit: Bool) -> Double? {
    let text = text.lowercased()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let scale: Double
    switch text.dropFirst(digits.count) {
    case "km": scale = 1000
    case "m": scale = 1
    case "" where !needsUnit: scale = 1
    default: return nil
    }
    guard digits.count <= 12, let value = Double(digits), value > 0 else { return nil }
    return value * scale
  }
}
