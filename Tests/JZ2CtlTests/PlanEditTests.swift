import ArgumentParser
import ClientTestKit
import ControlWire
import Foundation
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct PlanEditTests {
  private static let text = "name: mix\nauthor: Ada\n\ntimer 1:00 150W\n"

  private static func exported(_ text: String = text) -> ScriptedDaemon.Answer {
    .init(FilePiece(fileName: "mix.txt", sequence: 0, data: Data(text.utf8).base64EncodedString()))
  }

  private static let saved = ScriptedDaemon.Answer(PlanImportProgress(number: 1, plan: Samples.mix.plan))

  /// Edits the plan `mix` by a function of its text; returns the path of the file at each edit.
  private func edit(
    _ daemon: ScriptedDaemon, printed: Samples.Printed = Samples.Printed(), again: Bool = false,
    _ change: @escaping (String) -> String?
  ) throws -> (isSaved: Bool, paths: [String]) {
    let command = try #require(try JZ2Ctl.parseAsRoot(["plan", "edit", "mix"]) as? PlanEditCommand)
    var (paths, asked): ([String], Int) = ([], 0)
    let isSaved = try command.edit(
      with: daemon, output: printed.stream(json: false),
      editing: { path in
        paths.append(path)
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let changed = change(text) else {
          return false
        }
        return (try? changed.write(toFile: path, atomically: false, encoding: .utf8)) != nil
      },
      ask: {
        asked += 1
        return again && asked == 1
      })
    return (isSaved, paths)
  }

  @Test func `an edited text replaces the plan, and its file is deleted`() throws {
    let daemon = ScriptedDaemon(.init(Samples.mix), Self.exported(), Self.exported(), Self.saved)
    let printed = Samples.Printed()
    let done = try edit(daemon, printed: printed) { text in
      #expect(text.hasPrefix("# Plan mix.") && text.hasSuffix("\nauthor: Ada\n\ntimer 1:00 150W\n"))
      return text.replacing("150W", with: "160W")
    }
    #expect(done.isSaved)
    #expect(done.paths.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    #expect(printed.output == "mix: 11 intervals, 14:00 and more, a route of 12.35 km.\n")
    let sent = daemon.requests.last?.base as? ImportPlan
    #expect(sent?.name == "mix" && sent?.replace == true && sent?.fileName == nil)
    let data = sent.flatMap { Data(base64Encoded: $0.data) } ?? Data()
    #expect(String(decoding: data, as: UTF8.self).hasSuffix("timer 1:00 160W\n"))
  }

  @Test func `an unedited text leaves the plan unchanged`() throws {
    let daemon = ScriptedDaemon(.init(Samples.mix), Self.exported())
    let printed = Samples.Printed()
    let done = try edit(daemon, printed: printed) { $0 }
    #expect(done.isSaved && printed.output == "The plan mix is unchanged.\n")
    #expect(daemon.requests.count == 2)
  }

  @Test func `a refused text can be edited again, and stays in a file if the rider gives up`() throws {
    let fault = ControlError.badPlan(PlanFault(.unknownWord, line: 7, detail: "`x`"), of: "mix")
    let refused = ScriptedDaemon.Answer(error: fault)
    let daemon = ScriptedDaemon(
      .init(Samples.mix), Self.exported(), Self.exported(), refused, Self.exported(), refused)
    let printed = Samples.Printed()
    let done = try edit(daemon, printed: printed, again: true) { $0 + "x\n" }
    let path = try #require(done.paths.first)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(!done.isSaved && done.paths == [path, path])
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("150W\nx\nx\n"))
    #expect(printed.error.contains("Your text is in \(path); once it is right, save it:"))
  }

  @Test func `a plan changed during the edit is not overwritten`() throws {
    let daemon = ScriptedDaemon(.init(Samples.mix), Self.exported(), Self.exported(Self.text + "activity free\n"))
    let printed = Samples.Printed()
    let done = try edit(daemon, printed: printed) { $0 + "timer 2:00\n" }
    defer { done.paths.forEach { try? FileManager.default.removeItem(atPath: $0) } }
    #expect(!done.isSaved)
    #expect(printed.error.hasPrefix("The plan mix was changed in the meantime; your text was not saved."))
  }

  @Test func `a workout from the calendar cannot be edited`() throws {
    var workout = Samples.mix
    workout.plan.source = "intervals"
    #expect(throws: ControlError(.planReadOnly, subject: "mix")) {
      try edit(ScriptedDaemon(.init(workout))) { $0 }
    }
  }

  @Test func `plan edit uses the rider's editor, else an installed one`() {
    func editor(_ variables: [String: String], installed: Set<String> = []) -> String? {
      TextEditor(environment: { variables[$0] }, isInstalled: installed.contains)?.command
    }
    #expect(editor(["VISUAL": "emacs -nw", "EDITOR": "ed"]) == "emacs -nw")
    #expect(editor(["VISUAL": " ", "EDITOR": "ed"]) == "ed")
    #expect(editor([:], installed: ["vi", "nano"]) == "nano")
    #expect(editor([:]) == nil)
  }
}
