import Rides
import Testing

@Suite struct TypedLengthTests {
  @Test(arguments: [
    ("0:00", 0), ("5:00", 300), ("90:00", 5400), ("1:30:00", 5400), ("0:05:00", 300), ("90s", 90), ("25min", 1500),
    ("25 min", 1500), ("1h", 3600), ("1h30", 5400), ("1h30min", 5400), ("1h5", 3900), ("1H30MIN10S", 5410),
    ("2min30s", 150),
  ])
  func `a time is read in each of its forms`(text: String, seconds: Int) throws {
    #expect(try TypedTime.wholeSeconds(text) == seconds)
  }

  @Test(arguments: [
    "", ":", "1:", ":30", "1:5", "1:60", "1:60:00", "1:2:03", "1:2:3:4", "+5:00", "-5:00", "1e3", "12345678s", "٣s",
    "1min1h", "1h1h", "30min30", "1h60", "h", "5x", "now",
  ])
  func `text that is not a time is refused`(text: String) {
    #expect(throws: TypedLengthFault.noTime) { try TypedTime.seconds(text) }
  }

  @Test(arguments: [("10m", "10min"), ("1h30m", "1h30min"), ("5m30s", "5min30s")])
  func `m means metres, and the error shows how to write minutes`(text: String, minutes: String) throws {
    #expect(throws: TypedLengthFault.meters(asMinutes: minutes)) { try TypedTime.seconds(text) }
    #expect(throws: TypedLengthFault.distance) { try TypedTime.seconds("2km") }
  }

  @Test func `a bare number has the option's unit, or is refused if the option has none`() throws {
    #expect(try TypedTime.seconds("1.5", bare: .minutes) == 90)
    #expect(try TypedTime.seconds("2.5", bare: .seconds) == 2.5)
    #expect(throws: TypedLengthFault.unitMissing) { try TypedTime.seconds("60") }
    #expect(throws: TypedLengthFault.noTime) { try TypedTime.wholeSeconds("1.5", bare: .seconds) }
  }

  @Test(arguments: [("500m", 500.0), ("1.5km", 1500), ("25 M", 25)])
  func `a distance is read in each of its forms`(text: String, meters: Double) throws {
    #expect(try TypedDistance.meters(text) == meters)
  }

  @Test(arguments: [
    ("25mi", TypedLengthFault.noDistance), ("m", .noDistance), (".m", .noDistance), ("-5m", .noDistance),
    ("25", .distanceUnitMissing(digits: "25")), ("", .noDistance),
  ])
  func `text that is not a distance is refused`(text: String, fault: TypedLengthFault) {
    #expect(throws: fault) { try TypedDistance.meters(text) }
  }

  @Test(arguments: [
    ("2:00", IntervalExtension.seconds(120)), ("+90s", .seconds(90)), ("-1:00", .seconds(-60)), ("500m", .meters(500)),
    ("-1.5km", .meters(-1500)),
  ])
  func `an extension is a time or a distance and may be negative`(text: String, length: IntervalExtension) throws {
    #expect(try IntervalExtension(typed: text) == length)
  }

  @Test(arguments: ["", "5", "0s", "0m", "--5s", "now"])
  func `an extension without a valid length is refused`(text: String) {
    #expect(throws: TypedLengthFault.self) { try IntervalExtension(typed: text) }
  }
}
