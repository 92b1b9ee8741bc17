import ControlWire
import Foundation
import RideFiles
import Rides
import TestKit
import Testing

@testable import TrainerAPI

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct PlanFileTests {
  private static let text = """
    name: Over
    about: Twice a week
    timer 1:00 100W-150W "Warm"
    repeat 2
      timer 1:00 75%
      activity
    end

    """
  private static let gpx = """
    <?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Ring</name><trkseg>
    <trkpt lat="48.2" lon="16.3"/><trkpt lat="48.21" lon="16.3"/><trkpt lat="48.2" lon="16.3"/>
    </trkseg></trk></gpx>
    """

  @Test(arguments: [1, 7, 100_000])
  func `a file imported in pieces of any size becomes a plan`(_ size: Int) async throws {
    try await withDaemon { bench in
      let plan = try await bench.importPlan(size == 1 ? "timer 1:00" : Self.text, fileName: "x/Tempo.txt", pieces: size)
      #expect(plan.name == (size == 1 ? "Tempo" : "Over"))
      #expect(plan.intervals == (size == 1 ? 1 : 5))
      #expect(try await bench.plans == [plan])
    }
  }

  @Test func `a plan exported as text can be imported unchanged`() async throws {
    try await withDaemon { bench in
      try await bench.importPlan(Self.text)
      let details = try await bench.plan(ShowPlan(name: "Over"))
      let (fileName, text) = try await bench.exportedPlan("over", as: "text")
      #expect(fileName == "Over.txt")
      try await bench.importPlan(text, replace: true)
      #expect(try await bench.plan(ShowPlan(name: "Over")) == details)
    }
  }

  @Test func `a plan with an existing name is imported only with replace`() async throws {
    try await withDaemon { bench in
      try await bench.importPlan(Self.text)
      let error = await #expect(throws: ControlError.self) { try await bench.importPlan(Self.text) }
      #expect(error?.code == .duplicatePlan && error?.subject == "Over")
      let other = try await bench.importPlan("timer 1:00", name: "OVER", replace: true)
      #expect(try await bench.plans == [other])
    }
  }

  @Test func `an imported route is added to the plan of that name`() async throws {
    try await withDaemon { bench in
      try await bench.importPlan(Self.text)
      let plan = try await bench.importPlan(Self.gpx, name: "over")
      #expect(plan.name == "Over")
      let meters = try #require(plan.routeMeters)
      #expect(abs(meters - 2224) < 5)
      let nameless = await #expect(throws: ControlError.self) {
        try await bench.importPlan(Self.gpx, fileName: "ring.gpx")
      }
      #expect(nameless?.code == .badPlan && nameless?.subject == "ring.gpx")
      #expect(nameless?.planFault == PlanFault(.routeWantsPlan))
      let unknown = await #expect(throws: ControlError.self) { try await bench.importPlan(Self.gpx, name: "Nix") }
      #expect(unknown?.code == .unknownPlan)
      let replaced = try await bench.importPlan("timer 1:00", name: "over", replace: true)
      #expect(replaced.intervals == 1 && replaced.routeMeters == meters, "the route stays")
    }
  }

  @Test func `a faulty plan file is refused with the fault's line and not stored`() async throws {
    try await withDaemon { bench async throws in
      let faults: [(String, PlanFault.Code, Int?)] = [
        ("timer 1:00\ntimer 0:00 100W", .zeroLength, 2), ("timer 1:00\n\nwarble 3", .unknownWord, 3),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><workout_file/>", .forbidden, 1), ("", .empty, nil),
      ]
      for (text, code, line) in faults {
        let error = await #expect(throws: ControlError.self, "\(text)") {
          try await bench.importPlan(text, fileName: "a.txt")
        }
        let fault = error?.planFault
        #expect(error?.code == .badPlan && error?.subject == "a.txt", "\(text)")
        #expect(fault?.code == code, "\(text)")
        if let line { #expect(fault?.line == line, "\(text)") }
      }
      #expect(try await bench.plans.isEmpty)
    }
  }

  @Test func `a plan import's number cannot be used for a ride import`() async throws {
    try await withDaemon { bench in
      let piece = ImportPlan(number: nil, sequence: 0, data: "", last: false)
      let progress = try await bench.call(piece)
      let number = progress.number
      await bench.expectRefusal(
        .unknownImport, of: Import(number: number, sequence: 1, data: "", last: true), "\(number)")
      await bench.expectRefusal(
        .unknownImport, of: ImportPlan(number: number, sequence: 2, data: "", last: true), "\(number)")
      await bench.expectRefusal(
        .invalidParameter, of: ImportPlan(number: number, sequence: 1, data: "*", last: true), "data")
    }
  }

  @Test func `an abandoned plan import makes room for others and stores nothing`() async throws {
    try await withDaemon { bench in
      for _ in 0..<3 {
        let data = Data(Self.text.utf8).base64EncodedString()
        let number = try await bench.call(ImportPlan(number: nil, sequence: 0, data: data, last: false)).number
        let given = try await bench.call(
          ImportPlan(number: number, sequence: 1, data: "", last: true, giveUp: true))
        #expect(given == PlanImportProgress(number: number))
        await bench.expectRefusal(
          .unknownImport, of: ImportPlan(number: number, sequence: 2, data: "", last: true), "\(number)")
      }
      #expect(try await bench.plans.isEmpty)
    }
  }

  @Test func `a dry run reports the plan, or why it is refused, and stores nothing`() async throws {
    try await withDaemon { bench in
      func rehearsed(_ text: String, name: String? = nil) async throws -> PlanSummary? {
        let data = Data(text.utf8).base64EncodedString()
        let piece = ImportPlan(number: nil, sequence: 0, data: data, last: true, name: name, dryRun: true)
        return try await bench.call(piece).plan
      }
      #expect(try await rehearsed(Self.text)?.intervals == 5)
      #expect(try await bench.plans.isEmpty)
      let stored = try await bench.importPlan(Self.text)
      let error = await #expect(throws: ControlError.self) { try await rehearsed(Self.text, name: "over") }
      #expect(error?.code == .duplicatePlan)
      #expect(try await rehearsed(Self.gpx, name: "over") == stored)
      #expect(try await bench.plans == [stored])
    }
  }

  @Test func `an export is refused if the format cannot express the plan`() async throws {
    try await withDaemon { bench in
      try await bench.importPlan(Self.text)
      await bench.expectRefusal(.unknownFormat, of: ExportPlan(name: "Over", format: "pdf"), "pdf")
      await bench.expectRefusal(.unknownPlan, of: ExportPlan(name: "Nix", format: "zwo"), "Nix")
      await bench.expectFault(
        PlanFault(.notExpressible, interval: 3, detail: "activity"), of: ExportPlan(name: "Over", format: "mrc"))
      await bench.expectFault(
        PlanFault(.formatWantsThreshold, interval: 1), of: ExportPlan(name: "Over", format: "zwo"))
    }
  }

  @Test(arguments: [
    ("Over", "Over.zwo"), ("../../etc/passwd", "------etc-passwd.zwo"), ("Über 2×3 Ω", "Über-2-3-Ω.zwo"),
    ("/", "plan.zwo"),
  ])
  func `a plan's file name is valid on every system`(_ name: String, _ fileName: String) {
    #expect(Plan(name: name).fileName(as: .zwo) == fileName)
  }
}
