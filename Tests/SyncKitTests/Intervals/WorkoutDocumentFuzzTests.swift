import ControlWire
import Rides
import SyncKit
import Testing

/// Documents of a broken or hostile server.
@Suite struct WorkoutDocumentFuzzTests {
  /// Numbers of a simple generator (SplitMix64), the same in every run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let whole = """
    {"duration":5640,"ftp":260,"lthr":165,"sportSettings":{"power_zones":[55,75,90,105,120,150,999],"hr_zones":[130,145,170]},
    "steps":[{"warmup":true,"ramp":true,"duration":600,"power":{"start":40,"end":50,"units":"%ftp"},
    "_power":{"start":104,"end":130,"units":"w"}},{"duration":1200,"hr":{"value":2,"units":"hr_zone"},
    "cadence":{"start":90,"end":100,"units":"rpm"},"text":"steady 30^half"},{"reps":2,"text":"2x","steps":[
    {"duration":240,"power":{"value":105,"units":"%ftp"}},{"distance":1500,"pace":{"value":270,"units":"secs/km"}},
    {"duration":120,"hr":{"start":60,"end":70,"units":"%hr"},"intensity":"recovery"}]},{"cooldown":true,"duration":300}]}
    """

  @Test func `a document that is truncated at any byte is refused or stays within the limits`() {
    let bytes = Array(Self.whole.utf8)
    for length in 0..<bytes.count {
      guard let json = JSONValue(Array(bytes.prefix(length))) else { continue }
      #expect(PlanLimitsCheck.faults(WorkoutDocument(json, settings: RiderSettings()).groups).isEmpty)
    }
    let document = JSONValue(bytes).map { WorkoutDocument($0, settings: RiderSettings(maximumHeartRate: 190)) }
    #expect(document?.groups.map(\.repeats) == [1, 1, 2, 1])
  }

  @Test func `documents with changed bytes stay within the limits`() {
    var numbers = Numbers(state: 17)
    let bytes = Array(Self.whole.utf8)
    var read = 0
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let index = Int.random(in: 0..<changed.count, using: &numbers)
        changed[index] = Bool.random(using: &numbers) ? UInt8.random(in: 0...255, using: &numbers) : 0x39
      }
      guard let json = JSONValue(changed) else { continue }
      read += 1
      let groups = WorkoutDocument(json, settings: RiderSettings(thresholdHeartRate: 165)).groups
      #expect(PlanLimitsCheck.faults(groups).isEmpty)
    }
    #expect(read > 500, "most of them are still JSON")
  }

  @Test func `random documents stay within the limits`() {
    var numbers = Numbers(state: 4)
    var ridden = 0
    for _ in 0..<4000 {
      let steps = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in Self.step(&numbers, depth: 0) }
      let settings = RiderSettings(
        maximumHeartRate: [nil, 30, 190, 250].randomElement(using: &numbers) ?? nil,
        thresholdHeartRate: [nil, 30, 165, 250].randomElement(using: &numbers) ?? nil)
      let json = JSONValue.object(["steps": .list(steps), "sportSettings": Self.value(&numbers, depth: 0)])
      let document = WorkoutDocument(json, settings: settings)
      let faults = PlanLimitsCheck.faults(document.groups)
      #expect(faults.isEmpty, "\(faults) of \(json)")
      if !document.groups.isEmpty { ridden += 1 }
    }
    #expect(ridden > 1000, "many of them can be ridden")
  }

  @Test func `a document that is nested too deeply is not read`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(JSONValue(Array(deep.utf8)) == nil)
    let steps = String(repeating: #"{"reps":9,"steps":["#, count: 100) + #"{"duration":1}"#
    let nested = steps + String(repeating: "]}", count: 100)
    let json = JSONValue(Array(#"{"steps":[\#(nested)]}"#.utf8))
    #expect(json.map { WorkoutDocument($0, settings: RiderSettings()).groups } == [])
  }

  // MARK: - Random values

  private static func step(_ numbers: inout Numbers, depth: Int) -> JSONValue {
    if Int.random(in: 0..<12, using: &numbers) == 0 { return value(&numbers, depth: depth) }
    var members: [String: JSONValue] = [:]
    let names = [
      "duration", "distance", "power", "_power", "hr", "_hr", "pace", "cadence", "text", "ramp", "freeride",
      "maxeffort", "until_lap_press", "warmup", "intensity",
    ]
    for name in names where Int.random(in: 0..<3, using: &numbers) == 0 {
      members[name] = value(&numbers, depth: depth)
    }
    if Bool.random(using: &numbers) {
      members["duration"] = .number(Double(Int.random(in: 1...4000, using: &numbers)))
    }
    if depth < 4, Int.random(in: 0..<4, using: &numbers) == 0 {
      members["reps"] = value(&numbers, depth: depth)
      members["steps"] = .list(
        (0..<Int.random(in: 0...4, using: &numbers)).map { _ in step(&numbers, depth: depth + 1) })
    }
    return .object(members)
  }

  private static let numbersOfServers = [
    -1, 0, 0.4, 1, 2, 7, 60, 85, 140, 999, 3000, 86_400, 86_401, 1e9, 1e300, -1e300, .infinity, .nan, 0.1,
  ]
  private static let textsOfServers = [
    "", "Z2", "80", "-3", "nan", "1e999", "12^a 99999999999^b", "\u{0}\n\t", "true", "e\u{301}\u{301}\u{301}",
    String(repeating: "x\u{301}", count: 3000), "^^^", "5^",
  ]

  private static func value(_ numbers: inout Numbers, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0: return .null
    case 1: return .flag(Bool.random(using: &numbers))
    case 2: return .number(numbersOfServers.randomElement(using: &numbers) ?? 0)
    case 3: return .text(textsOfServers.randomElement(using: &numbers) ?? "")
    case 4: return .list((0..<Int.random(in: 0...3, using: &numbers)).map { .number(Double($0) * 30) })
    default:
      let units = ["w", "%ftp", "%lthr", "%hr", "bpm", "hr_zone", "power_zone", "%pace", "m/s", "secs/km", "?", ""]
      var members = ["units": JSONValue.text(units.randomElement(using: &numbers) ?? "")]
      for name in ["value", "start", "end", "power_zones", "hr_zones"] where Bool.random(using: &numbers) {
        members[name] = .number(numbersOfServers.randomElement(using: &numbers) ?? 0)
      }
      return .object(members)
    }
  }
}
