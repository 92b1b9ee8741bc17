import FitnessGATT
import Testing

struct GATTValueDescriptionTests {
  @Test func unknownCharacteristicListsThoseKnown() {
    #expect(throws: GATTDescriptionError.unknownCharacteristic(0x2A63)) {
      try GATTValueDescription(assignedNumber: 0x2A63, decoding: [])
    }
    let text = GATTDescriptionError.unknownCharacteristic(0x00FF).description
    #expect(text.hasPrefix("no characteristic 00FF is known"))
    for characteristic in KnownCharacteristic.allCases { #expect(text.contains(characteristic.description)) }
  }

  @Test func failureSaysWhatIsMissingWhere() {
    #expect {
      try GATTValueDescription(assignedNumber: 0x2AD2, decoding: [UInt8](hex: "4100 01"))
    } throws: {
      "\($0)"
        == "not a value of 2AD2 Indoor Bike Data: truncated: Instantaneous Power at byte 2 takes 2 bytes, 1 left"
    }
  }

  @Test func failureSaysWhatIsNotAllowed() {
    #expect {
      try GATTValueDescription(assignedNumber: 0x2A19, decoding: [0xFF])
    } throws: {
      "\($0)" == "not a value of 2A19 Battery Level: not allowed: Battery Level at byte 0 is 255"
    }
  }

  @Test func numbersKeepTheirKindAndUnit() throws {
    let fields = try GATTValueDescription(assignedNumber: 0x2AD2, decoding: [UInt8](hex: "4000 e40c 9600")).fields
    #expect(
      fields == [
        GATTField("More Data", .bool(false)),
        GATTField("Instantaneous Speed", .number(33), unit: "km/h"),
        GATTField("Instantaneous Power", .integer(150), unit: "W"),
      ])
  }
}
