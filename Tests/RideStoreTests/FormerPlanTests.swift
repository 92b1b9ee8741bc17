import Foundation
import GRDB
import Rides
import TestKit
import Testing

@testable import RideStore

/// A library with plans and origins in their former form.
@Suite struct FormerPlanTests {
  let state = TemporaryState()

  private static let target = #"{"thresholdPercent":{"_0":50.5}}"#
  private static let plan = #"""
    {"name":"Over","groups":[{"repeats":3,"intervals":[
      {"label":"a","end":{"timer":{"seconds":60}},"target":{"steady":{"_0":{"watts":{"_0":150}}}},"cadence":[85,95],
       "cues":[{"atSeconds":3,"seconds":4,"text":"Now"}]},
      {"end":{"location":{"_0":{"latitudeDegrees":48.2,"longitudeDegrees":-16.3}}},"target":{"free":{}},"cues":[]},
      {"end":{"activity":{}},"target":{"zone":{"_0":2,"start":\#(target)}},"cues":[]}]}],
     "route":{"name":"Ring","points":[],"waypoints":[{"name":"Café","place":{"latitudeDegrees":48,"longitudeDegrees":16}}]}}
    """#
  private static let ridden = #"""
    {"name":"Over","request":{"plan":"Over"},"intervals":[
      {"label":"a","end":{"timer":{"seconds":60}},"aim":{"ramp":{"fromWatts":80,"toWatts":150}},"cues":[]},
      {"end":{"distance":{"meters":25}},"aim":{"free":{}},"cues":[]},
      {"end":{"activity":{}},"aim":{"heartRate":{"_0":{"zone":2,"beatsPerMinute":[120,140],"startWatts":130,
        "isStartPlanned":true,"watts":[60,200]}}},"cues":[]},
      {"end":{"timer":{"seconds":60}},"aim":{"heartRate":{"_0":{"beatsPerMinute":[120,140],"startWatts":140,
        "watts":[60,200]}}},"cues":[]}]}
    """#
  private static let origin =
    #"{"format":"tcx","sport":2,"subSport":6,"name":"Edge","product":7,"version":[1,2],"utcOffsetSeconds":3600}"#

  private func makeFormerLibrary(plan: String = Self.plan) throws {
    try FileManager.default.createDirectory(atPath: state.path, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: state.database)
    try Schema.migrator.migrate(queue, upTo: "1 library")
    let points = [
      Place(latitudeDegrees: 48, longitudeDegrees: 16), Place(latitudeDegrees: 48.01, longitudeDegrees: 16),
    ]
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO plan (key, name, made_ms, changed_ms, document, route_meters, route)
            VALUES ('over', 'Over', 1000, 1000, ?, 1112, ?)
          """, arguments: [plan, Route(points: points).packed])
      try db.execute(
        sql: """
          INSERT INTO ride (start_ms, planned_seconds, target_watts, trainer_address, state, origin)
            VALUES (1000, 60, 155, 'C0:FF:EE:00:00:01', 'riding', ?)
          """, arguments: [Self.origin])
      try db.execute(sql: "INSERT INTO ridden (ride_id, plan) VALUES (1, ?)", arguments: [Self.ridden])
      try db.execute(sql: "INSERT INTO sample (ride_id, second, timer_running) VALUES (1, 0, 1)")
    }
    try queue.close()
  }

  @Test func `plans in the old format are read, and are written in the format of files`() async throws {
    try makeFormerLibrary()
    let store = try state.open()
    let plan = try await store.plan(named: "Over")
    let place = Place(latitudeDegrees: 48.2, longitudeDegrees: -16.3)
    #expect(
      plan.groups == [
        PlanGroup(
          repeats: 3,
          [
            PlanInterval(
              label: "a", end: .timer(seconds: 60), target: .steady(.watts(150)), cadence: 85...95,
              cues: [PlanCue(atSeconds: 3, seconds: 4, text: "Now")]),
            PlanInterval(end: .location(place), target: .free),
            PlanInterval(end: .activity, target: .zone(2, start: .thresholdPercent(50.5))),
          ])
      ])
    #expect(
      plan.route?.waypoints == [Waypoint(name: "Café", place: Place(latitudeDegrees: 48, longitudeDegrees: 16))])
    let ridden = try await store.unfinished().first?.order?.plan
    #expect(ridden?.request == RideRequest(plan: "Over"))
    #expect(
      ridden?.intervals.map(\.aim) == [
        .ramp(fromWatts: 80, toWatts: 150), .free,
        .heartRate(HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .planned(watts: 130), watts: 60...200)),
        .heartRate(HeartRateTarget(zone: nil, beatsPerMinute: 120...140, start: .usual(watts: 140), watts: 60...200)),
      ])
    let documents = try await store.queue.read {
      try String.fetchAll($0, sql: "SELECT document FROM plan UNION SELECT plan FROM ridden")
    }
    let former = documents.filter { $0.contains("_0") }
    #expect(documents.count == 2 && former.isEmpty)
  }

  @Test func `the origin of a ride keeps its device`() async throws {
    try makeFormerLibrary()
    let origin = try await state.open().ride(1).origin
    let device = RideOrigin.Device(name: "Edge", product: 7, version: [1, 2])
    #expect(
      origin == RideOrigin(format: .tcx, sport: 2, subSport: 6, device: device, utcOffsetSeconds: 3600))
  }

  @Test func `a plan that cannot be read is left unchanged in the library`() async throws {
    try makeFormerLibrary(plan: "{")
    let store = try state.open()
    #expect(try await store.queue.read { try String.fetchOne($0, sql: "SELECT document FROM plan") } == "{")
  }
}
