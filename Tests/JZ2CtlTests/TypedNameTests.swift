import ClientTestKit
import ControlWire
import FoundationEssentials
import Glibc
import RideText
import Rides
import Testing

@testable import jz2ctl

@Suite struct TypedNameTests {
  private static let plans = ["Tempo", "Test", "over under", "over", "5x5"]

  @Test(arguments: [
    ("Tempo", NameMatch.one("Tempo")), ("tempo", .one("Tempo")), ("TEM", .one("Tempo")), ("over", .one("over")),
    ("over u", .one("over under")), ("5", .one("5x5")), ("te", .several(["Tempo", "Test"])),
    ("tmepo", .none(nearest: ["Tempo"])), ("swim", .none(nearest: [])),
  ])
  func `a name is read by the beginning of one name, and a whole name comes first`(
    typed: String, match: NameMatch<String>
  ) {
    #expect(NameMatch(typed, among: Self.plans) == match)
  }

  @Test(arguments: [
    ("12", RideArgument.number(12)), ("LAST", .last), ("prev", .back(1)), ("last-2", .back(2)),
    ("overs", .beginning("overs")), ("5x5", .beginning("5x5")),
  ])
  func `a ride is read as a number, a place in the list or the beginning of a name`(
    typed: String, ride: RideArgument
  ) throws {
    #expect(try RideArgument(typed: typed) == ride)
  }

  @Test func `a ride by its name is the newest one whose name or plan begins so`() throws {
    var (first, second, third) = (Samples.ride, Samples.ride, Samples.ride)
    (first.id, first.name, first.plan) = (14, "My overs", nil)
    (second.id, second.name, second.plan) = (13, nil, "Over under")
    (third.id, third.name, third.plan) = (12, "Over", nil)
    let daemon = ScriptedDaemon(
      .init(RideList(rides: [first, second])), .init(RideList(rides: [first, second, third])),
      .init(RideList(rides: [first])), .init(RideList(rides: [second])), .init(RideList(rides: [])))
    #expect(try daemon.number(of: .beginning("over")) == "13")
    #expect(try daemon.number(of: .beginning("over")) == "12", "a whole name comes first")
    let error = #expect(throws: ControlError.self) { try daemon.number(of: .beginning("spin")) }
    #expect(error == ControlError(.unknownRide, subject: "spin"))
    #expect(try daemon.number(of: .back(1)) == "13")
    #expect(throws: ControlError.self) { try daemon.number(of: .back(9)) }
    #expect(daemon.requests.suffix(1) == [Rides(limit: 1, offset: 9)])
  }

  @Test func `a call with the beginning of a plan's name is repeated with the whole name`() throws {
    let list = PlanList(
      plans: Self.plans.map { PlanSummary(name: $0, intervals: 1, timerSeconds: 60, openEnded: false) })
    let unknown = ControlError(.unknownPlan, subject: "tem")
    let daemon = ScriptedDaemon(.init(error: unknown), .init(list), .init(EmptyReply()))
    _ = try daemon.withPlan("tem") { name throws(ControlError) in try daemon.call(RemovePlanProbe(name: name)) }
    #expect(daemon.requests == [RemovePlanProbe(name: "tem"), Plans(all: true), RemovePlanProbe(name: "Tempo")])
    let vague = ScriptedDaemon(.init(error: ControlError(.unknownPlan, subject: "te")), .init(list))
    let error = #expect(throws: ControlError.self) {
      try vague.withPlan("te") { name throws(ControlError) in try vague.call(RemovePlanProbe(name: name)) }
    }
    #expect(error == ControlError(.unknownPlan, subject: "te", detail: "Tempo or Test"))
  }

  @Test(arguments: [
    ("sweet", "Sweet thing"), ("sweet-spot-6", "sweet-spot-60"), ("RAMP", "ramp-test"), ("ramp-test", "ramp-test"),
    ("20", "20-minute-test"), ("recovery-30", "recovery-30"),
  ])
  func `the beginning of an own plan's name comes before the package's workouts`(typed: String, name: String) throws {
    var plans = ["Sweet thing", "Recovery-30 easy"].map {
      PlanSummary(name: $0, intervals: 1, timerSeconds: 60, openEnded: false)
    }
    for name in ["recovery-30", "sweet-spot-60", "sweet-spot-90", "ramp-test", "20-minute-test"] {
      var plan = PlanSummary(name: name, intervals: 1, timerSeconds: 60, openEnded: false)
      plan.kind = .sweetSpot
      plans.append(plan)
    }
    #expect(try plans.name(meantBy: typed) == name)
    let error = #expect(throws: ControlError.self) { try plans.name(meantBy: "sweet-") }
    #expect(error == ControlError(.unknownPlan, subject: "sweet-", detail: "sweet-spot-60 or sweet-spot-90"))
  }

  /// A call that takes the name of a plan.
  private struct RemovePlanProbe: TrainerCall {
    static let method = "RemovePlan"
    static let access = AccessLevel.ride
    typealias Reply = EmptyReply
    var name: String
  }

  @Test func `a device is read as its address, its number in the list or the beginning of its name`() {
    #expect(DeviceArgument(argument: "c0:ff:ee:00:00:0a") == .address("C0:FF:EE:00:00:0A"))
    #expect(DeviceArgument(argument: "2") == .listed(2))
    #expect(DeviceArgument(argument: "kickr") == .beginning("kickr"))
    for text in ["0", "-1", "C0:FF:EE", "", ":"] { #expect(DeviceArgument(argument: text) == nil, "\(text)") }
  }

  private static let devices = [
    Device(address: "C0:00:00:00:00:01", name: "KICKR CORE", kinds: [.trainer], rssi: -50, known: false),
    Device(address: "C0:00:00:00:00:02", name: "TICKR", kinds: [.heartRate], rssi: -60, known: false),
    Device(address: "C0:00:00:00:00:03", name: "KICKR SNAP", kinds: [.trainer], rssi: -70, known: false),
  ]

  @Test func `a device in range is found in the printed list, then among the known ones, then by a scan`() throws {
    let none = ScriptedDaemon.Answer(DeviceList(devices: []))
    let silent = ScriptedDaemon()
    #expect(try silent.address(ofHeard: .listed(2), listed: Self.devices) == "C0:00:00:00:00:02")
    #expect(throws: ControlError(.unknownDevice, subject: "4")) {
      try silent.address(ofHeard: .listed(4), listed: Self.devices)
    }
    #expect(silent.requests.isEmpty)
    #expect(
      try ScriptedDaemon(none).address(ofHeard: .beginning("tic"), listed: Self.devices) == "C0:00:00:00:00:02")
    let scanned = ScriptedDaemon(none, .init(DeviceList(devices: [Self.devices[0]])))
    #expect(try scanned.address(ofHeard: .beginning("kickr"), listed: []) == "C0:00:00:00:00:01")
    #expect(scanned.requests == [Devices(), Scan(all: true)])
    let several = #expect(throws: ControlError.self) {
      try ScriptedDaemon(none).address(ofHeard: .beginning("kickr"), listed: Self.devices)
    }
    #expect(several?.code == .severalDevices && several?.devices.count == 2)
  }

  @Test func `the printed list of devices is remembered by signal strength`() throws {
    var template = Array("/tmp/jz2-devices-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let list = ListedDevices(folder: folder)
    #expect(list.devices.isEmpty)
    list.keep(Self.devices.reversed())
    #expect(ListedDevices(folder: folder).devices.map(\.name) == ["KICKR CORE", "TICKR", "KICKR SNAP"])
    ListedDevices(folder: nil).keep(Self.devices)
  }

  @Test(arguments: [
    ("2026-11", 2026, 11), ("11/2026", 2026, 11), ("11", 2026, 11), ("12", 2025, 12), ("november", 2026, 11),
    ("Nov", 2026, 11), ("noviembre 2025", 2025, 11), ("März", 2026, 3), ("mars", 2026, 3), ("août", 2026, 8),
    ("diciembre", 2025, 12), ("may", 2026, 5), ("1", 2026, 1),
  ])
  func `a month is read as a number or a name in any language`(typed: String, year: Int, number: Int) throws {
    let month = try #require(MonthArgument(argument: typed))
    let today = try #require(CalendarDay("2026-11-30"))
    #expect(month.month(today: today) == CalendarMonth(year: year, number: number))
  }

  @Test(arguments: ["", "0", "13", "ma", "ju", "2026", "2026-13", "novemberly", "2026-11-01", "nov dec", "1969-12"])
  func `text that is not a month is refused`(typed: String) {
    #expect(MonthArgument(argument: typed) == nil)
  }
}
