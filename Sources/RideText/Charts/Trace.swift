/// One measure over a ride's time.
struct Trace: Equatable {
  /// The measure.
  enum Kind: String {
    case power
    case target
    case heartRate
    case cadence
    case alpha1
    case speed
  }

  /// A point of the line.
  struct Point: Equatable {
    /// Seconds from the start of the ride.
    let second: Double
    let value: Double
  }

  /// The measure.
  let kind: Kind
  /// The second of the first value.
  let start: Int
  /// One value per second; nil if unknown.
  let values: [Double?]

  /// The longest gap in seconds that does not break a line; other programs write one row every few seconds.
  static let bridge = 10.0

  /// Averages the values over `count` equal parts; returns every second if there are fewer.
  func means(_ count: Int) -> [Double?] {
    let count = min(count, values.count)
    return (0..<count).map { index in
      Self.mean(values[(index * values.count / count)..<((index + 1) * values.count / count)])
    }
  }

  /// Returns the mean of the known values in a range of seconds of the ride; nil without a known value.
  func mean(of seconds: Range<Int>) -> Double? {
    Self.mean(values[seconds.clamped(to: start..<(start + values.count)).shifted(by: -start)])
  }

  private static func mean(_ values: ArraySlice<Double?>) -> Double? {
    let known = values.compactMap(\.self)
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }

  /// Returns the running mean over a number of seconds around each second; unknown seconds stay unknown.
  func smoothed(over seconds: Int) -> Trace {
    var sums = [0.0]
    var counts = [0]
    for value in values {
      sums.append(sums[sums.count - 1] + (value ?? 0))
      counts.append(counts[counts.count - 1] + (value == nil ? 0 : 1))
    }
    let smooth = values.indices.map { index -> Double? in
      let first = max(0, index - seconds / 2)
      let end = min(values.count, index - seconds / 2 + seconds)
      guard values[index] != nil, counts[end] > counts[first] else { return nil }
      return (sums[end] - sums[first]) / Double(counts[end] - counts[first])
    }
    return Trace(kind: kind, start: start, values: smooth)
  }

  /// Returns the maximum of each part of the drawn line above a limit; the line has at most `count` points.
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

  /// Returns the lines with at most `count` points in total; longer gaps in the data separate them.
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

  /// The range from the minimum to the maximum; nil without values.
  var range: ClosedRange<Double>? {
    let known = values.compactMap(\.self)
    guard let least = known.min(), let greatest = known.max() else { return nil }
    return least...greatest
  }
}

extension Range<Int> {
  fileprivate func shifted(by offset: Int) -> Range<Int> { (lowerBound + offset)..<(upperBound + offset) }
}
