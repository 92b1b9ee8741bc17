import ControlWire

/// DFA alpha-1 as people read it.
enum Alpha1Text {
  /// The value: `0.82`; nil where there is none.
  static func value(_ alpha1: Alpha1Status) -> String? {
    alpha1.value.map { Figure.text($0, decimals: 2) }
  }

  /// How far it may be trusted: `good`, `low confidence`, or why there is none.
  static func confidence(_ alpha1: Alpha1Status) -> String {
    switch alpha1.confidence {
    case .good: "good"
    case .low: "low confidence"
    // Up to 5 % a value would be given, so it is the beats that are too few yet.
    case .none: alpha1.artefactPercent > 5 ? "too many artefacts" : "waiting"
    }
  }

  /// Mean and least of a ride's seconds: `0.82 on average, 0.71 at least`; nil where none has a value.
  static func summary(_ samples: [SampleRow]) -> String? {
    let values = samples.compactMap(\.alpha1)
    guard let least = values.min() else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    return "\(Figure.text(mean, decimals: 2)) on average, \(Figure.text(least, decimals: 2)) at least"
  }
}
