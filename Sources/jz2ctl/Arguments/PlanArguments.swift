import ArgumentParser
import ControlWire
import RideText

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

  /// Reads the cue, which is shown for ten seconds.
  ///
  /// - Throws: `ValidationError` for a time without a text, and `LengthRefusal`.
  static func cue(_ typed: String) throws -> PlannedCue {
    let words = typed.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { throw ValidationError("a cue is a time and a text, for example `\(example)`.") }
    let seconds = try LengthReader(example).wholeSeconds(String(words[0]))
    return PlannedCue(atSeconds: seconds, seconds: 10, text: String(words[1]).trimmingEnd)
  }
}
