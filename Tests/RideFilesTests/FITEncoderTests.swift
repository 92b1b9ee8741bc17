import RideSession
import Testing

@testable import RideFiles

@Suite struct FITEncoderTests {
  static let encoder = FITEncoder(creator: RideFileCreator(name: "jz2d", major: 1, minor: 2, patch: 3))

  static func decoded(_ record: RideRecord) throws -> RideRecord { try decodeFIT(encoder.encode(record)) }

  @Test func scratch() throws {
    let bytes = Self.encoder.encode(ride(goldenSamples))
    print(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    print(try Self.decoded(ride(goldenSamples)))
  }
}
