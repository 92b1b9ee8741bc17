import ArgumentParser
import ControlWire

struct JSONCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Describe the output of --json, or an interface's calls and types.",
    discussion: Shapes.text, shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The interface: Trainer, Body, Sync or Page.")
  var interface: InterfaceArgument?

  func run() {
    let text = interface?.interface.description ?? Shapes.text
    Output(json: options.json).answer(Description(description: text), text: text)
  }

  /// The reply, in the form of `GetInterfaceDescription`.
  struct Description: Encodable {
    let description: String
  }
}

/// An interface by the last part of its name.
enum InterfaceArgument: String, CaseIterable, ExpressibleByArgument {
  case trainer = "Trainer"
  case body = "Body"
  case sync = "Sync"
  case page = "Page"

  var interface: VarlinkInterface {
    switch self {
    case .trainer: .trainer
    case .body: .body
    case .sync: .sync
    case .page: .page
    }
  }
}

/// The description of `--json` in the help and the manual page, also contained in `docs/json.md`.
enum Shapes {
  static let text = String(decoding: PackageResources.Shapes_txt, as: UTF8.self)
}
