/// One measure over a ride's time.
struct Trace: Equatable {
  /// What it is of.
  enum Kind: String {
    case power
    case target
    case heartRate
  }

  /// One place on it.
  struct Point: Equatable {
    /// In seconds of the ride.
    let second: Double
    let value: Double
  }

  /// What it is of.
  let kind: Kind
  /// The second of the first value.
  let start: Int
  /// A value a second; nil where nothing is known.
  let values: [Double?]

  /// How long nothing may be known within one line, in seconds: other programs write a row every few seconds only.
  static let bridge = 10.0

  /// Means of as many equal stretches as asked for, or of each second where there are not so many.
  func means(_ count: Int) -> [Double?] {
    let count = min(count, values.count)
    return (0..<count).map { index in
      let known = values[(index * values.count / count)..<((index + 1) * values.count / count)].compactMap(\.self)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
  }

  /// The greatest values of the stretches that are drawn above a limit, in a line of so many points at most.
  func peaks(above limit: Double, points count: Int) -> [Point] {
    let means = means(count)
    var peaks: [Point] = []
    var isAbove = false
    for (index, mean) in means.enumerated() {
      guard let mean, mean > limit else {
        isAbove = false
        continue
      }
      let stretch = (index * values.count / means.count)..<((index + 1) * values.count / means.count)
      let top = values[stretch].enumerated().max { $0.element ?? 0 < $1.element ?? 0 }
      let second = Double(start + stretch.lowerBound + (top?.offset ?? 0)) + 0.5
      let peak = Point(second: second, value: top?.element ?? mean)
      if !isAbove {
        peaks.append(peak)
      } else if let last = peaks.last, peak.value > last.value {
        peaks[peaks.count - 1] = peak
      }
      isAbove = true
    }
    return peaks
  }

  /// The lines that it makes of so many points at most, parted where nothing is known.
  func lines(points count: Int) -> [[Point]] {
    let means = means(count)
    guard !means.isEmpty else { return [] }
    let width = Double(values.count) / Double(means.count)
    var lines: [[Point]] = []
    for (index, mean) in means.enumerated() {
      guard let mean else { continue }
      let point = Point(second: Double(start) + (Double(index) + 0.5) * width, value: mean)
      if let last = lines.last?.last, point.second - last.second <= max(Self.bridge, width * 1.5) {
        lines[lines.count - 1].append(point)
      } else {
        lines.append([point])
      }
    }
    return lines
  }
}
