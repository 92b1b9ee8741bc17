import FitnessGATT
import Testing

@testable import RideText

@Suite struct DecodedValueTests {
  @Test func `a decoded value lists its fields by name`() throws {
    let value = try GATTValueDescription(assignedNumber: 0x2AD2, decoding: [0x44, 0, 0xC4, 9, 0xB4, 0, 0x96, 0])
    let text = DecodedValue.text(value)
    #expect(text.hasPrefix("2AD2 Indoor Bike Data\n"))
    #expect(text.contains("Instantaneous Power"))
    #expect(text.hasSuffix("150 W"))
  }

  @Test func `a truncated record says where it was cut`() throws {
    let bytes: [UInt8] = [0xFE, 0x1F] + [UInt8](repeating: 1, count: 18)
    let value = try GATTValueDescription(assignedNumber: 0x2AD2, decoding: bytes)
    #expect(DecodedValue.text(value).hasSuffix("\ncut at 20 bytes: Total Energy at byte 19 takes 2 bytes, 1 left"))
    #expect(
      PrintedJSON.text(of: DecodedValue(value)).hasPrefix(#"{"cut":"cut at 20 bytes: Total Energy at byte 19 takes"#))
  }

  @Test func `a decoded value in JSON is keyed by field names`() throws {
    let value = try GATTValueDescription(assignedNumber: 0x2A19, decoding: [100])
    #expect(
      PrintedJSON.text(of: DecodedValue(value))
        == #"{"fields":{"Battery Level":100},"name":"Battery Level","units":{"Battery Level":"%"},"uuid":"2A19"}"#
        + "\n")
  }

  @Test(
    arguments: [
      ("4402", [0x44, 0x02]), ("44 02", [0x44, 0x02]), ("0x44:0x02", [0x44, 0x02]), ("aB-cD", [0xAB, 0xCD]), ("", []),
      ("(0x) 44-02-AA", [0x44, 0x02, 0xAA]), ("0x44 02", [0x44, 0x02]), ("0x44, 0x02", [0x44, 0x02]),
      ("\"(0x) 44-02\"", [0x44, 0x02]), ("“44 02”", [0x44, 0x02]), ("'44:02'", [0x44, 0x02]),
      ("[0x44, 0x02]", [0x44, 0x02]), ("(0X)44–02", [0x44, 0x02]), ("44\u{A0}02\r\n", [0x44, 0x02]),
    ] as [(String, [UInt8])])
  func `hexadecimal bytes may be separated, prefixed and in either case`(text: String, bytes: [UInt8]) {
    #expect(Hexadecimal.bytes([text]) == bytes)
  }

  @Test(arguments: ["4", "44 2", "0x4402g", "44…02", "value: 44"])
  func `other text is not accepted as bytes`(text: String) {
    #expect(Hexadecimal.bytes([text]) == nil)
  }
}
