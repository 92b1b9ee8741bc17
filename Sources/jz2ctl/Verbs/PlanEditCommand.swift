import ArgumentParser
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

struct PlanEditCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit a plan as text, in your editor.",
    discussion: """
      Opens the plan as text, in the form that `jz2ctl import` reads, in $VISUAL, else $EDITOR, else editor, nano or vi. \
      If the text has an error, you can edit it again; otherwise it stays in a file, and the message names the path. \
      The plan's route stays.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(help: "The plan's name.")
  var name: String

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard let editor = TextEditor(environment: Terminal.variable, isInstalled: TextEditor.isInstalled) else {
      fail(PlanEditText.noEditor, output)
    }
    let isSaved = try edit(with: daemon, output: output, editing: editor.edit, ask: Self.asksAgain)
    if !isSaved { Self.exit(withError: ExitCode(ExitStatus.refused.rawValue)) }
  }

  /// Opens the plan's text in the editor until it can be saved or the rider gives up.
  ///
  /// - Parameters:
  ///   - daemon: The daemon.
  ///   - output: The output for its answers.
  ///   - editing: Edits the file at a path; returns whether the editor succeeded.
  ///   - ask: Returns whether to edit again after the text was rejected.
  /// - Returns: Whether the plan matches the text.
  /// - Throws: An error of the daemon before the editing.
  func edit(
    with daemon: some DaemonConnection, output: Output, editing: (String) -> Bool, ask: () -> Bool
  ) throws(ControlError) -> Bool {
    let plan = try daemon.withPlan(name) { name throws(ControlError) in
      try daemon.call(ShowPlan(name: name)).plan
    }
    try plan.demandOwn()
    let former = try Self.text(of: plan.name, from: daemon)
    guard let draft = PlanDraftFile(PlanEditText.heading(plan.name) + former) else {
      output.refuse(Refusal(cannotWriteTo: PlanDraftFile.folder, SystemError.text))
      return false
    }
    while true {
      guard editing(draft.path) else {
        output.refuse(PlanEditText.editorFailed(draft.isChanged ? draft.keep() : nil, plan: plan.name))
        return false
      }
      guard draft.isChanged else {
        output.answer(
          ImportLine(.plan(plan)), text: String(localized: "The plan \(plan.name.printable) is unchanged."))
        return true
      }
      guard let refusal = try save(draft, over: former, as: plan.name, daemon, output) else { return true }
      output.refuse(refusal)
      guard ask() else {
        output.refuse(PlanEditText.kept(draft.keep(), plan: plan.name))
        return false
      }
    }
  }

  /// - Returns: The reason why the text was not saved; nil if it was.
  private func save(
    _ draft: PlanDraftFile, over former: String, as name: String, _ daemon: some DaemonConnection, _ output: Output
  ) throws(ControlError) -> Refusal? {
    do throws(ImportFailure) {
      // Another client may have changed the plan while the editor was open.
      do throws(ControlError) {
        guard try Self.text(of: name, from: daemon) == former else { return PlanEditText.changedMeanwhile(name) }
      } catch {
        throw .refused(error)
      }
      let reader = try PieceReader(path: draft.path)
      let saved = try daemon.importPlan(name: name, fileName: nil, replace: true) { () throws(ImportFailure) in
        try reader.next()
      }
      output.answer(ImportLine(.plan(saved)), text: PlanOverview.summary(saved))
      return nil
    } catch {
      return Refusal(error, path: draft.path)
    }
  }

  /// Returns the plan's text without its name, which only `plan rename` changes.
  private static func text(of name: String, from daemon: some DaemonConnection) throws(ControlError) -> String {
    let file = try daemon.file(by: ExportPlan(name: name, format: WorkoutFileFormat.text.rawValue))
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0.hasPrefix("name:") }.joined(separator: "\n")
  }

  /// Asks on the terminal; false without one.
  private static func asksAgain() -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    StandardStream.error.write("\(String(localized: "Edit it again? [Y/n]")) ")
    guard let answer = readLine()?.lowercased() else { return false }
    // A no begins with this letter in every language.
    return !answer.hasPrefix("n")
  }
}

/// The messages before and after an editor runs.
private enum PlanEditText {
  /// The comment above the text.
  static func heading(_ name: String) -> String {
    let lines = [
      String(localized: "Plan \(name.printable). Save this text to change the plan, or close it unchanged."),
      String(
        localized: "Each line has an end, a target, a cadence and a label, such as: timer 5:00 105% 85-95rpm \"Over\""),
      String(localized: "`jz2ctl import --help` explains more; `jz2ctl plan rename` changes the name."),
    ]
    return lines.map { "# \($0)\n" }.joined()
  }

  static var noEditor: Refusal {
    Refusal(
      error: "NoEditor", message: String(localized: "No editor is installed."),
      remedy: String(
        localized: "Name your editor: `EDITOR=nano jz2ctl plan edit NAME`; or use `jz2ctl plan export` and "
          + "`jz2ctl import --replace`."),
      subject: nil, detail: nil)
  }

  static func editorFailed(_ path: String?, plan name: String) -> Refusal {
    Refusal(
      error: "EditorFailed", message: String(localized: "The editor failed; the plan is unchanged."),
      remedy: path.map { saving($0, plan: name) }
        ?? String(localized: "Name another editor: `EDITOR=nano jz2ctl plan edit NAME`."),
      subject: path, detail: nil)
  }

  static func changedMeanwhile(_ name: String) -> Refusal {
    Refusal(
      error: "ChangedMeanwhile",
      message: String(localized: "The plan \(name.printable) was changed in the meantime; your text was not saved."),
      remedy: String(localized: "Look at it: `jz2ctl plan show \(name.printable.shellWord)`."), subject: name,
      detail: nil)
  }

  static func kept(_ path: String, plan name: String) -> Refusal {
    Refusal(
      error: "TextKept", message: String(localized: "The plan is unchanged."),
      remedy: saving(path, plan: name), subject: path, detail: nil)
  }

  private static func saving(_ path: String, plan name: String) -> String {
    String(
      localized: "Your text is in \(path); once it is right, save it: "
        + "`jz2ctl import \(path.shellWord) --name \(name.printable.shellWord) --replace`.")
  }
}

/// The temporary file of the editor; deinit deletes it, unless it is kept.
private final class PlanDraftFile {
  let path: String
  private let original: [UInt8]
  private var isKept = false

  /// The folder of temporary files: `$TMPDIR`, else `/tmp`.
  static var folder: String { Terminal.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }

  /// Writes the text to a new file that only its owner can read; nil if that fails, and `errno` has the reason.
  init?(_ text: String) {
    let places = String(repeating: "X", count: 6)
    var template = Array("\(Self.folder)/jz2-plan-\(places).txt".utf8CString)
    let descriptor = mkstemps(&template, 4)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    original = Array(text.utf8)
    guard FileWriting.write(original, to: descriptor) else {
      unlink(path)
      return nil
    }
  }

  deinit { if !isKept { unlink(path) } }

  /// Whether the file differs from the original text; a file that cannot be read counts as unchanged.
  var isChanged: Bool {
    let bytes = try? PieceReader(path: path).all(upTo: .max)
    return bytes.map { $0 != original } ?? false
  }

  /// Keeps the file, and returns its path.
  func keep() -> String {
    isKept = true
    return path
  }
}

/// The rider's editor.
struct TextEditor: Equatable {
  /// The shell command before the file's name.
  let command: String

  /// Creates the editor from the environment, else the first common editor that is installed; nil without an editor.
  init?(environment: (String) -> String?, isInstalled: (String) -> Bool) {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap(environment).first { !$0.allSatisfy(\.isWhitespace) }
    guard let command = named ?? ["editor", "nano", "vi"].first(where: isInstalled) else { return nil }
    self.command = command
  }

  /// Returns whether a program is in PATH.
  static func isInstalled(_ name: String) -> Bool {
    (Terminal.variable("PATH") ?? "").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Runs the editor on a file and waits for its end; Ctrl-C reaches only the editor.
  ///
  /// - Returns: Whether the exit status is 0.
  func edit(_ path: String) -> Bool { system("\(command) \(path.shellWord)") == 0 }
}
