import ControlWire
import HealthExport
import RideText
import Rides
import Testing

@Suite struct HealthTextTests {
  private static func report(_ fill: (inout HealthReport) -> Void) -> HealthReport {
    var report = HealthReport()
    fill(&report)
    return report
  }

  @Test func `an import reports found, stored and omitted values`() {
    let report = Self.report {
      $0.nights = .init(count: 2, first: CalendarDay("2026-09-13"), last: CalendarDay("2026-09-14"))
      $0.weights = .init(count: 1, first: CalendarDay("2026-09-14"), last: CalendarDay("2026-09-14"))
      $0.leaveOut(.unknownUnit, at: 900)
      $0.leaveOut(.nap, count: 1)
      $0.leaveOut(.repeated, count: 3, at: 700)
    }
    let stored = BodyImported(nights: .init(added: 1, replaced: 1), values: .init(unchanged: 1))
    #expect(
      HealthText.lines(report, stored: stored) == """
        2 nights, 2026-09-13 to 2026-09-14
        1 weight, 2026-09-14
        Stored: 1 new, 1 changed, 1 unchanged.
        Left out:
          1 record in an unknown unit (at byte 900)
          3 duplicate records
          1 sleep session that is a nap: shorter than an hour, or not the longest of its day
        """)
  }

  @Test func `an import without usable values says so`() {
    #expect(
      HealthText.lines(HealthReport(), stored: nil) == """
        No sleep, heart rate variability, resting heart rate or weight was found.
        Nothing was stored.
        """)
  }

  @Test(arguments: HealthOmission.allCases, [1, 2])
  func `each reason for an omission has its own line`(reason: HealthOmission, count: Int) {
    let report = Self.report { $0.leaveOut(reason, count: count, at: 12) }
    let line = HealthText.lines(report, stored: nil).split(separator: "\n").last.map(String.init) ?? ""
    #expect(line.hasPrefix("  \(count) ") && line.count < 120)
  }

  @Test(arguments: HealthFault.Code.allCases)
  func `each fault has a code, a sentence and a remedy`(code: HealthFault.Code) {
    let fault = HealthFault(code, byte: 12, detail: "255 sources of sleep")
    #expect(HealthText.explanation(fault).message.hasSuffix("."))
    #expect(HealthText.explanation(fault).remedy.hasSuffix("."))
    #expect(HealthText.name(of: fault).contains("HealthExport"))
  }
}
