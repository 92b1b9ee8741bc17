import Rides
import Testing

@testable import RideFiles

/// A damaged file never traps.
///
/// An accepted file can be ridden, and its text gives the same plan again.
@Suite struct WorkoutDamageTests {
  private static let samples: [String: [UInt8]] = [
    "text": WorkoutText.encode(WorkoutTextTests.everything),
    "zwo": Array(
      zwo(
        """
        <!-- c --><Warmup Duration="60.5" PowerLow="0,5" PowerHigh="0.75"/>
        <IntervalsT Repeat="3" OnDuration="30" OffDuration="15" OnPower="1.2" OffPower="0.5" Cadence="100">
        <textevent timeoffset="20" message="&amp; R&B &#65;" duration="5"/></IntervalsT><FreeRide Duration="60"></FreeRide>
        """, header: "<author>A</author><ftpOverride>250</ftpOverride>"
      ).utf8),
    "erg": Array(
      course(
        "0\t100\n1,5\t100\n1.5 LAP a\n1.5\t200\n4\t50\n5 0", header: "FTP = 250\nDESCRIPTION = é",
        rest: "[COURSE TEXT]\n5\tGo\t7\n[END COURSE TEXT]\n[INTERVAL DATA]\n0\t90\tOne\n"
      ).utf8),
    "gpx": Array(
      """
      <?xml version="1.0" encoding="UTF-8"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name>A</name><trkseg>
      <trkpt lat="48.0" lon="16.0"/><trkpt lat="48.001" lon="16.0"/><trkpt lat="48.001" lon="16.001"/></trkseg></trk></gpx>
      """.utf8),
  ]

  /// Reads a file and returns whether it was accepted.
  private func isTaken(_ bytes: [UInt8]) throws -> Bool {
    let content: WorkoutFile.Content
    do throws(PlanFault) {
      content = try WorkoutFile.decode(bytes, fileName: "file.txt")
    } catch {
      return false
    }
    switch content {
    case .plan(let plan):
      try plan.check()
      try #require(try workout(WorkoutText.encode(plan)) == plan)
      for format in WorkoutFileFormat.allCases { _ = try? WorkoutFile.encode(plan, as: format, thresholdWatts: 250) }
    case .route(let route): try route.check()
    }
    return true
  }

  @Test(arguments: samples.keys.sorted())
  func `every prefix of a workout file is read or refused`(_ name: String) throws {
    let bytes = try #require(Self.samples[name])
    for length in 0..<bytes.count { _ = try isTaken(Array(bytes.prefix(length))) }
    #expect(try isTaken(bytes))
  }

  @Test(arguments: samples.keys.sorted())
  func `every damaged workout file is read or refused`(_ name: String) throws {
    var damage = WorkoutDamage(seed: 0x2AD2)
    let bytes = try #require(Self.samples[name])
    var taken = 0
    for _ in 0..<1500 where try isTaken(damage.applied(to: bytes)) { taken += 1 }
    #expect(taken > 0, "some damage does no harm")
    #expect(taken < 1500)
  }
}

/// Damage that depends only on its seed.
private struct WorkoutDamage: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func applied(to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      let index = Int.random(in: 0..<bytes.count, using: &self)
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes[index] = .random(in: 0...255, using: &self)
      case 1: bytes[index] = Array("09-:.,%w\"\\#<>&=[]\n\t".utf8).randomElement(using: &self) ?? 0
      case 2: bytes.removeSubrange(index..<min(bytes.count, index + .random(in: 1...8, using: &self)))
      case 3: bytes.insert(contentsOf: bytes[index...].prefix(.random(in: 1...40, using: &self)), at: index)
      case 4: bytes.insert(contentsOf: Array("99999999999".utf8), at: index)
      default: bytes.swapAt(index, .random(in: 0..<bytes.count, using: &self))
      }
      if bytes.isEmpty { bytes = [0x3C] }
    }
    return bytes
  }
}
