package import ControlWire
package import HealthExport

/// An import from Apple Health as people read it.
package enum HealthText {
  /// What was found, what became of it, and what was left out; without `stored`, in a dry run, nothing became of it.
  package static func lines(_ report: HealthReport, stored: BodyImported?) -> String {
    let found = [
      line(report.nights, "night", "nights"),
      line(report.measurements, "measurement of heart rate variability", "measurements of heart rate variability"),
      line(report.restingHeartRates, "resting heart rate", "resting heart rates"),
      line(report.weights, "weight", "weights"),
    ].compactMap(\.self)
    let what =
      found.isEmpty ? ["Nothing of sleep, heart rate variability, resting heart rate or weight was found."] : found
    return (what + [outcome(stored)] + leftOut(report)).joined(separator: "\n")
  }

  /// `3650 nights, 2016-11-27 to 2026-11-24`.
  private static func line(_ kind: HealthReport.Kind, _ one: String, _ many: String) -> String? {
    guard let first = kind.first, let last = kind.last else { return nil }
    let days = first == last ? "\(first)" : "\(first) to \(last)"
    return "\(kind.count) \(kind.count == 1 ? one : many), \(days)"
  }

  private static func outcome(_ stored: BodyImported?) -> String {
    guard let stored else { return "Nothing was stored." }
    let counts = [stored.nights, stored.measurements, stored.values]
    func sum(_ member: (BodyImported.Counts) -> Int) -> Int { counts.map(member).reduce(0, +) }
    let parts = [
      "\(sum(\.added)) new", "\(sum(\.replaced)) changed", "\(sum(\.unchanged)) known already",
      sum(\.refused) == 0 ? nil : "\(sum(\.refused)) refused",
    ]
    return "Stored: \(parts.compactMap(\.self).joined(separator: ", "))."
  }

  private static func leftOut(_ report: HealthReport) -> [String] {
    guard !report.leftOut.isEmpty else { return [] }
    return ["Left out:"] + report.leftOut.map { "  \($0.count) \(reason($0))" }
  }

  private static func reason(_ part: HealthReport.LeftOut) -> String {
    let isOne = part.count == 1
    let what = part.byte == nil ? isOne ? "stretch of sleep" : "stretches of sleep" : isOne ? "record" : "records"
    let place = part.byte.map { isOne ? " (at byte \($0))" : " (the first at byte \($0))" } ?? ""
    switch part.reason {
    case .unknownUnit: return "\(what) in a unit that is not known\(place)"
    case .impossibleValue: return "\(what) with a value that nobody can have\(place)"
    case .timeWithoutOffset: return "\(what) with a time that does not say in which time zone\(place)"
    case .badTime: return "\(what) without a time that makes sense\(place)"
    case .unknownStage: return "\(what) with a word for sleep that is not known\(place)"
    case .repeated: return "\(isOne ? "record that was" : "records that were") there before"
    case .overlappingSleep: return "\(what) while another program or device has more of it"
    case .nap: return "\(what) that \(isOne ? "is a nap" : "are naps"): a day has one night, of an hour or more"
    case .noSleep: return "\(what) without sleep, or longer than a day"
    case .beats: return "\(isOne ? "list" : "lists") of beats, whose times do not fit their measurement\(place)"
    case .otherProgram:
      return "\(what) of another program or device than an Apple Watch, which measure it differently\(place)"
    case .beforeFirstDay: return "\(what) of days before the first one asked for"
    }
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

  package static func sentence(_ fault: HealthFault) -> Sentence {
    switch fault.code {
    case .notXML: Sentence("The file is neither XML nor a ZIP archive.", remedy: howToExport)
    case .noHealthData: Sentence("The file is XML of another kind than an export of Apple Health.", remedy: howToExport)
    case .cut: Sentence("The export ends too early, after byte \(fault.byte).", remedy: "Copy it again, \(thenAgain).")
    case .longTag:
      Sentence(
        "The export is damaged: what begins at byte \(fault.byte) does not end.",
        remedy: "Export it again on the iPhone, \(thenAgain).")
    case .tooMany:
      Sentence(
        "The export has more than is taken: more than \(fault.detail), at byte \(fault.byte).",
        remedy: "Import a part of it: `jz2ctl health import FILE --since DATE`.")
    }
  }

  package static var noExport: Sentence {
    Sentence("The archive has no export of Apple Health in it.", remedy: howToExport)
  }

  private static var thenAgain: String { "and import it again: what came in already does not come in twice" }

  private static var howToExport: String {
    "On the iPhone: Health, your picture, Export All Health Data; then import the `export.zip` that it makes."
  }
}
