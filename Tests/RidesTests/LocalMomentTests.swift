import Foundation
import Rides
import Testing

@Suite struct LocalMomentTests {
  @Test(arguments: [
    "2026-11-25T06:45:12+01:00", "2026-11-25T06:45:12.250Z", "2026-11-25T23:59:59-11:30", "1969-12-31T23:59:59.001Z",
    "0001-01-02T00:00:00Z", "2024-02-29T12:00:00+14:00",
  ])
  func `a moment is the same after reading and writing it`(_ text: String) {
    #expect(LocalMoment(text)?.description == text)
  }

  @Test(arguments: [
    ("2026-11-25t06:45:12z", "2026-11-25T06:45:12Z"), ("2026-11-25 06:45:12.5+00:00", "2026-11-25T06:45:12.500Z"),
    ("2026-11-25T06:45:12.123456789Z", "2026-11-25T06:45:12.123Z"),
  ])
  func `other spellings of a moment are read`(_ text: String, _ written: String) {
    #expect(LocalMoment(text)?.description == written)
  }

  @Test(arguments: [
    "", "2026-11-25", "2026-11-25T06:45:12", "2026-11-25T6:45:12Z", "2026-11-25T24:00:00Z", "2026-11-25T06:60:00Z",
    "2026-02-30T06:45:12Z", "2026-11-25T06:45:12.Z", "2026-11-25T06:45:12+1:00", "2026-11-25T06:45:12+19:00",
    "2026-13-01T06:45:12Z", "2026-11-00T06:45:12Z", "2026-04-31T06:45:12Z", "2026-02-29T06:45:12Z",
    "2026-11-25T23:59:61Z", "2026-11-25T06:45:60Z", "2026-11-25T23:59:60+01:00",
    "2026-11-25T06:45:12+01:60", "2026-11-25T06:45:12ZZ", "2026-11-25T06:45:1２Z",
  ])
  func `text that is not a moment gives nil`(_ text: String) {
    #expect(LocalMoment(text) == nil)
  }

  @Test(arguments: ["2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00", "2016-12-31T18:59:60-05:00"])
  func `a leap second at the end of a UTC day counts as the next second`(_ text: String) {
    #expect(LocalMoment(text)?.milliseconds == 1_483_228_800_000)
  }

  @Test func `the day of a moment is the day of its local time`() throws {
    let late = try #require(LocalMoment("2026-11-25T23:30:00-05:00"))
    #expect(late.day.description == "2026-11-25" && late.secondOfDay == 84_600)
    let early = try #require(LocalMoment("2026-11-26T00:30:00+14:00"))
    #expect(early.day.description == "2026-11-26" && early.secondOfDay == 1800)
    #expect(early < late)
  }

  @Test func `advancing a moment by seconds keeps its UTC offset`() throws {
    let moment = try #require(LocalMoment("2026-11-25T23:30:00+01:00"))
    let later = moment.advanced(bySeconds: 3600.5)
    #expect(later.description == "2026-11-26T00:30:00.500+01:00")
    #expect(moment.seconds(to: later) == 3600.5 && later.seconds(to: moment) == -3600.5)
  }

  @Test func `an impossible UTC offset is replaced by 0`() {
    #expect(LocalMoment(milliseconds: 0, utcOffsetSeconds: 64_801).utcOffsetSeconds == 0)
    #expect(LocalMoment(milliseconds: 0, utcOffsetSeconds: -64_800).description == "1969-12-31T06:00:00-18:00")
  }

  @Test func `moments far in the past or future do not trap`() {
    for milliseconds in [Int64.min, .max] {
      let moment = LocalMoment(milliseconds: milliseconds, utcOffsetSeconds: 64_800)
      #expect(!moment.description.isEmpty && (0..<86_400).contains(moment.secondOfDay))
      _ = moment.advanced(bySeconds: .infinity)
      _ = moment.advanced(bySeconds: 1e300)
    }
  }

  @Test func `moments and days are strings in JSON, and other values are refused`() throws {
    let values = try JSONDecoder().decode([LocalMoment].self, from: Data(#"["2026-11-25T06:45:12+01:00"]"#.utf8))
    #expect(try JSONEncoder().encode(values) == Data(#"["2026-11-25T06:45:12+01:00"]"#.utf8))
    let days = try JSONDecoder().decode([CalendarDay].self, from: Data(#"["2026-11-25"]"#.utf8))
    #expect(try JSONEncoder().encode(days) == Data(#"["2026-11-25"]"#.utf8))
    for wrong in [#"["today"]"#, "[7]"] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode([LocalMoment].self, from: Data(wrong.utf8)) }
      #expect(throws: DecodingError.self) { try JSONDecoder().decode([CalendarDay].self, from: Data(wrong.utf8)) }
    }
  }
}
