import ArgumentParser
import RideText

/// What a file's name says of its form: `.tcx`.
enum FileEnding {
  /// The form that a name ends in; nil where it ends in none of them.
  static func format<Format: FileFormat>(of path: String) -> Format? {
    ending(of: path).flatMap { Format(rawValue: $0.lowercased()) }
  }

  /// Refuses a name that promises what the file will not be: services take files by their names.
  ///
  /// - Parameters:
  ///   - path: Where it is to be written; nil for nowhere.
  ///   - format: The form that was asked for; nil where the name is to tell.
  ///   - usual: The form of a name without an ending.
  ///   - others: Further endings of the usual form.
  /// - Throws: `ValidationError`.
  static func check<Format: FileFormat>(
    _ path: String?, _ format: Format?, _ usual: Format, also others: [String] = []
  ) throws {
    guard let path, let ending = ending(of: path) else { return }
    let named: Format? = others.contains(ending.lowercased()) ? usual : Self.format(of: path)
    if let format {
      guard let named, named != format else { return }
      throw ValidationError("--format \(format.rawValue) does not go with '\(path.printable)'; leave one of them out.")
    }
    guard named == nil else { return }
    let known = (Format.allCases.map(\.rawValue) + others).joined(separator: ", ")
    throw ValidationError("No such format: \(ending.printable). A file is written as \(known).")
  }

  /// The letters after the last dot of a name; nil where it has none, and of a device.
  private static func ending(of path: String) -> String? {
    guard !path.hasPrefix("/dev/"), let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      dot > name.startIndex
    else { return nil }
    return String(name[name.index(after: dot)...])
  }
}

/// The forms of a kind of files, each called as its names end.
protocol FileFormat: RawRepresentable<String>, CaseIterable, Equatable {}

extension ExportFormat: FileFormat {}
extension PlanFormat: FileFormat {}

/// The forms of a picture.
enum PictureFormat: String, FileFormat {
  case svg
}
