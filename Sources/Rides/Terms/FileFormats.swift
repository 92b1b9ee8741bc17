/// The formats of a ride that is written as an activity; the raw value is the extension of the file's name.
package enum ActivityFormat: String, Hashable, Sendable, CaseIterable {
  /// Training Center XML.
  case tcx
  /// Garmin's Flexible and Interoperable Data Transfer.
  case fit
  /// The rows as a table.
  case csv
  /// All data, for programs.
  case json
}

/// The formats in which a ride is exported; the raw value is the extension of the file's name.
package enum ExportFormat: RawRepresentable, Hashable, Sendable, CaseIterable {
  case activity(ActivityFormat)
  /// The places and heights.
  case gpx
  /// The radio traffic.
  case btsnoop

  package static var allCases: [ExportFormat] { ActivityFormat.allCases.map { .activity($0) } + [.gpx, .btsnoop] }

  package init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  package var rawValue: String {
    switch self {
    case .activity(let format): format.rawValue
    case .gpx: "gpx"
    case .btsnoop: "btsnoop"
    }
  }
}

/// The formats in which a plan is written.
package enum WorkoutFileFormat: String, Hashable, Sendable, CaseIterable {
  /// The project's own format, `WorkoutText`.
  case text
  case zwo
  case erg
  case mrc
  /// A workout in FIT.
  case fit

  /// The extension of the file's name, without the dot.
  package var fileExtension: String { self == .text ? "txt" : rawValue }
}
