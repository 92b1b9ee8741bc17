import ControlWire
package import Rides

extension Samples {
  /// The day of `morning`, with all values.
  package static let scores = DayScores(
    date: day("2026-11-25"), version: 1,
    recovery: RecoveryScore(
      score: 69.3611, category: .optimal, provisional: true, missing: [],
      inputs: [
        RecoveryInput(
          .hrv, value: 43.0906, baseline: 40, days: 5, deviationPercent: 7.7265, subScore: 65.453, weight: 0.5,
          points: 32.7265),
        RecoveryInput(
          .restingHeartRate, value: 58.21, baseline: 60, days: 5, deviationPercent: -2.9833, subScore: 59.9444,
          weight: 0.3, points: 17.9833),
        RecoveryInput(.sleep, value: 93.2563, subScore: 93.2563, weight: 0.2, points: 18.6513),
      ]),
    strain: StrainScore(
      score: 9.4371, category: .light, raw: 95, zoneMinutes: [10, 90, 0, 0, 0], rides: 2, ridesWithoutHeartRate: 1),
    sleep: SleepScore(
      score: 93.2563, duration: 100, efficiency: 100, stages: 96.7816, needMinutes: 450, isNeedPersonal: false,
      asleepMinutes: 435, inBedMinutes: 460, source: .entered),
    range: NormalRange(today: 3.7633, mean7: 3.7212, low: 3.6, high: 3.9123, days7: 6, days60: 31), measurement: morning
  )

  /// A day without values, except that the baseline has two mornings.
  package static let calibrating = DayScores(
    date: day("2026-11-25"), version: 1,
    recovery: RecoveryScore(calibrating: 2, calibratingOf: 3, missing: RecoveryInputName.allCases, inputs: []),
    strain: StrainScore(rides: 0, ridesWithoutHeartRate: 0),
    range: NormalRange(days7: 2, days60: 2), measurement: morning)

  /// A day without a measurement and without a night.
  package static let bareDay = DayScores(
    date: day("2026-11-25"), version: 1,
    recovery: RecoveryScore(missing: RecoveryInputName.allCases, inputs: []),
    strain: StrainScore(
      score: 0, category: .light, raw: 0, zoneMinutes: [0, 0, 0, 0, 0], rides: 0, ridesWithoutHeartRate: 0),
    range: NormalRange(mean7: 3.5, low: 3.6, high: 3.9123, days7: 3, days60: 31))
}
