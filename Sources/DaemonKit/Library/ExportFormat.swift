/// The files that an activity can be had as, by their suffixes.
package enum ActivityFormat: String, Hashable, Sendable, CaseIterable {
  /// Training Center XML.
  case tcx
  /// Garmin's Flexible and Interoperable Data Transfer.
  case fit
  /// The rows as a table.
  case csv
  /// Everything, for programs.
  case json
}

/// What a ride can be had as.
enum ExportFormat: Hashable, Sendable {
  case activity(ActivityFormat)
  /// The radio traffic.
  case btsnoop

  /// The format of a suffix; nil where there is none.
  init?(_ suffix: String) {
    if suffix == "btsnoop" {
      self = .btsnoop
    } else {
      guard let format = ActivityFormat(rawValue: suffix) else { return nil }
      self = .activity(format)
    }
  }

  var suffix: String {
    switch self {
    case .activity(let format): format.rawValue
    case .btsnoop: "btsnoop"
    }
  }
}
