import ClientTestKit
import ControlWire
import Testing

@testable import RideText

@Suite struct LocalTimeTests {
  @Test func `a moment is shown in local time`() {
    #expect(Samples.utc.text("2026-11-21T06:45:12Z") == "2026-11-21 06:45")
    #expect(Samples.berlin.text("2026-11-21T06:45:12Z") == "2026-11-21 07:45")
    #expect(Samples.berlin.text("2026-07-31T22:30:00Z") == "2026-08-01 00:30")
    #expect(Samples.berlin.text("yesterday\u{1B}") == "yesterday?")
    #expect(Samples.berlin.text("2026-02-30T06:45:12Z") == "2026-02-30T06:45:12Z")
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], "21.11.2026"), (["LANG": "en_GB.UTF-8"], "21/11/2026"), (["LANG": "en_US"], "11/21/2026"),
    (["LANG": "fr_FR.UTF-8", "LC_TIME": "en_US.UTF-8"], "11/21/2026"), (["LANG": "C.UTF-8"], "2026-11-21"),
    (["LC_ALL": "C", "LC_TIME": "de_DE"], "2026-11-21"), ([:], "2026-11-21"), (["LC_TIME": "nl_NL@euro"], "21-11-2026"),
    (["LANG": "fr_CA"], "2026-11-21"), (["LANG": "sv_SE"], "2026-11-21"), (["LC_TIME": "es_ES"], "21/11/2026"),
  ])
  func `a date has the form of the reader's locale`(environment: [String: String], date: String) {
    DateStyle.$current.withValue(DateStyle(environment: environment)) {
      #expect(Samples.utc.text("2026-11-21T06:45:12Z") == "\(date) 06:45")
    }
  }

  @Test(arguments: [
    ("2026-10-31T23:30:00Z", 2026, 11), ("2026-10-31T22:59:59Z", 2026, 10), ("2026-12-31T23:00:00Z", 2027, 1),
    ("2024-02-29T12:00:00Z", 2024, 2), ("1970-01-01T00:00:00Z", 1970, 1),
  ])
  func `a moment's month is the month in local time`(moment: String, year: Int, number: Int) {
    #expect(Samples.berlin.month(moment) == CalendarMonth(year: year, number: number))
  }

  @Test func `a day on which the clock changes begins at midnight`() {
    let (spring, autumn) = (20_541, 20_751)
    #expect(Samples.berlin.date(ofDay: spring) == "2026-03-29" && Samples.berlin.date(ofDay: autumn) == "2026-10-25")
    #expect(LocalTime.rfc3339(Samples.berlin.beginning(ofDay: spring)) == "2026-03-28T23:00:00Z")
    #expect(LocalTime.rfc3339(Samples.berlin.beginning(ofDay: spring + 1)) == "2026-03-29T22:00:00Z")
    #expect(LocalTime.rfc3339(Samples.berlin.beginning(ofDay: autumn)) == "2026-10-24T22:00:00Z")
    #expect(LocalTime.rfc3339(Samples.berlin.beginning(ofDay: autumn + 1)) == "2026-10-25T23:00:00Z")
  }

  /// Beirut, 26 March 2023 as planned: the clock changes from 0:00 to 1:00.
  @Test func `a day without midnight begins at the change of the clock`() {
    let change = 1_679_781_600
    let beirut = LocalTime { $0 >= change ? 10_800 : 7200 }
    #expect(beirut.beginning(ofDay: 19_442) == change)
  }

  @Test func `a calendar month has a first day, a next month and a title`() {
    for (year, number, day) in [(1970, 1, 0), (2000, 3, 11_017), (2026, 11, 20_758), (2100, 3, 47_541)] {
      let month = CalendarMonth(year: year, number: number)
      #expect(month.firstDay == day)
      #expect(CalendarMonth(ofDay: day) == month)
      #expect(day == 0 || CalendarMonth(ofDay: day - 1) < month)
    }
    #expect(CalendarMonth(year: 2026, number: 12).next == CalendarMonth(year: 2027, number: 1))
    #expect(CalendarMonth(year: 2026, number: 11).title == "November 2026")
  }
}
