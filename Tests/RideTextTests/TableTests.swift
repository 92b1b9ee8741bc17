import Testing

@testable import RideText

@Suite struct TableTests {
  private let table = Table(
    columns: [
      .init("No", .right), .init("What", cutTo: 5), .init("Far", .right, drop: 2), .init("More", cutTo: 6, drop: 1),
    ],
    rows: [["1", "out and back", "12 km", "a very long story"], ["12", "hill"]])

  private func text(_ columns: Int?) -> String { table.text(on: Page(columns: columns, glyphs: .unicode)) }

  @Test func `a table for a file or a pipe has its full width`() {
    #expect(
      text(nil) == """
        No  What            Far  More
         1  out and back  12 km  a very long story
        12  hill
        """)
    #expect(text(nil) == text(42))
  }

  @Test func `a table cuts its widest texts first`() {
    #expect(
      text(36) == """
        No  What           Far  More
         1  out and ba…  12 km  a very long…
        12  hill
        """)
    #expect(
      text(24) == """
        No  What     Far  More
         1  out …  12 km  a ver…
        12  hill
        """)
  }

  @Test func `a table drops its lowest-ranked columns if shorter texts are not enough`() {
    #expect(
      text(23) == """
        No  What            Far
         1  out and back  12 km
        12  hill
        """)
    #expect(
      text(10) == """
        No  What
         1  out a…
        12  hill
        """)
  }

  @Test func `a column that can be neither cut nor dropped stays at any page width`() {
    #expect(
      text(1) == """
        No  What
         1  out …
        12  hill
        """)
  }
}
