import ArgumentParser
import ControlWire
import RideText
import Rides

/// A ride as it is typed: its number, or `last`.
struct RideArgument: Equatable, CustomStringConvertible {
  /// The newest ride.
  static let last = RideArgument(text: "last")

  /// The name that the daemon accepts.
  let text: String

  var description: String { text }

  private init(text: String) { self.text = text }

  /// - Throws: `ValidationError` if the text is neither a positive number nor `last`.
  init(typed: String) throws {
    if typed.lowercased() == Self.last.text {
      self = .last
    } else if let number = Int(typed), number > 0 {
      self.init(text: "\(number)")
    } else {
      throw ValidationError("give a ride's number, from 1, or last; `jz2ctl rides` lists the rides.")
    }
  }
}

/// A month as it is typed: `2026-11`.
struct MonthArgument: ExpressibleByArgument {
  /// The month, from 1970 on.
  let month: CalendarMonth

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      argument.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let year = Int(parts[0]), year >= 1970, let number = Int(parts[1]), (1...12).contains(number)
    else { return nil }
    month = CalendarMonth(year: year, number: number)
  }
}

/// The address of a trainer or a strap as it is typed: `C0:FF:EE:00:00:01`, in either case.
///
/// Only the form is checked here; the daemon decides whether it knows the device.
struct DeviceAddressArgument: ExpressibleByArgument {
  static var defaultCompletionKind: CompletionKind { .devices }

  /// The address in upper case.
  let text: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 6, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }) else { return nil }
    text = argument.uppercased()
  }
}

/// The role of a device in rides, as it is typed: `power`.
struct DeviceRoleArgument: ExpressibleByArgument {
  static var allValueStrings: [String] { DeviceRole.allCases.map(\.rawValue) }

  let role: DeviceRole

  init?(argument: String) {
    guard let role = DeviceRole(rawValue: argument) else { return nil }
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
      throw ValidationError("\(what) takes at most \(limit) bytes, not \(text.utf8.count).")
    }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 || "\n\t".unicodeScalars.contains($0) })
    else {
      throw ValidationError("\(what) takes no control characters.")
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
      throw ValidationError("\(what) takes \(length.lowerBound) to \(length.upperBound) characters.")
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
      throw ValidationError("--format \(format.rawValue) does not match '\(path.printable)'. Change one of them.")
    }
    guard named == nil else { return }
    let known = (Format.allCases.map(\.rawValue) + others).joined(separator: ", ")
    throw ValidationError("Unknown format: \(ending.printable). Use \(known).")
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
