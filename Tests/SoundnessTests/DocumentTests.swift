import ArgumentParser
import Foundation
import Testing

@testable import jz2ctl

/// The commands in the documents for riders.
@Suite struct DocumentTests {
  private static let documents =
    ["README.md"]
    + ["body", "cue", "hub", "library", "page", "programs", "riding", "sync", "workouts"].map { "docs/\($0).md" }

  /// The words of each line of code that begins with `jz2ctl`, without comments and `sudo`.
  private static func commands(in document: String) throws -> [[String]] {
    try Checkout.text(of: document).split(separator: "\n").filter { $0.hasPrefix("    ") }.compactMap { line in
      let code = line.split(separator: "#", maxSplits: 1).first ?? ""
      let words = words(of: code.trimmingCharacters(in: .whitespaces))
      let command = words.first == "sudo" ? Array(words.dropFirst()) : words
      return command.first == "jz2ctl" ? Array(command.dropFirst()) : nil
    }
  }

  /// The words of a line as a shell splits them; only double quotes are known.
  private static func words(of line: String) -> [String] {
    var (words, isQuoted): ([String], Bool) = ([""], false)
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  @Test func `jz2ctl accepts every command in a document`() throws {
    var count = 0
    for document in Self.documents {
      for command in try Self.commands(in: document) {
        count += 1
        #expect(throws: Never.self, "\(document): jz2ctl \(command.joined(separator: " "))") {
          _ = try JZ2Ctl.parseAsRoot(command)
        }
      }
    }
    #expect(count > 40)
  }

  /// The commands in backquotes in a text, up to a value that Swift fills in.
  private static func quoted(in text: String) -> [[String]] {
    text.matches(of: #/`jz2ctl ([^`\n]+)`/#).map { match in
      let words = match.output.1.split(separator: " ").map(String.init)
      return Array(words.prefix { !$0.contains("\\(") && $0 != "…" && $0 != "\\" })
    }
  }

  @Test func `every command in a sentence is one of jz2ctl, in its present spelling`() throws {
    let tree = try #require(VerbTree(of: JZ2Ctl.self))
    let documents = try (Self.documents + ["CHANGELOG.md"]).map { ($0, try Checkout.text(of: $0)) }
    let sources = Checkout.sources.filter { !$0.path.hasSuffix("/OldWords.swift") }
      .map { ($0.path, $0.lines.joined(separator: "\n")) }
    var count = 0
    for (path, text) in documents + sources {
      for words in Self.quoted(in: text) {
        count += 1
        let command = "\(path): jz2ctl \(words.joined(separator: " "))"
        #expect(OldWords.answer(to: words) == nil, "\(command)")
        // `help VERB` names any command.
        let names = words.first == "help" ? words.dropFirst().prefix { $0 != $0.uppercased() } : words[...]
        #expect(tree.misspelling(in: names) == nil, "\(command)")
      }
    }
    #expect(count > 300)
  }

  @Test func `every link in a document leads to a file`() throws {
    for document in Self.documents {
      let folder = (document as NSString).deletingLastPathComponent
      for link in try Checkout.text(of: document).matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/) {
        let path = (folder as NSString).appendingPathComponent(String(link.output.1))
        #expect(Checkout.exists(path), "\(document) links to \(link.output.1)")
      }
    }
  }
}
