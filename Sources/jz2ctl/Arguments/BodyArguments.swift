import ArgumentParser
import ControlWire
import RideText
import Rides

extension MeasurementPosition: ExpressibleByArgument {}
extension NightSource: ExpressibleByArgument {}

/// The rider's position, for the verbs that need it.
struct PositionOption: ParsableArguments {
  @Option(help: ArgumentHelp("Your position: \(words).", valueName: "position"))
  var position: MeasurementPosition?

  /// In English, like all help.
  private static var words: String {
    Translation.$current.withValue(nil) { BodyText.list(MeasurementPosition.allCases.map(\.rawValue), .or) }
  }
}

/// A measurement as it is typed: its number, or `last`.
struct MeasurementArgument: ExpressibleByArgument {
  /// The name that the daemon accepts.
  let text: String

  init?(argument: String) {
    guard argument == "last" || (Int(argument) ?? 0) > 0 else { return nil }
    text = argument
  }
}
