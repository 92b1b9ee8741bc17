import Testing

@testable import jz2ctl

@Suite struct TerminalTests {
  @Test(arguments: [
    (["TERM": "xterm", "LANG": "de_DE.UTF-8"], true, Glyphs.unicode),
    (["TERM": "xterm", "LANG": "de_DE.UTF-8", "LC_ALL": "C"], true, .ascii),
    (["TERM": "xterm", "LANG": "C", "LC_CTYPE": "C.utf8"], true, .unicode),
    (["TERM": "xterm", "NO_COLOR": "1"], false, .ascii),
    (["TERM": "xterm", "NO_COLOR": ""], true, .ascii),
  ])
  func theEnvironmentDescribesTheTerminal(environment: [String: String], isColoured: Bool, glyphs: Glyphs) throws {
    let terminal = try #require(Terminal { environment[$0] })
    #expect(terminal.isColoured == isColoured)
    #expect(terminal.glyphs == glyphs)
  }

  @Test(arguments: [[:], ["TERM": "dumb"], ["TERM": ""]])
  func aTerminalWithoutACursorIsAPipe(environment: [String: String]) {
    #expect(Terminal { environment[$0] } == nil)
  }

  @Test func aFrameReplacesTheOneBefore() {
    var screen = Screen()
    let first = screen.frame(["ab", "c"], columns: 80, isColoured: false)
    #expect(first == "\u{1B}[?7l\rab\u{1B}[K\r\nc\u{1B}[K\r\n\u{1B}[J\u{1B}[?7h")
    let second = screen.frame(["d"], columns: 80, isColoured: false)
    #expect(second == "\u{1B}[?7l\r\u{1B}[2Ad\u{1B}[K\r\n\u{1B}[J\u{1B}[?7h")
  }

  @Test func brokenLinesOfANarrowedTerminalAreReplacedToo() {
    var screen = Screen()
    _ = screen.frame([StyledLine(String(repeating: "x", count: 79)), ""], columns: 80, isColoured: false)
    #expect(screen.frame([], columns: 40, isColoured: false).contains("\u{1B}[3A"))
  }

  @Test func colourIsOnlyWhereItIsWanted() {
    let line = StyledLine("a") + StyledLine("b", .good)
    #expect(line.encoded(isColoured: true) == "a\u{1B}[32mb\u{1B}[0m")
    #expect(line.encoded(isColoured: false) == "ab")
    #expect(line.cut(to: 1).plain == "a")
  }
}
