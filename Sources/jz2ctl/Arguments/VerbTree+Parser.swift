import ArgumentParser
import FoundationEssentials

extension VerbTree {
  /// Reads the verbs of a program from its parser's description; nil if the description cannot be decoded.
  ///
  /// This takes some milliseconds, so it is done only for an error.
  init?(of program: any ParsableCommand.Type) {
    let description = program._dumpHelp()
    guard let tool = try? JSONDecoder().decode(ToolDescription.self, from: Data(description.utf8)) else { return nil }
    self.init(tool.command)
  }

  private init(_ command: ToolDescription.Command) {
    let verbs = (command.subcommands ?? []).map { VerbTree($0) }
    let own = (command.arguments ?? []).flatMap { argument in
      (argument.names ?? []).filter { $0.kind == "long" }.map { ("--\($0.name)", argument.kind == "option") }
    }
    let usual = verbs.first { $0.name == command.defaultSubcommand }?.options ?? [:]
    self.init(
      name: command.commandName, aliases: command.aliases ?? [], isHidden: command.shouldDisplay == false,
      options: usual.merging(own) { _, own in own }, verbs: verbs)
  }
}

/// The used part of the parser's description of a program (`ToolInfoV0` of swift-argument-parser).
private struct ToolDescription: Decodable {
  struct Command: Decodable {
    let commandName: String
    let aliases: [String]?
    let shouldDisplay: Bool?
    let defaultSubcommand: String?
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let names: [Name]?
  }

  let command: Command
}
