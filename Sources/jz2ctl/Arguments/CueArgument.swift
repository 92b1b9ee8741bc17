import ArgumentParser
import ControlWire
import RideText

/// What the rider is told on the way as it is typed: `0:30 Ease off`, the time from the interval's beginning first.
struct CueArgument: ExpressibleByArgument, Equatable {
  /// The cue, shown for ten seconds.
  let cue: PlannedCue

  init?(argument: String) {
    let words = argument.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let time = DurationArgument(argument: String(words[0])) else { return nil }
    cue = PlannedCue(atSeconds: time.seconds, seconds: 10, text: String(words[1]).trimmingEnd)
  }
}
