import Rides
import Testing

@testable import HealthExport

@Suite struct BeatTimeTests {
  @Test(arguments: [
    ("08:33:44,67", 30_824.67), ("08:00:00.00", 28_800), ("8:00:00", 28_800), ("12:00:01.5 AM", 1.5),
    ("6:14:48.94 PM", 22_488.94), ("6:14:48.94\u{202F}PM", 22_488.94), ("18:14:48,94", 22_488.94),
    ("上午8:33:44.67", 30_824.67), ("08.33.44,67", 30_824.67), ("8 h 33 min 44,670 s", 30_824.67),
    ("٠٨:٣٣:٤٤٫٦٧", 30_824.67), ("8:33:44.67 a. m.", 30_824.67),
  ])
  func `a beat's time is read in any language`(text: String, seconds: Double) throws {
    let time = try #require(BeatTime(text))
    #expect(abs(time.secondsOfHalfDay - seconds) < 1e-6)
  }

  @Test(arguments: ["", "8:33", "noon", "8:61:00", "25:00:00", "100:00:00", "1:2:3:4:5", "1:2:3.1234567890"])
  func `other text is not read as a beat's time`(text: String) { #expect(BeatTime(text) == nil) }

  @Test(arguments: [
    ("2026-09-14T18:14:40+02:00", "6:14:48.94 PM", 8.94), ("2026-09-14T18:14:40+02:00", "06:14:48", 8),
    ("2026-09-14T23:59:50Z", "12:00:10.5 AM", 20.5), ("2026-09-14T00:00:05Z", "23:59:59,5", -5.5),
    ("2026-09-14T12:00:00-07:00", "12:00:00 PM", 0), ("1969-12-31T23:59:59.5Z", "0:00:01", 1.5),
  ])
  func `a beat's time is the one nearest to its record's start`(start: String, text: String, after: Double) throws {
    let (start, time) = (try #require(LocalMoment(start)), try #require(BeatTime(text)))
    #expect(abs(time.seconds(after: start) - after) < 1e-6)
  }
}
