package import ControlWire

/// Texts about laps of the current ride.
package enum LapText {
  /// The answer to `lap`, in a line.
  ///
  /// `Lap 1: 5:00, 201 W, 140 bpm. Lap 2 begins.`
  package static func ended(_ lap: LapEnded) -> String {
    guard let ended = lap.ended else { return String(localized: "Lap \(lap.number) has just begun; it goes on.") }
    return String(localized: "Lap \(ended.number): \(figures(ended)). Lap \(lap.number) begins.")
  }

  /// A lap's time, mean power and mean heart rate: `5:00, 201 W, 140 bpm`.
  static func figures(_ lap: LapStatus) -> String { parts(lap).joined(separator: ", ") }

  static func parts(_ lap: LapStatus) -> [String] {
    let means = [Figure.watts(lap.averageWatts), Figure.heartRate(lap.averageBeatsPerMinute)].compactMap(\.self)
    return ["\(ClockTime(lap.timerSeconds))"] + means
  }
}
