import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct HRVTextTests {
  @Test func `a measurement with more than 5 percent artefacts has a caution`() {
    let text = HRVText.full(Samples.uncertain)
    #expect(text.contains("Beats            66 in 60 s, 5 artefacts (7.6 %)\nQuality          usable\n"))
    #expect(text.contains("Caution: 7.6 % of the beats are artefacts, more than 5 %, so RMSSD is uncertain."))
    #expect(text.contains("The strap was lost for 12 s; then the measurement continued."))
  }

  @Test func `entered figures show neither beats nor a length`() {
    let entered = HRVMeasurement(
      id: 3, day: Samples.day("2026-11-24"), source: .strap, figures: HRVFigures(rmssd: 45), restingHeartRate: 52)
    #expect(
      HRVText.full(entered) == """
        Measurement 3: 2026-11-24, strap

        RMSSD               45.0 ms
        Resting heart rate  52.0 bpm
        Quality             unknown: the individual beats are missing
        """)
  }

  @Test(arguments: [
    (Unrest.afterRide, "within an hour after a ride"), (.fastHeart, "20 bpm or more above the usual one"),
  ])
  func `a measurement not at rest has no resting heart rate, and says how to delete it`(
    unrest: Unrest, words: String
  ) {
    var warm = Samples.morning
    warm.unrest = unrest
    let text = HRVText.full(warm)
    #expect(text.contains(words) && text.contains("`jz2ctl hrv delete 12`"))
    #expect(!text.contains("resting heart rate") && !text.contains("Resting heart rate"))
    #expect(!HRVText.line(warm).contains("at rest"))
  }

  @Test func `a measurement of two minutes is not ultra-short and has SDNN`() {
    var long = Samples.morning
    (long.figures.seconds, long.figures.sdnn) = (120.2, 51.26)
    let text = HRVText.full(long)
    #expect(text.contains("SDNN             51.3 ms") && !text.contains("ultra-short"))
  }

  @Test(arguments: [
    (435.0, "7h 15m"), (25, "25m"), (60, "1h 00m"), (59.6, "1h 00m"), (0, "0m"), (-5, "-5m"), (.nan, "?"), (1e9, "?"),
  ])
  func `the length of a part of a night is shown in hours and minutes`(minutes: Double, text: String) {
    #expect(BodyText.length(minutes: minutes) == text)
  }

  @Test func `a night of another time zone or day shows its dates`() {
    var night = Samples.night
    night.date = Samples.day("2026-11-26")
    let bed = "in bed 2026-11-24 23:10 to 2026-11-25 06:50, 7h 40m."
    #expect(NightText.full(night).hasPrefix("Night of 2026-11-26: \(bed)"))
  }
}
