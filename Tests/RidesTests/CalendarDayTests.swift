import Rides
import Testing

@Suite struct CalendarDayTests {
  @Test(arguments: ["2026-11-25", "2024-02-29", "2000-02-29", "1970-01-01", "1969-12-31", "0001-01-01", "9999-12-31"])
  func `a day is the same after reading and writing it`(_ text: String) {
    #expect(CalendarDay(text)?.description == text)
  }

  @Test(arguments: [
    "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-11-31", "2026-11-00", "2026-1-25", "26-11-25",
    "0000-01-01", "2026-11-25T00:00:00Z", "+026-11-25", "2026_11_25", "2026-11-2x", "",
  ])
  func `text that is not a day gives nil`(_ text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `advancing by one day gives the next day throughout eight years`() throws {
    var day = try #require(CalendarDay("2023-01-01"))
    for _ in 0..<(8 * 365) {
      let next = day.advanced(by: 1)
      #expect(next > day && CalendarDay(next.description) == next)
      day = next
    }
    #expect(day.description == "2030-12-30")
  }

  @Test(arguments: [(0, "2026-11-25"), (7200, "2026-11-26"), (-86_400, "2026-11-24")])
  func `a moment belongs to the day of its local time`(_ offset: Int, _ day: String) {
    // 2026-11-25T23:30:00Z
    #expect(CalendarDay(millisecondsSince1970: 1_795_649_400_000, utcOffsetSeconds: offset).description == day)
    #expect(CalendarDay(millisecondsSince1970: -1000, utcOffsetSeconds: 0).description == "1969-12-31")
  }
}
