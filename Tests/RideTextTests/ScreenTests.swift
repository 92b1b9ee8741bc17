import Testing

@testable import RideText

@Suite struct ScreenTests {
  @Test func `a frame on the screen replaces the previous one`() {
    var screen = Screen()
    let first = screen.frame(["ab", "c"], columns: 80, isColoured: false)
    #expect(first == "\u{1B}[?7l\rab\u{1B}[K\r\nc\u{1B}[K\r\n\u{1B}[J\u{1B}[?7h")
    let second = screen.frame(["d"], columns: 80, isColoured: false)
    #expect(second == "\u{1B}[?7l\r\u{1B}[2Ad\u{1B}[K\r\n\u{1B}[J\u{1B}[?7h")
  }

  @Test func `a frame replaces lines that a narrowed terminal has wrapped`() {
    var screen = Screen()
    _ = screen.frame([StyledLine(String(repeating: "x", count: 79)), ""], columns: 80, isColoured: false)
    #expect(screen.frame([], columns: 40, isColoured: false).contains("\u{1B}[3A"))
  }

  @Test func `a styled line has colour only on request`() {
    let line = StyledLine("a") + StyledLine("b", .good)
    #expect(line.encoded(isColoured: true) == "a\u{1B}[32mb\u{1B}[0m")
    #expect(line.encoded(isColoured: false) == "ab")
    #expect(line.cut(to: 1).plain == "a")
  }
}
