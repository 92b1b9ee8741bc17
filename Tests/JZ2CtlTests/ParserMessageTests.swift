import ArgumentParser
import ControlWire
import Testing

@testable import jz2ctl

@Suite struct ParserMessageTests {
  private func message(_ line: String) -> String {
    do {
      _ = try JZ2Ctl.parseAsRoot(line.split(separator: " ").map(String.init))
      return ""
    } catch {
      return ParserMessage.translated(JZ2Ctl.message(for: error))
    }
  }

  @Test(arguments: [
    ("settings --ftp 250X", "`250X` does not fit --ftp <watts>. Write a whole number, for example `250W`."),
    ("settings --zone2 140-120", "`140-120` does not fit --zone2 <bpm-bpm>."),
    ("settings --units nautical", "`nautical` does not fit --units <units>. Choose metric or imperial."),
    ("status now", "There is a word too many: now."), ("plans a b", "There are words too many: a, b."),
    ("plan show", "Something is missing: <name>."), ("settings --ftp", "The value is missing: --ftp <watts>."),
    ("status --json=yes", "--json takes no value such as yes."), ("status -x", "Unknown option -x."),
    (
      "chart --panels power,foo",
      "`power,foo` does not fit --panels <panels>. Not `foo`: choose power, heart, cadence, "
        + "alpha, or speed, each once."
    ),
    ("start 5000 60", "start takes 1 to 3000 W, not 5000."),
    (
      "start --zone2 120-140",
      "The range is a setting: `jz2ctl settings --zone2 120-140`, then `jz2ctl start --zone2`."
    ),
    (
      "plan add mix --distance 2",
      "`2` does not fit --distance <distance>. It has no unit: 2km or 2m? Write 500m or "
        + "1.5km, for example `--distance 500m`."
    ),
  ])
  func `a usage error is one sentence`(line: String, text: String) { #expect(message(line) == text) }

  @Test func `every message of the parser is translated`() {
    let marked = Translation(.german) { english, _ in "§ \(english)" }
    let lines = [
      "settings --ftp 250X", "status now", "plans a b", "plan show", "settings --ftp", "status --json=yes",
      "status -x", "start 5000 60", "plan add mix --distance 2", "settings --units nautical",
    ]
    for line in lines {
      let translated = Translation.$current.withValue(marked) { message(line) }
      #expect(translated.hasPrefix("§ "), "\(line): \(translated)")
    }
  }
}
