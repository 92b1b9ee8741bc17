import RideText
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
  func `the environment configures a terminal`(environment: [String: String], isColoured: Bool, glyphs: Glyphs) throws {
    let terminal = try #require(Terminal { environment[$0] })
    #expect(terminal.isColoured == isColoured)
    #expect(terminal.glyphs == glyphs)
  }

  @Test(arguments: [[:], ["TERM": "dumb"], ["TERM": ""]])
  func `a terminal without a cursor is treated as a pipe`(environment: [String: String]) {
    #expect(Terminal { environment[$0] } == nil)
  }
}
