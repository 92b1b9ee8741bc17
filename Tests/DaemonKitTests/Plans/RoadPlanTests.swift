import ControlWire
import Rides
import TestKit
import Testing

@testable import DaemonKit

@Suite struct RoadPlanTests {
  @Test func `a road becomes a plan of one free interval as long as its route, named after the file`() async throws {
    try await withDaemon { bench in
      let plan = try await bench.importPlan(SyntheticCol.gpx(), fileName: "rides/Big col.gpx", road: true)
      #expect(plan.name == "Big col" && plan.intervals == 1)
      #expect(abs(try #require(plan.routeMeters) - SyntheticCol.lengthMeters) < 1)
      let shown = try await bench.call(ShowPlan(name: "Big col"))
      let interval = try #require(shown.groups.first?.intervals.first)
      #expect(interval.end == .distance && interval.watts == nil)
      let (length, meters) = (try #require(plan.routeMeters), try #require(interval.meters))
      #expect(length - 0.011..<length + 0.001 ~= meters)
    }
  }

  @Test func `a road shows its heights and its climb`() async throws {
    try await withDaemon { bench in
      try await bench.importPlan(SyntheticCol.gpx([.noise, .spikes]), fileName: "col.gpx", road: true)
      let line = try await bench.call(ShowRoute(name: "col"))
      #expect(abs(try #require(line.ascentMeters) - SyntheticCol.ascentMeters) < 6)
      for point in line.points where 200...7800 ~= point.meters {
        let altitude = try #require(point.altitudeMeters)
        #expect(abs(altitude - SyntheticCol.height(atMeters: point.meters)) < 4)
      }
    }
  }

  @Test func `the same road again is the same plan, and a new version replaces it`() async throws {
    try await withDaemon { bench in
      try await bench.importPlan(SyntheticCol.gpx(), fileName: "col.gpx", road: true)
      try await bench.importPlan(SyntheticCol.gpx(), fileName: "col.gpx", road: true)
      #expect(try await bench.plans.map(\.name) == ["col"])
      try await bench.importPlan(RouteGPX.text, fileName: "col.gpx", road: true)
      let line = try await bench.call(ShowRoute(name: "col"))
      #expect(line.loop && line.meters < 1000 && line.ascentMeters == nil)
      let heights = line.points.compactMap(\.altitudeMeters)
      #expect(heights.isEmpty)
    }
  }

  @Test func `a road does not replace a plan with other intervals`() async throws {
    try await withDaemon { bench in
      try await bench.importPlan("timer 1:00 150W", name: "Col")
      await #expect(throws: ControlError(.duplicatePlan, subject: "Col")) {
        try await bench.importPlan(SyntheticCol.gpx(), fileName: "col.gpx", road: true)
      }
    }
  }
}
