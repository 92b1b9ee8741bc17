import ArgumentParser
import ControlWire
import RideText
import Rides

/// The words after `start`, if any: `last`, `150`, `150 60`, `today`, or the beginning of a plan's name.
enum StartArguments: Equatable {
  case nothing
  /// The last ride again.
  case last
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
      self = name == "last" ? .last : PlannedDay(rawValue: name).map(Self.day) ?? .plan(name)
      return
    }
    try Limits.watts.check("start", watts, "W")
    switch words.count {
    case 1: self = .watts(watts)
    case 2:
      do throws(LengthRefusal) {
        self = .wattsAndMinutes(watts, try LengthReader("start 150 60", bare: .minutes).minutes(words[1]))
      } catch {
        throw ValidationError("'\(words[1].printable)': \(error)")
      }
    default:
      throw ValidationError(String(localized: "start takes watts and minutes, `start 150 60`, or the name of a plan."))
    }
  }

  /// Parses `150` or `150W`; nil for any other text.
  private static func watts(_ word: String) -> Int? {
    Quantity.watts.number(word).flatMap(Int.init(exactly:))
  }

  /// Returns the option of `start` whose name was typed without its hyphens; nil without a similar option.
  static func option(near word: String) -> String? {
    let options = ["zone2": "--zone2", "free": "--free", "endless": "--endless", "again": "last"]
    return Suggestions.nearest(to: word.lowercased(), among: options.keys).first.flatMap { options[$0] }
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
      throw ValidationError(String(localized: "That ride followed a plan, which has its own watts and times."))
    }
    guard free != true || typed.watts == nil && typed.rampSeconds == 0 else {
      throw ValidationError(String(localized: "That was a free ride, which has no watts."))
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
