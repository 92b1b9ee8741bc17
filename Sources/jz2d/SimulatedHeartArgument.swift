import ArgumentParser
import DaemonKit

/// `gain=0.4,lag=60,delay=20,drift=8,rest=62`, any of them, in any order.
struct SimulatedHeartArgument: ExpressibleByArgument {
  let heart: SimulatedHeart

  init?(argument: String) {
    var heart = SimulatedHeart()
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let name = sides.first, let value = sides.last.flatMap({ Double($0) }) else { return nil }
      guard Self.set(name, to: value, in: &heart) else { return nil }
    }
    self.heart = heart
  }

  /// Takes one of the values; whether there is such a one, and it is what a heart may have.
  private static func set(_ name: Substring, to value: Double, in heart: inout SimulatedHeart) -> Bool {
    switch name {
    case "gain" where (0...2).contains(value): heart.gain = value
    case "lag" where (1...600).contains(value): heart.lagSeconds = value
    case "delay" where (0...120).contains(value): heart.delaySeconds = Int(value)
    case "drift" where (-60...60).contains(value): heart.driftPerHour = value
    case "rest" where (30...120).contains(value): heart.restingBeatsPerMinute = value
    default: return false
    }
    return true
  }
}
