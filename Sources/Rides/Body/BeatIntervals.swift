/// Times between heartbeats, as a strap sent them or a file has them.
package struct BeatIntervals: Hashable, Sendable {
  /// In milliseconds, oldest first.
  package private(set) var milliseconds: [Double]
  /// The numbers, from 0 and in order, of intervals that do not follow the one before: beats between them are missing.
  package private(set) var breaks: [Int]

  /// Breaks that are no number of an interval are left out.
  package init(_ milliseconds: [Double] = [], breaks: [Int] = []) {
    self.milliseconds = milliseconds
    self.breaks = Set(breaks.filter(milliseconds.indices.contains)).sorted()
  }

  /// Adds intervals at the end; `isBreak` says that the first of them does not follow the last.
  package mutating func append(_ more: [Double], afterBreak isBreak: Bool = false) {
    if isBreak, !more.isEmpty, !milliseconds.isEmpty { breaks.append(milliseconds.count) }
    milliseconds += more
  }

  /// Intervals of which a negative one does not follow the one before.
  package init(signed: [Double]) {
    self.init(signed.map(\.magnitude), breaks: signed.indices.filter { signed[$0].sign == .minus })
  }

  /// The intervals, a negative one for one that does not follow the one before.
  package var signed: [Double] {
    let breaks = Set(breaks)
    return milliseconds.enumerated().map { breaks.contains($0) ? -$1.magnitude : $1 }
  }

  /// The line of a file behind which an interval does not follow the one before.
  package static let breakLine = "# break"

  /// The intervals as a file has them: one in milliseconds a line, as `number` writes it.
  package func text(_ number: (Double) -> String) -> String {
    let breaks = Set(breaks)
    return milliseconds.enumerated().flatMap { index, interval in
      (breaks.contains(index) ? [Self.breakLine] : []) + [number(interval)]
    }.joined(separator: "\n")
  }

  /// The time that the beats took, in seconds.
  package var seconds: Double { milliseconds.reduce(0, +) / 1000 }
}
