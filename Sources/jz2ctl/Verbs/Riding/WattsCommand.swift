import ArgumentParser
import ControlWire
import RideText

struct WattsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watts", abstract: "Change the ride's target.",
    usage: "jz2ctl watts [--socket <path>] [--json] <W | +W | -W>",
    discussion: "`watts 160` sets the target, `watts +5` and `watts -5` change it.")

  @OptionGroup var options: CommonOptions

  // `-5` is an option to the parser; what no option is comes here.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The target or the change, in watts.", valueName: "watts"))
  var words: [String]

  /// What the words mean; nil if nothing.
  private var change: WattsArgument? {
    let words = words.first == "--" ? words.dropFirst() : words[...]
    return words.count == 1 ? words.first.flatMap(WattsArgument.init) : nil
  }

  func validate() throws {
    guard change == nil else { return }
    let typed = words.joined(separator: " ").printable
    throw ValidationError("watts takes 1 to 3000, or a change like +5 or -5, not '\(typed)'.")
  }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    let request: ControlRequest
    switch change {
    case .absolute(let watts): request = .setWatts(watts)
    case .change(let watts): request = .changeWatts(watts)
    case nil: throw ControlError(.invalidParameter, subject: "watts")
    }
    guard case .target(let target) = try daemon.call(request) else { throw .unexpectedReply }
    output.answer(target, text: "Target \(TargetText.target(target))")
  }
}
