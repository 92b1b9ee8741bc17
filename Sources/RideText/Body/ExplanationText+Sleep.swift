import ControlWire
import Rides

// The score of the night.
extension ExplanationText {
  var sleep: String {
    guard let sleep = day.sleep else { return String(localized: "SLEEP: no night recorded for this day") }
    return paragraphs(
      String(localized: "SLEEP: \(Self.number(sleep.score)) of 100 = \(terms(sleep))"), "", lengths(sleep),
      BodyText.explanations(Self.durationFormula, Self.efficiencyFormula, Self.stagesFormula, Self.sleepWeights))
  }

  private func lengths(_ sleep: SleepScore) -> String {
    let (asleep, needed) = (
      BodyText.length(minutes: sleep.asleepMinutes), BodyText.length(minutes: sleep.needMinutes)
    )
    let (origin, need) = (origin(sleep), need(sleep))
    guard let inBed = sleep.inBedMinutes.map({ BodyText.length(minutes: $0) }) else {
      return String(localized: "Asleep \(asleep) (\(origin)). Sleep need \(needed) (\(need)).")
    }
    return String(localized: "Asleep \(asleep) of \(inBed) in bed (\(origin)). Sleep need \(needed) (\(need)).")
  }

  private func need(_ sleep: SleepScore) -> String {
    let good = ScoreModel.scores(of: .optimal).lowerBound
    let least = BodyText.length(minutes: ScoreModel.needMinutes.lowerBound)
    let most = BodyText.length(minutes: ScoreModel.needMinutes.upperBound)
    return sleep.isNeedPersonal
      ? String(
        localized: "the mean of your nights before a recovery of \(good) or more, kept between \(least) and \(most)")
      : String(
        localized: "the default, until you have had \(ScoreModel.goodNights) nights before a recovery of "
          + "\(good) or more")
  }

  private static var durationFormula: String {
    let best = ScoreModel.bestDuration
    let (less, least) = (Figure.short(ScoreModel.pointsOfLongSleep), Figure.short(ScoreModel.leastLongSleep))
    return String(
      localized: "Duration scores 100 from \(percent(best.lowerBound)) to \(percent(best.upperBound)) % of the need. "
        + "Below, the score is in proportion; above, each percent costs \(less), down to \(least).")
  }

  private static var efficiencyFormula: String {
    String(
      localized: "Efficiency is the share of the time in bed that you were asleep. "
        + "From \(percent(ScoreModel.bestEfficiency)) % on it scores 100; below, the score is in proportion.")
  }

  private static var stagesFormula: String {
    let points = Figure.short(ScoreModel.pointsOfStages / 2)
    return String(
      localized: "Stages score 100 at \(percent(ScoreModel.deepShare)) % deep and "
        + "\(percent(ScoreModel.remShare)) % REM sleep, and lose \(points) for each percentage point "
        + "away from either.")
  }

  private static var sleepWeights: String {
    String(
      localized: "The weights are \(duration) for duration, \(efficiency) for efficiency and \(stages) for stages. "
        + "Without stages the score is (\(duration) x duration + \(efficiency) x efficiency) / \(stageless); "
        + "with duration alone it is the duration's score.")
  }

  private static var duration: String { number(ScoreModel.durationWeight) }
  private static var efficiency: String { number(ScoreModel.efficiencyWeight) }
  private static var stages: String { number(ScoreModel.stagesWeight) }
  private static var stageless: String { number(ScoreModel.durationWeight + ScoreModel.efficiencyWeight) }

  private func terms(_ sleep: SleepScore) -> String {
    let duration = Self.number(sleep.duration)
    guard let efficiency = sleep.efficiency else {
      guard let stages = sleep.stages else { return String(localized: "duration \(duration) alone") }
      return String(localized: "weighted mean of duration \(duration) and stages \(Self.number(stages))")
    }
    let shared = String(
      localized: "\(Self.duration) x duration \(duration) + \(Self.efficiency) x efficiency \(Self.number(efficiency))")
    guard let stages = sleep.stages else {
      return String(localized: "(\(shared)) / \(Self.stageless); stages unknown")
    }
    return String(localized: "\(shared) + \(Self.stages) x stages \(Self.number(stages))")
  }

  private func origin(_ sleep: SleepScore) -> String {
    switch sleep.source {
    case .entered: String(localized: "as you entered it")
    case .apple: String(localized: "from Apple Health")
    case .intervals: String(localized: "from intervals.icu")
    }
  }
}
