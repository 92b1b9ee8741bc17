/// Times between heartbeats, as a strap sent them or a file has them.
package struct BeatIntervals: Hashable, Sendable {
  /// In milliseconds, oldest first.
  package private(set) var milliseconds: [Double]
  /// The indices, in order, of intervals that do not follow the one before, because beats between them are missing.
  package private(set) var breaks: [Int]

  /// Ignores breaks that are not an index of an interval.
  package init(_ milliseconds: [Double] = [], breaks: [Int] = []) {
    self.milliseconds = milliseconds
    self.breaks = Set(breaks.filter(milliseconds.indices.contains)).sorted()
  }

  /// Appends intervals; `isBreak` means that the first of them does not follow the last existing one.
  package mutating func append(_ more: [Double], afterBreak isBreak: Bool = false) {
    if isBreak, !more.isEmpty, !milliseconds.isEmpty { breaks.append(milliseconds.count) }
    milliseconds += more
  }

  /// Reads signed intervals: a negative one does not follow the one before.
  package init(signed: [Double]) {
    self.init(signed.map(\.magnitude), breaks: signed.indices.filter { signed[$0].sign == .minus })
  }

  /// The signed intervals: a negative one does not follow the one before.
  package var signed: [Double] {
    let breaks = Set(breaks)
    return milliseconds.enumerated().map { breaks.contains($0) ? -$1.magnitude : $1 }
  }

  /// The line that a file has before an interval that does not follow the one before.
  package static let breakLine = "# break"

  /// Returns the intervals as in a file: one a line, in milliseconds, formatted by `number`.
  package func text(_ number: (Double) -> String) -> String {
    let breaks = Set(breaks)
    return milliseconds.enumerated().flatMap { index, interval in
      (breaks.contains(index) ? [Self.breakLine] : []) + [number(interval)]
    }.joined(separator: "\n")
  }

  /// The total time of the beats, in seconds.
  package var seconds: Double { milliseconds.reduce(0, +) / 1000 }
}
