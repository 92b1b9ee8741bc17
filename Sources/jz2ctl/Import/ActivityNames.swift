import ControlWire
import Rides

/// The names of activities in the `activities.csv` of Strava's archive, whose files have no names of their own.
struct ActivityNames {
  static let fileName = "activities.csv"
  /// The maximum size, in bytes: some hundred thousand activities.
  static let longestFile = 64 << 20

  private var names: [String: String] = [:]

  init() {}

  /// Reads the table.
  ///
  /// - Parameters:
  ///   - csv: The table, with the columns `Filename` and `Activity Name`.
  ///   - path: The table's path; the files' paths are relative to its folder.
  init(csv: String, at path: String) {
    var rows = csv.tableRows.makeIterator()
    guard let header = rows.next(), let file = header.firstIndex(of: "Filename"),
      let name = header.firstIndex(of: "Activity Name")
    else { return }
    let folder = path.dropLast(Self.fileName.count)
    while let row = rows.next() {
      guard row.indices.contains(max(file, name)), !row[file].isEmpty else { continue }
      names[folder + row[file]] = Self.shortened(row[name])
    }
  }

  /// Returns whether a file is such a table.
  static func isTable(_ path: String) -> Bool { path == fileName || path.hasSuffix("/\(fileName)") }

  /// The name of the activity in a file; nil without one.
  subscript(path: String) -> String? { names[path] }

  /// Returns the name on one line, cut to the maximum length of a ride's name; nil if it is empty.
  private static func shortened(_ name: String) -> String? {
    let line = name.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars
    var name = String(String.UnicodeScalarView(line.filter { $0.value >= 32 && $0.value != 127 }))
    while name.utf8.count > Limits.rideNameBytes { name.removeLast() }
    return name.isEmpty ? nil : name
  }
}

extension String {
  /// The rows of a table in the format of RFC 4180: quoted cells may contain commas, line breaks and doubled quotes.
  fileprivate var tableRows: [[String]] {
    var (rows, row, cell) = ([[String]](), [String](), "")
    var (isQuoted, isClosed) = (false, false)
    for character in trimmingPrefix("\u{FEFF}") {
      let wasClosed = isClosed
      isClosed = false
      switch character {
      case "\"":
        // Two quotes within quotes are one quote.
        if wasClosed { cell.append(character) }
        isQuoted.toggle()
        isClosed = !isQuoted
      case _ where isQuoted: cell.append(character)
      case ",":
        row.append(cell)
        cell = ""
      case _ where character.isNewline:
        rows.append(row + [cell])
        (row, cell) = ([], "")
      default: cell.append(character)
      }
    }
    return rows + [row + [cell]]
  }
}
