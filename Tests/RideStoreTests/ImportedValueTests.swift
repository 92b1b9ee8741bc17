import FuzzKit
import RideStore
import Rides
import TestKit
import Testing

@testable import RideFiles

/// A file may contain any number: either its reader skips it, or the library stores it.
@Suite struct ImportedValueTests {
  private let state = TemporaryState()

  /// Imports the rides of a file, if they are readable.
  ///
  /// - Returns: The number of imported rides.
  private func imported(_ bytes: [UInt8], into store: RideDatabase) async throws -> Int {
    var decoder = RideFileDecoder(limits: ImportLimits(seconds: 5000))
    let rides: [RideRecord]
    do throws(FileFault) {
      try decoder.feed(bytes)
      rides = try decoder.finish().rides
    } catch {
      return 0
    }
    for ride in rides {
      try await store.rehearseImport(of: ride, evenIfThere: true)
      _ = try await store.importRide(ride, evenIfThere: true)
    }
    return rides.count
  }

  /// A FIT activity of three seconds, and a message in which all fields have the same bits.
  private static func fit(_ message: FITMessageNumber, _ type: FITBaseType, bits: UInt64) -> [UInt8] {
    let start: UInt64 = 1_000_000_000
    func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
    var messages: [UInt8] = [0x40, 0, 0, 0, 0, 1, 0, 1, 0, 0, 4, 0x40, 0, 0, 20, 0, 2, 253, 4, 0x86, 3, 1, 2]
    for second in 0..<3 as Range<UInt64> { messages += [0] + bytes(start + second, 4) + [100] }
    let numbers = UInt8(0)..<UInt8(180)
    messages += [0x40, 0, 0] + bytes(UInt64(message.rawValue), 2) + [UInt8(numbers.count) + 1, 253, 4, 0x86]
    for number in numbers { messages += [number, UInt8(type.size), type.rawValue] }
    messages += [0] + bytes(start + 1, 4)
    for _ in numbers { messages += bytes(bits, type.size) }
    let file = FITHeader(dataSize: UInt32(messages.count)).encoded() + messages
    return file + bytes(UInt64(FITChecksum(of: file).value), 2)
  }

  @Test(
    arguments: [.session, .lap, .record, .event, .deviceInfo, .activity, .workoutStep, .length, .hr]
      as [FITMessageNumber])
  func `no number in a FIT message violates a constraint of the library`(_ message: FITMessageNumber) async throws {
    let store = try state.open()
    var came = 0
    for type in FITBaseType.allCases where type != .string {
      let most = UInt64.max >> UInt64(64 - type.size * 8)
      for bits in [0, most >> 1, most - 1, 0x3FF0_0000_0000_0000] {
        came += try await imported(Self.fit(message, type, bits: bits & most), into: store)
      }
    }
    #expect(came > 20)
  }

  /// Returns copies of a text, each with one of its numbers replaced.
  private static func variants(of text: String) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    func isNumber(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") }
    var ranges: [Range<Int>] = []
    for index in bytes.indices where isNumber(bytes[index]) {
      if ranges.last?.upperBound == index {
        ranges[ranges.endIndex - 1] = ranges[ranges.endIndex - 1].lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges.flatMap { range in
      ["0", "-1", "1e9", "-99999999999", "99999999999999999999", "0.5"].map {
        Array(bytes[..<range.lowerBound]) + Array($0.utf8) + Array(bytes[range.upperBound...])
      }
    }
  }

  @Test func `no number in a whole ride violates a constraint of the library`() async throws {
    let store = try state.open()
    var came = 0
    for seed in RandomRides(seed: 7).prefix(2) {
      var ride = try await store.wholeRecord(store.importRide(seed, evenIfThere: true).id)
      ride.samples = Array(ride.samples.prefix(3))
      for variant in Self.variants(of: String(decoding: RideJSONEncoder().encode(ride), as: UTF8.self)) {
        came += try await imported(variant, into: store)
      }
    }
    #expect(came > 100)
  }

  @Test func `no number in a TCX file violates a constraint of the library`() async throws {
    let store = try state.open()
    let text = """
      <?xml version="1.0"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
      <Activity Sport="Biking"><Id>2026-01-15T08:00:00Z</Id><Lap StartTime="2026-01-15T08:00:00Z">
      <TotalTimeSeconds>2</TotalTimeSeconds><DistanceMeters>24</DistanceMeters><MaximumSpeed>8</MaximumSpeed>
      <Calories>1</Calories><AverageHeartRateBpm><Value>121</Value></AverageHeartRateBpm>
      <MaximumHeartRateBpm><Value>122</Value></MaximumHeartRateBpm><Cadence>88</Cadence><Track>
      <Trackpoint><Time>2026-01-15T08:00:00Z</Time><AltitudeMeters>20</AltitudeMeters>
      <DistanceMeters>6</DistanceMeters><HeartRateBpm><Value>154</Value></HeartRateBpm><Cadence>90</Cadence>
      </Trackpoint><Trackpoint><Time>2026-01-15T08:00:01Z</Time><Cadence>0</Cadence></Trackpoint></Track></Lap>
      <Creator><Name>Edge</Name><UnitId>39</UnitId><ProductID>18</ProductID><Version><VersionMajor>15</VersionMajor>
      <VersionMinor>20</VersionMinor></Version></Creator></Activity></Activities></TrainingCenterDatabase>
      """
    var came = 0
    for variant in Self.variants(of: text) { came += try await imported(variant, into: store) }
    #expect(came > 100)
  }

  @Test func `a rehearsal fails like the import would, and changes nothing in the library`() async throws {
    let store = try state.open()
    let ride = try #require(RandomRides(seed: 5).first { $0.samples.count > 1 })
    try await store.rehearseImport(of: ride, evenIfThere: false)
    #expect(try await store.count(RideQuery()) == 0)
    var impossible = ride
    impossible.origin = RideOrigin(format: .fit, utcOffsetSeconds: 7 * 86_400)
    (impossible.circumstances, impossible.utcOffsetSeconds) = (nil, nil)
    let wrong = impossible
    await expect(throwsCode: .valueRefused) { try await store.rehearseImport(of: wrong, evenIfThere: false) }
    await expect(throwsCode: .valueRefused) { try await store.importRide(wrong, evenIfThere: false) }
    #expect(try await store.count(RideQuery()) == 0)
    #expect(try await store.importRide(ride, evenIfThere: false).id > 0)
  }
}
