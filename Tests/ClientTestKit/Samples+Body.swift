import ControlWire
package import Rides

extension Samples {
  /// A measurement with the strap for a minute, lying, on 2026-11-25 at 6:45 in Berlin.
  package static let morning = HRVMeasurement(
    id: 12, day: day("2026-11-25"), at: moment("2026-11-25T06:45:12+01:00"), source: .strap, position: .lying,
    figures: HRVFigures(
      beats: 66, artefacts: 1, seconds: 60.4, rmssd: 43.0906, lnRmssd: 3.7633, nn50: 12, pairs: 63,
      meanHeartRate: 58.21))

  /// A measurement with so many artefacts that it is uncertain.
  package static let uncertain: HRVMeasurement = {
    var figures = morning.figures
    figures.artefacts = 5
    return HRVMeasurement(
      id: 13, day: morning.day, at: morning.at, source: .strap, position: .lying, figures: figures, lostSeconds: 12)
  }()

  /// A night from 23:10 to 6:50 in Berlin.
  package static let night = Night(
    date: day("2026-11-25"), source: .entered, from: moment("2026-11-24T23:10:00+01:00"),
    to: moment("2026-11-25T06:50:00+01:00"), awakeMinutes: 25, deepMinutes: 80, remMinutes: 100, lightMinutes: 255)

  /// Parses a date; 1970-01-01 for any other text.
  package static func day(_ text: String) -> CalendarDay { CalendarDay(text) ?? CalendarDay(daysSince1970: 0) }

  /// Parses an RFC 3339 time; 1970-01-01 for any other text.
  package static func moment(_ text: String) -> LocalMoment {
    LocalMoment(text) ?? LocalMoment(milliseconds: 0, utcOffsetSeconds: 0)
  }
}
