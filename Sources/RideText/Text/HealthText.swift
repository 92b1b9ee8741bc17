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
      localized: "Nothing of sleep, heart rate variability, resting heart rate or weight was found.")
    let what = found.isEmpty ? [nothing] : found
    return (what + [outcome(stored)] + leftOut(report)).joined(separator: "\n")
  }

  /// `3650 nights, 2016-11-27 to 2026-11-24`.
  private static func line(_ kind: HealthReport.Kind, _ counted: (Int) -> String) -> String? {
    guard let first = kind.first, let last = kind.last else { return nil }
    let days = first == last ? "\(first)" : String(localized: "\(first) to \(last)")
    return "\(counted(kind.count)), \(days)"
  }

  private static func outcome(_ stored: BodyImported?) -> String {
    guard let stored else { return String(localized: "Nothing was stored.") }
    let counts = [stored.nights, stored.measurements, stored.values]
    func sum(_ member: (BodyImported.Counts) -> Int) -> Int { counts.map(member).reduce(0, +) }
    let parts = [
      String(localized: "\(sum(\.added)) new"), String(localized: "\(sum(\.replaced)) changed"),
      String(localized: "\(sum(\.unchanged)) known already"),
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
    case .unknownUnit: String(localized: "\(what) in a unit that is not known") + place(of: part)
    case .impossibleValue: String(localized: "\(what) with a value that nobody can have") + place(of: part)
    case .timeWithoutOffset:
      String(localized: "\(what) with a time that does not say in which time zone") + place(of: part)
    case .badTime: String(localized: "\(what) without a time that makes sense") + place(of: part)
    case .unknownStage: String(localized: "\(what) with a word for sleep that is not known") + place(of: part)
    case .repeated:
      String(
        counting: count, one: "\(count) record that was there before",
        other: "\(count) records that were there before")
    case .overlappingSleep: String(localized: "\(what) while another program or device has more of it")
    case .nap:
      String(
        counting: count, one: "\(what) that is a nap: a day has one night, of an hour or more",
        other: "\(what) that are naps: a day has one night, of an hour or more")
    case .noSleep: String(localized: "\(what) without sleep, or longer than a day")
    case .beats:
      String(
        counting: count, one: "\(count) list of beats, whose times do not fit their measurement",
        other: "\(count) lists of beats, whose times do not fit their measurement") + place(of: part)
    case .otherProgram:
      String(localized: "\(what) of another program or device than an Apple Watch, which measure it differently")
        + place(of: part)
    case .beforeFirstDay: String(localized: "\(what) of days before the first one asked for")
    }
  }

  private static func counted(_ part: HealthReport.LeftOut) -> String {
    part.byte == nil
      ? String(counting: part.count, one: "\(part.count) stretch of sleep", other: "\(part.count) stretches of sleep")
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
      Explanation("The file is XML of another kind than an export of Apple Health.", remedy: "\(howToExport)")
    case .cut:
      Explanation(
        "The export ends too early, after byte \(fault.byte).",
        remedy: "Copy it again, and import it again: what came in already does not come in twice.")
    case .longTag:
      Explanation(
        "The export is damaged: what begins at byte \(fault.byte) does not end.",
        remedy: "Export it again on the iPhone, and import it again: what came in already does not come in twice.")
    case .tooMany:
      Explanation(
        "The export has more than is taken: more than \(excess(of: fault)), at byte \(fault.byte).",
        remedy: "Import a part of it: `jz2ctl health import FILE --since DATE`.")
    }
  }

  package static var noExport: Explanation {
    Explanation("The archive has no export of Apple Health in it.", remedy: "\(howToExport)")
  }

  private static var howToExport: String {
    String(
      localized: "On the iPhone: Health, your picture, Export All Health Data; then import the `export.zip` that it "
        + "makes.")
  }

  /// Describes the limit that an export exceeds.
  private static func excess(of fault: HealthFault) -> String {
    let words = fault.detail.split(separator: " ", maxSplits: 1)
    guard let count = words.first, let kind = words.last else { return fault.detail }
    return switch kind {
    case "records of sleep": String(localized: "\(count) records of sleep")
    case "sources of sleep": String(localized: "\(count) sources of sleep")
    case "values of one kind": String(localized: "\(count) values of one kind")
    default: fault.detail
    }
  }
}
