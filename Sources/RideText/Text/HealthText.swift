package import ControlWire
package import HealthExport

/// Texts about an import from Apple Health.
package enum HealthText {
  /// Describes the found values, the stored values, and the values left out; without `stored` it is a dry run.
  package static func lines(_ report: HealthReport, stored: BodyImported?) -> String {
    let found = [
      line(report.nights) {
        String(counting: $0, one: "\($0) night", other: "\($0) nights")
      },
      line(report.measurements) {
        String(
          counting: $0, one: "\($0) measurement of heart rate variability",
          other: "\($0) measurements of heart rate variability")
      },
      line(report.restingHeartRates) {
        String(counting: $0, one: "\($0) resting heart rate", other: "\($0) resting heart rates")
      },
      line(report.weights) {
        String(counting: $0, one: "\($0) weight", other: "\($0) weights")
      },
    ].compactMap(\.self)
    let nothing = String(
      localized: "No sleep, heart rate variability, resting heart rate or weight was found.")
    let what = found.isEmpty ? [nothing] : found
    return (what + [outcome(stored)] + leftOut(report)).joined(separator: "\n")
  }

  /// `3650 nights, 2016-11-27 to 2026-11-24`.
  private static func line(_ kind: HealthReport.Kind, _ counted: (Int) -> String) -> String? {
    guard let first = kind.first, let last = kind.last else { return nil }
    let days = first == last ? first.dateText : String(localized: "\(first.dateText) to \(last.dateText)")
    return "\(counted(kind.count)), \(days)"
  }

  private static func outcome(_ stored: BodyImported?) -> String {
    guard let stored else { return String(localized: "Nothing was stored.") }
    let counts = [stored.nights, stored.measurements, stored.values]
    func sum(_ member: (BodyImported.Counts) -> Int) -> Int { counts.map(member).reduce(0, +) }
    let parts = [
      String(localized: "\(sum(\.added)) new"), String(localized: "\(sum(\.replaced)) changed"),
      String(localized: "\(sum(\.unchanged)) unchanged"),
      sum(\.refused) == 0 ? nil : String(localized: "\(sum(\.refused)) refused"),
    ]
    return String(localized: "Stored: \(parts.compactMap(\.self).joined(separator: ", ")).")
  }

  private static func leftOut(_ report: HealthReport) -> [String] {
    guard !report.leftOut.isEmpty else { return [] }
    return [String(localized: "Left out:")] + report.leftOut.map { "  \(reason($0))" }
  }

  private static func reason(_ part: HealthReport.LeftOut) -> String {
    let (count, what) = (part.count, counted(part))
    return switch part.reason {
    case .unknownUnit: String(localized: "\(what) in an unknown unit") + place(of: part)
    case .impossibleValue: String(localized: "\(what) with an impossible value") + place(of: part)
    case .timeWithoutOffset:
      String(localized: "\(what) without a time zone") + place(of: part)
    case .badTime: String(localized: "\(what) without a valid time") + place(of: part)
    case .unknownStage: String(localized: "\(what) with an unknown sleep stage") + place(of: part)
    case .repeated:
      String(
        counting: count, one: "\(count) duplicate record",
        other: "\(count) duplicate records")
    case .overlappingSleep: String(localized: "\(what) during longer sleep from another program or device")
    case .nap:
      String(
        counting: count, one: "\(what) that is a nap: shorter than an hour, or not the longest of its day",
        other: "\(what) that are naps: shorter than an hour, or not the longest of their day")
    case .noSleep: String(localized: "\(what) without sleep, or longer than a day")
    case .beats:
      String(
        counting: count, one: "\(count) list of heartbeats that does not fit its measurement",
        other: "\(count) lists of heartbeats that do not fit their measurements") + place(of: part)
    case .otherProgram:
      String(localized: "\(what) not from an Apple Watch; other programs and devices measure differently")
        + place(of: part)
    case .beforeFirstDay: String(localized: "\(what) from before the first day to import")
    }
  }

  private static func counted(_ part: HealthReport.LeftOut) -> String {
    part.byte == nil
      ? String(counting: part.count, one: "\(part.count) sleep session", other: "\(part.count) sleep sessions")
      : String(counting: part.count, one: "\(part.count) record", other: "\(part.count) records")
  }

  /// Returns the position in the file, after a space; empty if it is not known.
  private static func place(of part: HealthReport.LeftOut) -> String {
    guard let byte = part.byte else { return "" }
    return part.count == 1
      ? " " + String(localized: "(at byte \(byte))") : " " + String(localized: "(the first at byte \(byte))")
  }
}

extension HealthText {
  /// The code of a fault, as `--json` prints it.
  package static func name(of fault: HealthFault) -> String {
    switch fault.code {
    case .notXML, .noHealthData: "NoHealthExport"
    case .cut: "HealthExportCut"
    case .longTag: "HealthExportBroken"
    case .tooMany: "HealthExportTooLarge"
    }
  }

  package static func explanation(_ fault: HealthFault) -> Explanation {
    switch fault.code {
    case .notXML: Explanation("The file is neither XML nor a ZIP archive.", remedy: "\(howToExport)")
    case .noHealthData:
      Explanation("The XML file is not an Apple Health export.", remedy: "\(howToExport)")
    case .cut:
      Explanation(
        "The export ends too early, after byte \(fault.byte).",
        remedy: "Copy it again, then import it. Nothing is stored twice.")
    case .longTag:
      Explanation(
        "The export is damaged: the tag at byte \(fault.byte) does not end.",
        remedy: "Export it again on the iPhone, then import it. Nothing is stored twice.")
    case .tooMany:
      Explanation(
        "The export is too large: more than \(excess(of: fault)), at byte \(fault.byte).",
        remedy: "Import only a part of it: `jz2ctl import FILE --since DATE`.")
    }
  }

  package static var noExport: Explanation {
    Explanation("The archive contains no Apple Health export.", remedy: "\(howToExport)")
  }

  private static var howToExport: String {
    String(
      localized: "On the iPhone, open Health, tap your picture, then Export All Health Data. Import the new "
        + "`export.zip`.")
  }

  /// Describes the limit that an export exceeds.
  private static func excess(of fault: HealthFault) -> String {
    let words = fault.detail.split(separator: " ", maxSplits: 1)
    guard let count = words.first, let kind = words.last else { return fault.detail }
    return switch kind {
    case "records of sleep": String(localized: "\(count) sleep records")
    case "sources of sleep": String(localized: "\(count) sleep sources")
    case "values of one kind": String(localized: "\(count) values of one kind")
    default: fault.detail
    }
  }
}
