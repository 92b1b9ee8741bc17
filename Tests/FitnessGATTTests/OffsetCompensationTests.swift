import FitnessGATT
import Testing

/// The zero offset of a power meter.
///
/// The first two responses are captured, from a Stages crank and an Assioma (`cauldnz/SB20-power-proxy`).
@Suite struct OffsetCompensationTests {
  @Test func `the request is op code 0C`() { #expect(OffsetCompensation.request == [0x0C]) }

  @Test(
    arguments: [
      ([0x20, 0x0C, 0x01, 0x00, 0x00], OffsetCompensation.Response.success(offset: 0)),
      ([0x20, 0x0C, 0x01, 0xFF, 0xFF], .success(offset: nil)), ([0x20, 0x0C, 0x01, 0x1C, 0x02], .success(offset: 540)),
      ([0x20, 0x0C, 0x01, 0xFE, 0xFF], .success(offset: -2)), ([0x20, 0x0C, 0x01], .success(offset: nil)),
      ([0x20, 0x0C, 0x02], .failure("Op Code not Supported")), ([0x20, 0x0C, 0x03], .failure("Invalid Parameter")),
      ([0x20, 0x0C, 0x04], .failure("Operation Failed")), ([0x20, 0x0C, 0x09], .failure("response value 9")),
    ] as [([UInt8], OffsetCompensation.Response)])
  func `a response has the offset or the reason`(_ bytes: [UInt8], _ response: OffsetCompensation.Response) {
    #expect(OffsetCompensation.Response(decoding: bytes) == response)
  }

  @Test(arguments: [[], [0x20], [0x20, 0x0C], [0x20, 0x04, 0x01], [0x0C]] as [[UInt8]])
  func `other bytes are not a response`(_ bytes: [UInt8]) {
    #expect(OffsetCompensation.Response(decoding: bytes) == nil)
  }

  @Test(arguments: [
    OffsetCompensation.Response.success(offset: 540), .success(offset: nil), .failure("Operation Failed"),
  ])
  func `an encoded response is decoded to the same`(_ response: OffsetCompensation.Response) {
    #expect(OffsetCompensation.Response(decoding: response.encoded()) == response)
  }
}
