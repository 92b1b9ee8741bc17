import ControlWire
package import Rides

/// Texts about the load of some days.
package enum LoadText {
  /// The answer to `load`: one row per day, the earliest first.
  package static func table(_ days: [DayLoad], page: Page) -> String {
    let columns: [Table.Column] = [
      .init(String(localized: "Date")), .init(String(localized: "Rides"), .right, drop: 2),
      .init("TSS", .right, drop: 4), .init("TRIMP", .right, drop: 3), .init(String(localized: "Fitness"), .right),
      .init(String(localized: "Fatigue"), .right), .init(String(localized: "Form"), .right),
      .init(String(localized: "Strain"), .right, drop: 1),
    ]
    func number(_ value: Double?) -> String { value.map { Figure.text($0, decimals: 1) } ?? "-" }
    let rows = days.map { day in
      [
        day.date.dateText, day.rides == 0 ? "" : "\(day.rides)", day.rides == 0 ? "" : number(day.trainingStressScore),
        day.rides == 0 ? "" : number(day.trimp), number(day.fitness), number(day.fatigue), number(day.form),
        day.rides == 0 ? "" : number(day.strain),
      ]
    }
    return ([Table(columns: columns, rows: rows).text(on: page)] + gaps(days)).joined(separator: "\n\n")
  }

  /// Returns the settings that would fill the gaps.
  private static func gaps(_ days: [DayLoad]) -> [String] {
    let (power, pulse) = days.reduce((0, 0)) { ($0.0 + $1.ridesWithoutTSS, $0.1 + $1.ridesWithoutTRIMP) }
    let lines = [power > 0 ? withoutTSS(power) : nil, pulse > 0 ? withoutTRIMP(pulse) : nil].compactMap(\.self)
    return lines.isEmpty ? [] : [lines.joined(separator: "\n")]
  }

  private static func withoutTSS(_ rides: Int) -> String {
    String(
      counting: rides,
      one: "\(rides) ride has no TSS and adds nothing to fitness and fatigue: it has no power, or your FTP was "
        + "not set (`jz2ctl settings --ftp WATTS`).",
      other: "\(rides) rides have no TSS and add nothing to fitness and fatigue: they have no power, or your FTP was "
        + "not set (`jz2ctl settings --ftp WATTS`).")
  }

  private static func withoutTRIMP(_ rides: Int) -> String {
    String(
      counting: rides,
      one: "\(rides) ride has no TRIMP: that needs a heart rate in the ride, and "
        + "`jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.",
      other: "\(rides) rides have no TRIMP: that needs a heart rate in the ride, and "
        + "`jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.")
  }

  /// The formulas, for `--explain`.
  package static func explanation(width: Int) -> String {
    let (fitness, fatigue) = (ScoreModel.fitnessDays, ScoreModel.fatigueDays)
    return [
      BodyText.explanations(
        String(
          localized: "TSS is hours x IF squared x 100, where IF is Normalized Power / FTP; "
            + "a day is the sum of its rides."),
        String(localized: "Each ride is judged by the FTP that it was ridden with.")),
      String(
        localized: "TRIMP (Banister) adds \(impulse(.men)) for each minute with a heart rate, for women "
          + "\(impulse(.women)), where x is (heart rate - resting) / (maximum - resting). "
          + "Choose with `jz2ctl settings --trimp`."),
      BodyText.explanations(
        String(
          localized: "Fitness (CTL) and fatigue (ATL) are exponential means of the daily TSS over \(fitness) and "
            + "\(fatigue) days: each day they move by 1 - e^(-1/\(fitness)) and 1 - e^(-1/\(fatigue)) "
            + "of the way to the day's TSS. They start from 0 on the first day with a TSS."),
        String(localized: "A day without TSS counts as 0."), String(localized: "Form is fitness minus fatigue.")),
      BodyText.explanations(
        String(localized: "`jz2ctl today --explain` explains strain."),
        String(localized: "All formulas, with their sources: docs/body.md."), String(localized: "Not medical advice.")),
    ].map { BodyText.wrapped($0, to: min(100, max(40, width))) }.joined(separator: "\n\n")
  }

  /// Formats the load of one minute: `x * 0.64 * e^(1.92 x)`.
  private static func impulse(_ weights: TRIMPWeights) -> String {
    let (factor, exponent) = ScoreModel.impulse(of: weights)
    return "x * \(Figure.text(factor, decimals: 2)) * e^(\(Figure.text(exponent, decimals: 2)) x)"
  }
}
