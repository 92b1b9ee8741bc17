import Foundation
import TestKit
import Testing

/// Imports an Apple Health export from a pipe or a file into the library.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct HealthEndToEndTests {
  private static let export = """
    <HealthData>
    <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2026-09-13 23:00:00 +0200" \
    endDate="2026-09-14 06:00:00 +0200" value="HKCategoryValueSleepAnalysisAsleepCore"/>
    <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" value="25.5526" \
    startDate="2026-09-14 08:33:39 +0200" endDate="2026-09-14 08:34:44 +0200"><HeartRateVariabilityMetadataList>
    <InstantaneousBeatsPerMinute bpm="80" time="8:33:55,04 AM"/><InstantaneousBeatsPerMinute bpm="80" time="8:33:55,79 AM"/>
    <InstantaneousBeatsPerMinute bpm="79" time="8:33:56,55 AM"/></HeartRateVariabilityMetadataList></Record>
    <Record type="HKQuantityTypeIdentifierRestingHeartRate" unit="count/min" value="47" \
    startDate="2026-09-14 00:05:00 +0200"/>
    <Record type="HKQuantityTypeIdentifierBodyMass" unit="lb" value="157.4" startDate="2026-09-14 07:00:00 +0200"/>
    </HealthData>
    """

  private static func exported(to place: TemporaryDirectory) throws -> String {
    let path = place.path(of: "export.xml")
    try export.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  @Test func `a dry run reads an export from a pipe and needs no daemon`() async throws {
    let place = try TemporaryDirectory()
    let words = "cat '\(try Self.exported(to: place))' | '\(Program.products.appending(path: "jz2ctl").path())'"
    let outcome = try await Program("/bin/sh", ["-c", "\(words) import - --dry-run"]).outcome()
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(
      outcome.output == """
        -: 1 night, 2026-09-14
          1 measurement of heart rate variability, 2026-09-14
          1 resting heart rate, 2026-09-14
          1 weight, 2026-09-14
          Nothing was stored.

        """)
  }

  @Test func `the import of a truncated export exits with 1 and names the error`() async throws {
    let place = try TemporaryDirectory()
    let path = place.path(of: "export.xml")
    try Self.export.dropLast(20).write(toFile: path, atomically: false, encoding: .utf8)
    let outcome = try await Program("jz2ctl", ["import", path, "--dry-run", "--json"]).outcome()
    #expect(outcome.status == 1)
    #expect(outcome.output.contains(#""error":"HealthExportCut""#))
  }

  @Test func `importing an export again adds nothing`() async throws {
    try await withDaemon { daemon in
      let path = try Self.exported(to: daemon.place)
      for (key, other) in [("added", "unchanged"), ("unchanged", "added")] {
        let health = try #require(try await daemon.json("import", path)["health"] as? [String: Any])
        let stored = try #require(health["stored"] as? [String: Any])
        let counts = try ["nights", "measurements", "values"].map { try #require(stored[$0] as? [String: Int]) }
        let added = counts.map { $0[key] }
        #expect(added == [1, 1, 2])
        for count in counts {
          let rest = [other, "replaced", "refused"].map { count[$0] }
          #expect(rest == [0, 0, 0])
        }
      }
      let shown = try await daemon.json("hrv", "show", "last")
      let intervals = (shown["intervals"] as? [Double])?.map { ($0 * 100).rounded() / 100 }
      #expect(intervals == [750, 750, 759.49])
      let figures = (shown["measurement"] as? [String: Any])?["figures"] as? [String: Any]
      let milliseconds = ["sdnn", "rmssd"].map { (figures?[$0] as? Double).map { ($0 * 1e4).rounded() / 1e4 } }
      #expect(milliseconds == [25.5526, 6.7131])
    }
  }
}
