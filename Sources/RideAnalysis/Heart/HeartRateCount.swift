/// Heart rates counted by their value, so that a median is followed and not sorted for.
///
/// A step costs as much as the value moves, whatever the window's length.
struct HeartRateCount {
  /// The highest heart rate that is told from others, in beats a minute.
  static let highest = 255

  private var counts = [Int](repeating: 0, count: highest + 1)
  private(set) var total = 0
  /// The value asked for last, and how many are below it.
  private var cursor = 0
  private var below = 0

  mutating func add(_ beatsPerMinute: Int) { change(beatsPerMinute, by: 1) }

  mutating func remove(_ beatsPerMinute: Int) { change(beatsPerMinute, by: -1) }

  /// The value that a share (0…1) of all are below or at, in beats a minute; nil where there are none.
  mutating func value(atShare share: Double) -> Int? {
    guard total > 0 else { return nil }
    let rank = Int(Double(total - 1) * share)
    while below > rank {
      cursor -= 1
      below -= counts[cursor]
    }
    while below + counts[cursor] <= rank {
      below += counts[cursor]
      cursor += 1
    }
    return cursor
  }

  private mutating func change(_ beatsPerMinute: Int, by step: Int) {
    let value = min(max(0, beatsPerMinute), Self.highest)
    counts[value] += step
    total += step
    if value < cursor { below += step }
  }
}

extension [Int?] {
  /// The median of the heart rates around each, over a window of an odd length; nil where there are none in it.
  func heartRateMedians(over window: Int) -> [Int?] {
    var count = HeartRateCount()
    for beats in prefix(window / 2) { beats.map { count.add($0) } }
    return indices.map { index in
      let (entering, leaving) = (index + window / 2, index - window / 2 - 1)
      if entering < endIndex { self[entering].map { count.add($0) } }
      if leaving >= startIndex { self[leaving].map { count.remove($0) } }
      return count.value(atShare: 0.5)
    }
  }
}
