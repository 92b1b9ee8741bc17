internal import RideSession

/// RR intervals in milliseconds, as many as an `hrv` has a place for.
struct FITIntervals: Sendable {
  let milliseconds: [Double]

  static let perMessage = 5

  static let columns: [FITColumn<Self>] = [
    FITColumn(FITField.HRV.time, count: perMessage) { $0.milliseconds }
  ]

  /// The messages that it takes for a row's intervals.
  static func messages(for sample: RideSample) -> [Self] {
    let intervals = sample.rrIntervals
    return stride(from: 0, to: intervals.count, by: perMessage).map { first in
      Self(milliseconds: intervals[first..<min(first + perMessage, intervals.count)].map(milliseconds))
    }
  }

  private static func milliseconds(_ interval: UInt16) -> Double { Double(interval) * 1000 / 1024 }

  /// In 1/1024 s, rounded so that it is the same number of milliseconds again; nil beyond 64 s.
  static func interval(milliseconds: Double) -> UInt16? {
    UInt16(exactly: (milliseconds * 1024 / 1000).rounded())
  }
}
