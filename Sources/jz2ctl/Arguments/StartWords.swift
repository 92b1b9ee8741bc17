import ArgumentParser
import ControlWire
import RideText
import Rides

/// The words after `start`: nothing, `150`, `150 60`, or the beginning of a plan's name.
enum StartWords: Equatable {
  case nothing
  case watts(Int)
  case wattsAndMinutes(Int, Double)
  case day(PlannedDay)
  case plan(String)

  /// - Throws: `ValidationError` for watts out of range, and `LengthRefusal`.
  init(_ words: [String]) throws {
    guard let first = words.first else {
      self = .nothing
      return
    }
    guard let watts = Self.watts(first) else {
      let name = words.joined(separator: " ")
      self = PlannedDay(rawValue: name).map(Self.day) ?? .plan(name)
      return
    }
    try Limits.watts.check("start", watts)
    switch words.count {
    case 1: self = .watts(watts)
    case 2:
      do throws(LengthRefusal) {
        self = .wattsAndMinutes(watts, try LengthReader("start 150 60", bare: .minutes).minutes(words[1]))
      } catch {
        throw ValidationError("'\(words[1].printable)': \(error)")
      }
    default: throw ValidationError("start takes watts and minutes, `start 150 60`, or the name of a plan.")
    }
  }

  /// Reads `150` or `150W`; nil for what does not begin with digits alone.
  private static func watts(_ word: String) -> Int? {
    let digits = word.last == "W" || word.last == "w" ? word.dropLast() : word[...]
    return (1...9).contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }
}

/// The plan that the beginning of a name stands for.
enum PlanGuess: Equatable {
  case plan(String)
  case several([String])
  /// None begins so; the nearest names.
  case none(nearest: [String])

  /// - Parameters:
  ///   - beginning: What was typed, in any case of letters.
  ///   - names: The names of all plans.
  init(_ beginning: String, among names: [String]) {
    let typed = beginning.lowercased()
    if let name = names.first(where: { $0 == beginning }) ?? names.first(where: { $0.lowercased() == typed }) {
      self = .plan(name)
      return
    }
    let found = names.filter { $0.lowercased().hasPrefix(typed) }
    switch found.count {
    case 0:
      // A name that is longer than what was typed is compared by its beginning.
      let beginnings = names.map { String($0.lowercased().prefix(typed.count)) }
      let near = NearWords.nearest(to: typed, among: beginnings)
      self = .none(nearest: zip(names, beginnings).filter { near.contains($1) }.map(\.0))
    case 1: self = .plan(found[0])
    default: self = .several(found)
    }
  }
}

extension RideRequest {
  /// The same ride with what was typed in its place.
  ///
  /// - Throws: `ValidationError` for what such a ride does not have.
  func changed(by typed: RideRequest) throws -> RideRequest {
    let hasOwnTimes = plan != nil || plannedFor != nil
    let isTimed = typed.minutes != nil || typed.endless != nil
    guard !hasOwnTimes || typed.watts == nil && !isTimed && typed.rampSeconds == 0 else {
      throw ValidationError("That ride was by a plan, which has its own watts and times.")
    }
    guard free != true || typed.watts == nil && typed.rampSeconds == 0 else {
      throw ValidationError("That ride was a free one, without watts.")
    }
    var changed = self
    changed.watts = typed.watts ?? watts
    if isTimed { (changed.minutes, changed.endless) = (typed.minutes, typed.endless) }
    changed.takeOptions(of: typed)
    return changed
  }

  /// The seconds of warm-up and cool-down.
  var rampSeconds: Int { (warmupSeconds ?? 0) + (cooldownSeconds ?? 0) }

  /// Whether it says neither what to ride nor how hard nor how long.
  var isWithoutWork: Bool {
    plan == nil && plannedFor == nil && zone2 == nil && free == nil && watts == nil && minutes == nil && endless == nil
  }

  /// Whether its power is missing.
  var lacksWatts: Bool { watts == nil && plan == nil && plannedFor == nil && zone2 == nil && free == nil }

  /// Whether its length is missing.
  var lacksLength: Bool { minutes == nil && endless == nil && plan == nil && plannedFor == nil && free == nil }
}
