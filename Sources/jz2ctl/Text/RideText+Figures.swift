extension RideText {
  /// A power: `149 W`.
  static func watts(_ value: Double?) -> String? {
    value.map { "\(Figure.text($0, decimals: 0)) W" }
  }

  /// A heart rate: `132 bpm`.
  static func heartRate(_ value: Double?) -> String? {
    value.map { "\(Figure.text($0, decimals: 0)) bpm" }
  }

  /// A cadence: `88 rpm`.
  static func cadence(_ value: Double?) -> String? {
    value.map { "\(Figure.text($0, decimals: 0)) rpm" }
  }

  /// A distance: `31.40 km`.
  static func distance(metres value: Double?) -> String? {
    value.map { "\(Figure.text($0 / 1000, decimals: 2)) km" }
  }

  /// Work: `538 kJ`.
  static func work(kilojoules value: Double) -> String {
    "\(Figure.text(value, decimals: 0)) kJ"
  }
}
