import FitnessGATT
import Testing

struct GATTValueDescriptionTests {
  @Test func `the error for an unknown characteristic lists the known ones`() {
    #expect(throws: GATTDescriptionError.unknownCharacteristic(0x2A64)) {
      try GATTValueDescription(assignedNumber: 0x2A64, decoding: [])
    }
    let text = GATTDescriptionError.unknownCharacteristic(0x00FF).description
    #expect(text.hasPrefix("no characteristic 00FF is known"))
    for characteristic in KnownCharacteristic.allCases { #expect(text.contains(characteristic.description)) }
  }

  @Test func `a truncated value names the missing field and its place`() {
    #expect {
      try GATTValueDescription(assignedNumber: 0x2AD2, decoding: [UInt8](hex: "4100 01"))
    } throws: {
      "\($0)"
        == "not a value of 2AD2 Indoor Bike Data: truncated: Instantaneous Power at byte 2 takes 2 bytes, 1 left"
    }
  }

  @Test func `a forbidden value is named with its field`() {
    #expect {
      try GATTValueDescription(assignedNumber: 0x2A19, decoding: [0xFF])
    } throws: {
      "\($0)" == "not a value of 2A19 Battery Level: not allowed: Battery Level at byte 0 is 255"
    }
  }

  @Test func `a record cut at 20 bytes is described by its complete fields`() throws {
    let record = [UInt8](hex: "fe1f 1027 e803 b400 aa00 010002 feff 2c01 fa00 2c01 5802 0a 8c 55 100e 0807")
    let description = try GATTValueDescription(assignedNumber: 0x2AD2, decoding: Array(record.prefix(20)))
    #expect(description.fields.last == GATTField("Average Power", .integer(250), unit: "W"))
    #expect(description.cut?.description == "cut at 20 bytes: Total Energy at byte 19 takes 2 bytes, 1 left")
    // A record one byte short is a record with a one-byte Resistance Level.
    for length in 0..<record.count - 1 where length != 20 {
      #expect(throws: GATTDescriptionError.self, "\(length) bytes") {
        try GATTValueDescription(assignedNumber: 0x2AD2, decoding: Array(record.prefix(length)))
      }
    }
    #expect(try GATTValueDescription(assignedNumber: 0x2AD2, decoding: record).cut == nil)
  }

  @Test func `a record cut inside the energy is described without its missing fields`() throws {
    let bytes = [UInt8](hex: "f601 1027 e803 b400 010002 feff 2c01 fa00 2c01 58")
    let description = try GATTValueDescription(assignedNumber: 0x2AD2, decoding: bytes)
    #expect(description.fields.last == GATTField("Total Energy", .integer(300), unit: "kcal"))
    #expect(description.cut?.field == "Energy Per Hour")
  }

  @Test func `numbers keep their kind and unit`() throws {
    let fields = try GATTValueDescription(assignedNumber: 0x2AD2, decoding: [UInt8](hex: "4000 e40c 9600")).fields
    #expect(
      fields == [
        GATTField("More Data", .bool(false)),
        GATTField("Instantaneous Speed", .number(33), unit: "km/h"),
        GATTField("Instantaneous Power", .integer(150), unit: "W"),
      ])
  }
}
