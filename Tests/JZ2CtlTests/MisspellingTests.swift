import Testing

@testable import jz2ctl

@Suite struct MisspellingTests {
  @Test(arguments: [
    ("start --wats 150 --minutes 60", "Unknown option --wats. Did you mean --watts?"),
    ("start --zone --minutes 60", "Unknown option --zone. Did you mean --zone2?"),
    ("start --minuets=60", "Unknown option --minuets. Did you mean --minutes?"),
    ("start --colour", "Unknown option --colour."), ("strat 150", "Unknown command strat. Did you mean start?"),
    ("--jsno status", "Unknown option --jsno. Did you mean --json?"),
    ("--socket /s statsu", "Unknown command statsu. Did you mean stats or status?"),
    ("ride", "Unknown command ride. Did you mean rides?"), ("frobnicate", "Unknown command frobnicate."),
    ("plan shwo mix", "`jz2ctl plan` has no command shwo. Did you mean show?"),
    ("stats recrods", "`jz2ctl stats` has no command recrods. Did you mean records?"),
    ("undelet", "Unknown command undelet."), ("plan --json nope", "`jz2ctl plan` has no command nope."),
    ("watts -5 --jsno", "Unknown option --jsno. Did you mean --json?"),
  ])
  func `a misspelt option or command is reported with the nearest match`(line: String, complaint: String) throws {
    let found = try #require(try tree().misspelling(in: Self.words(line)))
    #expect(found.text.split(separator: "\n").first.map(String.init) == complaint)
  }

  @Test(arguments: [
    "start --watts 150 --minutes 60", "start --plan --wats", "watts -5", "extend -1:00", "bias --5", "plan",
    "rename last -- --wats", "plan show strat", "--socket strat status", "status -x", "plans --all", "sync --full",
    "back",
  ])
  func `values, negative numbers and the rider's own words are not reported as misspelt`(line: String) throws {
    #expect(try tree().misspelling(in: Self.words(line)) == nil)
  }

  @Test(arguments: [
    ("start", "start", 0), ("strat", "start", 1), ("sart", "start", 1), ("starrt", "start", 1), ("stark", "start", 1),
    ("", "ab", 2), ("ca", "abc", 3),
  ])
  func `the distance of words counts inserted, removed, replaced and swapped letters`(a: String, b: String, slips: Int)
  {
    #expect(Suggestions.slips(from: a, to: b) == slips)
    #expect(Suggestions.slips(from: b, to: a) == slips)
  }

  @Test(arguments: [("start --watts x", "jz2ctl start"), ("plans new", "jz2ctl plan new"), ("150 60", "jz2ctl")])
  func `the help that an invalid command line points to is that of its verb`(line: String, command: String) throws {
    #expect(try tree().path(of: Self.words(line)).joined(separator: " ") == command)
    #expect(UsageText.text("No.", command: command) == "No.\nSee `\(command) --help`.")
  }

  private func tree() throws -> VerbTree { try #require(VerbTree(of: JZ2Ctl.self)) }

  private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
