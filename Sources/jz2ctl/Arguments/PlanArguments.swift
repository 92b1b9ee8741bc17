import ArgumentParser
import ControlWire
import RideText
import Rides

/// A place as it is typed: latitude and longitude in degrees, `47.3769,8.5417`; south and west are negative.
struct PlaceArgument: ExpressibleByArgument, Equatable {
  /// −90…90.
  let latitudeDegrees: Double
  /// −180…180.
  let longitudeDegrees: Double

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    let parts = words.compactMap { word in
      word.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) } ? Double(word) : nil
    }
    guard words.count == 2, parts.count == 2, (-90...90).contains(parts[0]), (-180...180).contains(parts[1]) else {
      return nil
    }
    (latitudeDegrees, longitudeDegrees) = (parts[0], parts[1])
  }
}

/// A cue as it is typed: `0:30 Ease off`; the time counts from the start of the interval.
enum CueArgument {
  private static let example = "--cue '0:30 Ease off'"

  /// Parses the cue; it is shown for ten seconds.
  ///
  /// - Throws: `ValidationError` for a time without a text, and `LengthRefusal`.
  static func cue(_ typed: String) throws -> PlanCue {
    let words = typed.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else {
      throw ValidationError(String(localized: "a cue is a time and a text, for example `\(example)`."))
    }
    let seconds = try LengthReader(example).wholeSeconds(String(words[0]))
    return PlanCue(atSeconds: seconds, seconds: 10, text: String(words[1]).trimmingEnd)
  }
}

/// A line of a plan as it is typed: `2`, or `2.1` for the first interval of a repeated group.
struct PlanLineArgument: ExpressibleByArgument, Equatable {
  /// The number of the group, from 1.
  let line: Int
  /// The number of the interval in the group, from 1; nil for the whole group.
  let interval: Int?

  init?(argument: String) {
    let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count <= 6 && part.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(part) : nil
    }
    guard (1...2).contains(parts.count), numbers.count == parts.count, numbers.allSatisfy({ $0 >= 1 }) else {
      return nil
    }
    line = numbers[0]
    interval = numbers.count == 2 ? numbers[1] : nil
  }

  /// The typed text.
  var text: String { interval.map { "\(line).\($0)" } ?? "\(line)" }
}

/// The end of an interval as it is typed: latitude and longitude, or the name of a place on the plan's route, `Café`.
enum LocationArgument: ExpressibleByArgument, Equatable {
  case place(PlaceArgument)
  case named(String)

  /// Parses a place or a name; text without a letter is a mistyped coordinate, not a name.
  init?(argument: String) {
    if let place = PlaceArgument(argument: argument) {
      self = .place(place)
    } else if argument.contains(where: \.isLetter), argument.count <= Limits.nameLength {
      self = .named(argument)
    } else {
      return nil
    }
  }
}
