import Rides
import Testing

@Suite struct DateTimeTextTests {
  private static func time(_ text: String) -> String? { DateTimeText(text.utf8)?.moment.time.rfc3339Milliseconds }

  @Test(arguments: [
    ("2020-06-01T14:52:40.000Z", "2020-06-01T14:52:40.000Z"), ("2020-06-01T14:52:40Z", "2020-06-01T14:52:40.000Z"),
    ("2020-06-01T14:52:40", "2020-06-01T14:52:40.000Z"), ("2020-06-01T14:52:40.5Z", "2020-06-01T14:52:40.500Z"),
    ("2020-06-01T14:52:40.123999999999Z", "2020-06-01T14:52:40.123Z"),
    ("2020-06-01T16:52:40+02:00", "2020-06-01T14:52:40.000Z"),
    ("2020-06-01T09:22:40-05:30", "2020-06-01T14:52:40.000Z"),
    ("2020-02-29T23:59:59Z", "2020-02-29T23:59:59.000Z"), ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"),
    ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"), ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z"),
    ("2024-12-31T23:30:00-01:00", "2025-01-01T00:30:00.000Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"), ("2017-01-01T00:59:60.5+01:00", "2017-01-01T00:00:00.500Z"),
  ])
  func `a time is read with its offset`(_ text: String, _ time: String) {
    #expect(Self.time(text) == time)
  }

  @Test(arguments: [
    "", "2020-06-01", "2020-06-01T14:52", "2020-06-01T14:52:40ZZ", "2020-06-01T14:52:40.Z", "2020-06-01T14:52:60Z",
    "2020-06-01T24:00:00Z", "2020-06-31T00:00:00Z", "2019-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
    "2020-13-01T00:00:00Z", "2020-00-01T00:00:00Z", "0000-01-01T00:00:00Z", "20-06-01T14:52:40Z",
    "2020-06-01_14:52:40Z", "2020-06-01 14:52:40 CET", "2020-06-01  14:52:40Z",
    "2020-06-01T14:52:40+2:00", "2020-06-01T14:52:40+19:00", "2020-06-01T14:52:40+02:60", "+020-06-01T14:52:40Z",
    "2020-06-01T14:52:40 ut", "14.09.2026 08:00:00 +0200", "2026-09-14 08:00:00. +0200",
    "2026-09-14 08:00:00 +0200 or so",
    "2026-09-14 08:00:60 +0200", "2026-09-14 08:00:00 +2000", "2026-09-14 08:00:00 +0260",
  ])
  func `text that is not a time gives nil`(_ text: String) {
    #expect(Self.time(text) == nil)
  }

  @Test func `times throughout the calendar are read`() {
    for day in stride(from: Int64(-719_000), to: 2_900_000, by: 61) {
      let time = UnixTime(seconds: day * 86_400 + day % 86_400)
      #expect(DateTimeText(time.rfc3339.utf8)?.moment.time == time)
    }
  }

  @Test(arguments: [
    ("2026-09-14 08:00:00 +0200", "2026-09-14T08:00:00+02:00"),
    ("2024-02-29 23:59:59 -0330", "2024-02-29T23:59:59-03:30"),
    ("2026-09-14 08:00:00.25 +05:45", "2026-09-14T08:00:00.250+05:45"),
  ])
  func `a moment keeps the offset of its text`(_ text: String, _ moment: String) throws {
    let time = try #require(DateTimeText(text.utf8))
    #expect(time.hasOffset && time.moment == LocalMoment(moment))
  }

  @Test(arguments: ["2026-09-14 08:00:00", "2026-09-14 08:00:00 "])
  func `a time without an offset is recognised`(_ text: String) { #expect(DateTimeText(text.utf8)?.hasOffset == false) }
}
