import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct TodayTextTests {
  private func text(
    _ day: DayScores, isToday: Bool = true, source: BodySource? = .strap, width: Int = 79
  ) -> String {
    TodayText(day, isToday: isToday, source: source).text(width: width)
  }

  @Test func `a complete day shows all scores and a summary`() {
    #expect(
      text(Samples.scores) == """
        2026-11-25

        Your heart rate variability is in its usual range (this week 41 ms, usual 37 to
        50 ms). Today 43 ms: as usual.

        Recovery  69 of 100, optimal, provisional
        Strain    9.4 of 21, light: 2 rides, 1 without heart rate
        Sleep     93 of 100: asleep 7h 15m of 7h 30m needed

        Resting heart rate is near its baseline and you slept well.
        Provisional: a baseline has fewer than 7 mornings.
        How the scores are calculated: `jz2ctl today --explain`.
        """)
  }

  @Test func `a day during calibration shows its progress and what to do`() {
    #expect(
      text(Samples.calibrating) == """
        2026-11-25

        Your usual heart rate variability is not known yet: 2 of 3 mornings in 7 days.

        Recovery  calibrating, 2 of 3 mornings
        Strain    unknown: your maximum heart rate is not set
        Sleep     unknown: no night entered

        Recovery needs a baseline of 3 earlier mornings: measure every morning in the
        same way.
        Sleep is not known. Enter it: `jz2ctl sleep add --from 23:10 --to 6:50`.
        Strain needs your maximum heart rate: `jz2ctl settings --max-heart-rate BPM`.
        How the scores are calculated: `jz2ctl today --explain`.
        """)
  }

  @Test func `a day of rides without heart rate reports that reason and suggests no setting`() {
    var silent = Samples.bareDay
    silent.strain = StrainScore(rides: 1, ridesWithoutHeartRate: 1)
    #expect(text(silent).contains("Strain    unknown: the ride has no heart rate\n"))
    #expect(!text(silent).contains("--max-heart-rate"))
  }

  @Test func `a day without a measurement says how to get one from the rider's source`() {
    let bare = Samples.bareDay
    #expect(text(bare).contains("Recovery  unknown: not measured this morning\n"))
    #expect(text(bare, width: 200).contains("is below its usual range (this week 33 ms, usual 37 to 50 ms).\n"))
    #expect(text(bare).contains("Strain    0.0 of 21: no ride\n"))
    #expect(text(bare).contains("There is no measurement from this morning. Take one: `jz2ctl hrv measure`."))
    #expect(text(bare, source: .apple).contains("`jz2ctl import export.zip`"))
    #expect(text(bare, source: .intervals).contains("`jz2ctl sync`"))
    let past = text(bare, isToday: false)
    #expect(
      past.contains("`jz2ctl hrv add --date 2026-11-25 --rmssd MS --resting-heart-rate BPM`")
        && past.contains("--date 2026-11-25`"))
    #expect(past.hasSuffix("`jz2ctl today 2026-11-25 --explain`."))
  }

  @Test(arguments: [
    (3.5, "Today 33 ms: lower than usual."), (4.0, "Today 55 ms: higher than usual."), (3.7, "Today 40 ms: as usual."),
  ])
  func `a morning outside the usual range is reported regardless of the week`(today: Double, explanation: String) {
    var day = Samples.scores
    day.range?.today = today
    #expect(text(day, width: 200).contains("usual 37 to 50 ms). \(explanation)\n"))
    #expect(text(day, isToday: false, width: 200).contains("(that week 41 ms, usual 37 to 50 ms). That morning"))
  }

  @Test func `no text shows heart rate variability as a logarithm`() {
    for text in [text(Samples.scores), HRVText.full(Samples.morning), ScoreChartTests.chart(30).description] {
      #expect(!text.contains("ln") && !text.contains("3.7"))
    }
  }

  @Test(arguments: [
    (33.4999, "33"), (33.5, "34"), (66.4, "66"), (66.5, "67"), (100, "100"), (0, "0"),
  ])
  func `a score is rounded half up, like its category`(score: Double, text: String) {
    #expect(TodayText.whole(score) == text)
  }

  @Test(arguments: [
    (5.01, 3.01, 80.0, "above", "above", "well"), (5, 3, 79.9, "near", "near", "fairly well"),
    (-5, -3, 60, "near", "near", "fairly well"), (-5.01, -3.01, 59.9, "below", "below", "badly"),
  ])
  func `the summary uses limits of 5 percent, 3 percent, and sleep scores of 80 and 60`(
    hrv: Double, resting: Double, sleep: Double, first: String, second: String, third: String
  ) {
    var day = Samples.scores
    day.range = nil
    day.recovery.inputs = [
      RecoveryInput(.hrv, value: 1, deviationPercent: hrv, subScore: 0, weight: 0, points: 0),
      RecoveryInput(.restingHeartRate, value: 1, deviationPercent: resting, subScore: 0, weight: 0, points: 0),
      RecoveryInput(.sleep, value: sleep, subScore: sleep, weight: 0, points: 0),
    ]
    #expect(
      TodayText(day, isToday: true, source: nil).explanation
        == "Heart rate variability is \(first) its baseline, resting heart rate is \(second) its baseline, and "
        + "you slept \(third).")
  }

  @Test func `a day without sleep says that the other inputs share its weight`() {
    var day = Samples.scores
    day.sleep = nil
    #expect(
      text(day, width: 200).contains("not known, so the other inputs share its weight. Enter it: `jz2ctl sleep add"))
  }

  @Test(arguments: [40, 60, 79, 120])
  func `no line of the scores is wider than the terminal`(width: Int) {
    for day in [Samples.scores, Samples.calibrating, Samples.bareDay] {
      let lines = text(day, width: width).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width })
      let explained = ExplanationText(day, width: width).text.split(separator: "\n")
      // The table of inputs needs 74 columns.
      #expect(explained.allSatisfy { $0.count <= max(width, 74) })
    }
  }

  @Test func `an explanation shows every input with its points, and their sum`() {
    let text = ExplanationText(Samples.scores, width: 79).text
    #expect(
      text.contains(
        """
        RECOVERY: 69.36 of 100, optimal, provisional

        Input           Value  Baseline  Days  Deviation  Score  Weight  Points
        HRV (RMSSD)   43.1 ms   40.0 ms     5     +7.7 %   65.5    0.50   32.73
        Resting HR   58.2 bpm  60.0 bpm     5     -3.0 %   59.9    0.30   17.98
        Sleep score      93.3         -     -          -   93.3    0.20   18.65
        Sum                                                               69.36
        """))
    for words in [
      "2026-11-11 to 2026-11-24", "inside: 7-day mean 41.3 ms, range 36.6 to 50.0 ms",
      "2026-11-19 to 2026-11-25, with 6",
      "0.40 x duration 100.00 + 0.35 x efficiency 100.00 + 0.25 x stages 96.78",
      "raw 95.0 = 0.5 x 10:00 + 1 x 90:00 + 2 x 0:00", "heart rate: 1 of 2 rides.", "66 beats, 1 artefact (1.5 %)",
      "at 50-60, 60-70, 70-80, 80-90, and from 90 % of your maximum",
      "at most 21: that takes 2h 00m in the highest zone. The raw values of the day's rides are added first. Below 10 "
        + "is light, below 14 moderate, below 18 high, and from there on all-out.", "ultra-short",
      "Formulas of version 1.", "Not medical advice.",
    ] { #expect(text.split(separator: "\n").joined(separator: " ").contains(words), "\(words)") }
  }

  @Test func `an explanation names the missing inputs and the redistributed weights`() {
    var day = Samples.scores
    day.recovery.missing = [.sleep]
    day.recovery.inputs.removeLast()
    (day.recovery.inputs[0].weight, day.recovery.inputs[1].weight) = (0.625, 0.375)
    day.sleep?.stages = nil
    let text = ExplanationText(day, width: 79).text.split(separator: "\n").joined(separator: " ")
    #expect(text.contains("Missing: sleep. The weights 0.50, 0.30, and 0.20 were redistributed: HRV (RMSSD) 0.63 and"))
    #expect(text.contains("(0.40 x duration 100.00 + 0.35 x efficiency 100.00) / 0.75; stages unknown"))
    day.sleep?.efficiency = nil
    #expect(ExplanationText(day, width: 79).text.contains("= duration 100.00 alone"))
  }

  @Test func `the load is a table with reasons for its gaps`() {
    let ridden = DayLoad(
      date: Samples.day("2026-11-24"), trainingStressScore: 54.2, trimp: 63.02, fitness: 42.1, fatigue: 55,
      strain: 9.44, rides: 1)
    let bare = DayLoad(date: Samples.day("2026-11-25"), fitness: 41.1, fatigue: 47.1, rides: 0)
    let gap = DayLoad(date: Samples.day("2026-11-26"), rides: 2, ridesWithoutTSS: 2, ridesWithoutTRIMP: 1)
    #expect(
      LoadText.table([ridden, bare], page: Samples.pipe) == """
        Date        Rides   TSS  TRIMP  Fitness  Fatigue   Form  Strain
        2026-11-24      1  54.2   63.0     42.1     55.0  -12.9     9.4
        2026-11-25                         41.1     47.1   -6.0
        """)
    #expect(
      LoadText.table([gap], page: Samples.pipe).contains(
        "2 rides have no TSS and add nothing to fitness and fatigue: they have no"))
    #expect(LoadText.table([gap], page: Samples.pipe).contains("1 ride has no TRIMP: that needs a heart rate"))
  }
}
