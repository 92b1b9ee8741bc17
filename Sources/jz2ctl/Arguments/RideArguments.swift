import ArgumentParser
import ControlWire
import RideText
import Rides

/// A ride as it is typed: its number, `last`, `prev` or `-1` for the one before it, or the beginning of its name.
enum RideArgument: Equatable, CustomStringConvertible {
  /// The newest ride.
  case last
  /// The ride this many before the newest one.
  case back(Int)
  case number(Int)
  /// The newest ride whose name or plan begins with this text.
  case beginning(String)

  /// The typed text, in the form that the daemon accepts for a number and `last`.
  var text: String {
    switch self {
    case .last: "last"
    case .back(let count): "-\(count)"
    case .number(let number): "\(number)"
    case .beginning(let text): text
    }
  }

  var description: String { text }

  /// Whether the text is the beginning of a name.
  var isName: Bool {
    if case .beginning = self { true } else { false }
  }

  /// Whether the text names the ride exactly, so that a deletion needs no question.
  var isExact: Bool {
    switch self {
    case .last, .number: true
    case .back, .beginning: false
    }
  }

  /// - Throws: `ValidationError` for numbers below 1, and for no text.
  init(typed: String) throws {
    let lower = typed.lowercased()
    if lower == "last" {
      self = .last
    } else if lower == "prev" || lower == "previous" {
      self = .back(1)
    } else if let number = Int(typed), number > 0 {
      self = .number(number)
    } else if lower.hasPrefix("last-"), let count = Int(lower.dropFirst(5)), count > 0 {
      self = .back(count)
    } else if typed.contains(where: \.isLetter) {
      self = .beginning(typed)
    } else {
      throw ValidationError(
        String(
          localized: "Give a ride's number, from 1; last, prev or -2; or the beginning of its name. `jz2ctl rides` "
            + "lists the rides."))
    }
  }
}

/// The role of a device in rides, as it is typed: `power`.
struct DeviceRoleArgument: ExpressibleByArgument {
  static var allValueStrings: [String] { DeviceRole.allCases.map(\.rawValue) }

  let role: DeviceRole

  /// Parses the role in any case, with or without a hyphen: `heartRate`, `heart-rate`.
  init?(argument: String) {
    let typed = argument.lowercased().filter { $0 != "-" }
    guard let role = DeviceRole.allCases.first(where: { $0.rawValue.lowercased() == typed }) else { return nil }
    self.role = role
  }
}

/// Names of plans and labels of intervals.
enum ShortText {
  /// The accepted length, in characters.
  private static let length = 1...Limits.nameLength

  /// Checks that a ride's name or note is not too long and has no control characters other than line feeds and tabs.
  ///
  /// - Throws: `ValidationError` with the limit.
  static func checkRide(_ what: String, _ text: String, atMostBytes limit: Int) throws {
    guard text.utf8.count <= limit else {
      let most = text.utf8.count - limit
      throw ValidationError(
        String(
          counting: most, one: "\(what) is too long by \(most) letter.",
          other: "\(what) is too long by \(most) letters."))
    }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 || "\n\t".unicodeScalars.contains($0) })
    else {
      throw ValidationError(String(localized: "\(what) takes no control characters."))
    }
  }

  /// Checks that a text is neither blank nor too long.
  ///
  /// - Parameters:
  ///   - what: The subject of the error message: `A label`.
  ///   - text: The typed text.
  /// - Throws: `ValidationError` with the limit.
  static func check(_ what: String, _ text: String) throws {
    guard length.contains(text.count), !text.allSatisfy(\.isWhitespace) else {
      throw ValidationError(String(localized: "\(what) takes \(length.lowerBound) to \(length.upperBound) characters."))
    }
  }
}

/// The file formats by the extension of a file's name: `.tcx`.
enum FileEnding {
  /// Returns the format for a name's extension; nil if the extension is missing or unknown.
  static func format<Format: FileFormat>(of path: String) -> Format? {
    ending(of: path).flatMap { Format(rawValue: $0.lowercased()) }
  }

  /// Rejects a name whose extension contradicts the format, because services judge files by their names.
  ///
  /// - Parameters:
  ///   - path: The file to write; nil for none.
  ///   - format: The requested format; nil if the name decides.
  ///   - usual: The format of a name without an extension.
  ///   - others: Further extensions of the usual format.
  /// - Throws: `ValidationError`.
  static func check<Format: FileFormat>(
    _ path: String?, _ format: Format?, _ usual: Format, also others: [String] = []
  ) throws {
    guard let path, let ending = ending(of: path) else { return }
    let named: Format? = others.contains(ending.lowercased()) ? usual : Self.format(of: path)
    if let format {
      guard let named, named != format else { return }
      throw ValidationError(
        String(localized: "--format \(format.rawValue) does not match '\(path.printable)'. Change one of them."))
    }
    guard named == nil else { return }
    let known = (Format.allCases.map(\.rawValue) + others).joined(separator: ", ")
    throw ValidationError(String(localized: "Unknown format: \(ending.printable). Use \(known)."))
  }

  /// Returns the letters after the last dot of a name; nil for a name without a dot, and for a device.
  private static func ending(of path: String) -> String? {
    guard !path.hasPrefix("/dev/"), let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      dot > name.startIndex
    else { return nil }
    return String(name[name.index(after: dot)...])
  }
}

/// A set of file formats; each raw value is the extension of a file's name.
protocol FileFormat: RawRepresentable<String>, CaseIterable, Equatable {}

extension ExportFormat: ExpressibleByArgument, FileFormat {}
extension WorkoutFileFormat: ExpressibleByArgument, FileFormat {}

/// The formats of a picture.
enum PictureFormat: String, FileFormat {
  case svg, png
}
