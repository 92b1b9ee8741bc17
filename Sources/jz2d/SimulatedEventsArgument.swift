import ArgumentParser
import DaemonKit

/// `away=20+4,away=40+0.5,silent=60+5,rest=90+30`, any number of each, in any order.
struct SimulatedEventsArgument: ExpressibleByArgument {
  let events: SimulatedEvents

  /// The latest second of an event.
  private static let mostSeconds = 86_400.0

  init?(argument: String) {
    var events = SimulatedEvents()
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let name = sides.first, let time = sides.last.flatMap(Self.time) else { return nil }
      switch name {
      case "away": events.absences.append(time)
      case "silent": events.silences.append(time)
      case "rest": events.rests.append(time)
      default: return nil
      }
    }
    self.events = events
  }

  /// Parses `20+4`, the seconds from 20 to 24.
  private static func time(_ text: Substring) -> Range<Duration>? {
    let numbers = text.split(separator: "+", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let start = numbers.first ?? nil, let length = numbers.last ?? nil,
      (0...mostSeconds).contains(start), (0...mostSeconds).contains(length)
    else { return nil }
    return .seconds(start)..<(.seconds(start) + .seconds(length))
  }
}
