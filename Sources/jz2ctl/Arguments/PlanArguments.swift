import ArgumentParser
import ControlWire

/// A line of a plan as it is typed: `2`, or `2.1` for the first interval of a group that repeats.
struct PlanLineArgument: ExpressibleByArgument, Equatable {
  /// The number of the group, from 1.
  let line: Int
  /// The number of the interval in it, from 1; nil for the whole group.
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

  /// As it was typed.
  var text: String { interval.map { "\(line).\($0)" } ?? "\(line)" }
}

/// Where an interval ends, as it is typed: latitude and longitude, or the name of a place of the plan's route, `Café`.
enum LocationArgument: ExpressibleByArgument, Equatable {
  case place(PlaceArgument)
  case named(String)

  /// A name has a letter; without one, the coordinates are mistyped.
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
