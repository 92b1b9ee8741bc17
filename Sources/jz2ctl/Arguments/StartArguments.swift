import ArgumentParser
import ControlWire
import RideText
import Rides

/// The words after `start`: none, `150`, `150 60`, or the beginning of a plan's name.
enum StartArguments: Equatable {
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

  /// Parses `150` or `150W`; nil for any other text.
  private static func watts(_ word: String) -> Int? {
    let digits = word.last == "W" || word.last == "w" ? word.dropLast() : word[...]
    return (1...9).contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }
}

/// The plan whose name begins with the typed text.
enum PlanGuess: Equatable {
  case plan(String)
  case several([String])
  /// No plan's name begins with the text; the most similar names.
  case none(nearest: [String])

  /// - Parameters:
  ///   - beginning: The typed text, in any case.
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
      // Only the start of a name is compared if the name is longer than the typed text.
      let beginnings = names.map { String($0.lowercased().prefix(typed.count)) }
      let near = Suggestions.nearest(to: typed, among: beginnings)
      self = .none(nearest: zip(names, beginnings).filter { near.contains($1) }.map(\.0))
    case 1: self = .plan(found[0])
    default: self = .several(found)
    }
  }
}

extension RideRequest {
  /// Returns this ride with the typed values replacing its own.
  ///
  /// - Throws: `ValidationError` for a value that this kind of ride does not have.
  func changed(by typed: RideRequest) throws -> RideRequest {
    let hasOwnTimes = plan != nil || plannedFor != nil
    let isTimed = typed.minutes != nil || typed.endless != nil
    guard !hasOwnTimes || typed.watts == nil && !isTimed && typed.rampSeconds == 0 else {
      throw ValidationError("That ride followed a plan, which has its own watts and times.")
    }
    guard free != true || typed.watts == nil && typed.rampSeconds == 0 else {
      throw ValidationError("That was a free ride, which has no watts.")
    }
    var changed = self
    changed.watts = typed.watts ?? watts
    if isTimed { (changed.minutes, changed.endless) = (typed.minutes, typed.endless) }
    changed.takeOptions(of: typed)
    return changed
  }

  /// The length of warm-up and cool-down together, in seconds.
  var rampSeconds: Int { (warmupSeconds ?? 0) + (cooldownSeconds ?? 0) }

  /// Whether the request has no kind of ride, no power and no length.
  var isWithoutWork: Bool {
    plan == nil && plannedFor == nil && zone2 == nil && free == nil && watts == nil && minutes == nil && endless == nil
  }

  /// Whether the power is missing although the ride needs one.
  var lacksWatts: Bool { watts == nil && plan == nil && plannedFor == nil && zone2 == nil && free == nil }

  /// Whether the length is missing although the ride needs one.
  var lacksLength: Bool { minutes == nil && endless == nil && plan == nil && plannedFor == nil && free == nil }
}
