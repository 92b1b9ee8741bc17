package import RideSession

/// Where a ride could be cut: at the end of its activity where its rider forgot to stop it, else to its work.
package struct TrimSuggestion: Hashable, Sendable {
  /// So much without activity at the end is a ride that was forgotten.
  private static let forgottenSeconds = 300
  /// What is left after the last activity.
  private static let graceSeconds = 5

  /// The second after the last one of activity; nil where there is no activity at all.
  package let activityEnd: Int?
  /// Seconds from there to the ride's end; 0 without activity.
  package let tailSeconds: Int
  /// Whether the rider forgot to stop the ride.
  package let isForgotten: Bool
  /// Where the ride ends if what was forgotten is cut off, the bound left out: a moment after the activity, or its own end.
  package let suggestedEnd: Int
  /// The part that is work, in seconds of the ride: what charts show and decoupling is taken of.
  package let workWindow: Range<Int>
  /// The power of the work, in watts; nil without power.
  package let level: Double?
  private let elapsedSeconds: Int

  /// - Parameters:
  ///   - samples: The rows of a ride, in order.
  ///   - settings: Tell when a heart is at work.
  package init(_ samples: [RideSample], settings: RiderSettings) {
    self.init(samples, rows: samples.compactMap(TimerRow.init), settings)
  }

  init(_ samples: [RideSample], rows: [TimerRow], _ settings: RiderSettings) {
    elapsedSeconds = samples.last.map { $0.second + 1 } ?? 0
    activityEnd = Activity.end(in: samples, settings)
    tailSeconds = elapsedSeconds - (activityEnd ?? elapsedSeconds)
    isForgotten = tailSeconds >= Self.forgottenSeconds
    let end = isForgotten ? elapsedSeconds - tailSeconds + Self.graceSeconds : elapsedSeconds
    suggestedEnd = end
    let ridden = Array(rows.prefix { $0.second < end })
    let work = WorkWindow(ridden, zone2Start: settings.zone2.lowerBound)
    level = work.level
    if let first = ridden[work.range].first, let last = ridden[work.range].last {
      workWindow = first.second..<last.second + 1
    } else {
      workWindow = 0..<end
    }
  }

  /// What to cut the ride to, in its seconds; nil where that would cut nothing, or leave less than a cut may.
  ///
  /// A ride that was forgotten keeps its whole beginning.
  package var proposal: Range<Int>? {
    let range = isForgotten ? 0..<suggestedEnd : workWindow
    return (try? TrimRange(from: range.lowerBound, to: range.upperBound, of: elapsedSeconds))?.seconds
  }
}
