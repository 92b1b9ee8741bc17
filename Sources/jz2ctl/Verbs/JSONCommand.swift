import ArgumentParser

struct JSONCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Tell the shapes of --json: each verb's keys, types and units.",
    discussion: Shapes.text)

  @OptionGroup var options: CommonOptions

  func run() {
    Output(json: options.json).answer(Version(), text: Shapes.text)
  }

  /// What a program asks first.
  struct Version: Encodable {
    let jsonVersion = JSONVersion.current
  }
}

/// The shapes of all answers with `--json`, as the help, the manual page and `docs/json.md` tell them.
enum Shapes {
  static let text = String(decoding: PackageResources.Shapes_txt, as: UTF8.self).trimmingNewlines
}

extension String {
  /// The text without empty lines at its end.
  fileprivate var trimmingNewlines: String {
    String(self[..<(lastIndex { !$0.isNewline }.map(index(after:)) ?? startIndex)])
  }
}
