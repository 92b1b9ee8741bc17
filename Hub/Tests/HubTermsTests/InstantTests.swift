import HubTerms
import Testing

@Suite struct InstantTests {
  @Test(arguments: [
    ("2026-11-27T18:30:00Z", "2026-11-27T18:30:00.000Z"), ("2026-11-27t18:30:00z", "2026-11-27T18:30:00.000Z"),
    ("2026-11-27T18:30:00.25+05:30", "2026-11-27T13:00:00.250Z"),
    ("1970-01-01T00:00:00-00:00", "1970-01-01T00:00:00.000Z"), ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
  ])
  func `an RFC 3339 time is read with any offset and written in UTC`(_ text: String, _ written: String) {
    #expect(Instant(text)?.rfc3339 == written)
  }

  @Test(arguments: [
    "", "2026-11-27", "2026-11-27T18:30:00", "2026-11-27 18:30:00Z", "2026-13-27T18:30:00Z", "1969-12-31T23:59:59Z",
    "9999-01-01T00:00:00Z", "2026-11-27T18:30:00+", "now",
    "2026-02-30T18:30:00Z", "2026-04-31T18:30:00Z", "2026-02-29T18:30:00Z", "2026-11-00T18:30:00Z",
    "2026-11-27T24:00:00Z", "2026-11-27T25:00:00Z", "2026-11-27T18:60:00Z", "2026-11-27T18:30:60Z",
    "2026-11-27T18:30:00+05:60", "2026-11-27T18:30:00+19:00", "2026-11-27T18:30:00Z and more",
  ])
  func `an invalid time, or a time without an offset, is not read`(_ text: String) {
    #expect(Instant(text) == nil)
  }

  @Test func `a cursor is read back from its text, and other texts are not read`() {
    #expect(Cursor(Cursor(sequence: 42).text) == Cursor(sequence: 42))
    for text in ["", "42", "c-1", "c042", "c", "c42 "] { #expect(Cursor(text) == nil) }
  }
}
