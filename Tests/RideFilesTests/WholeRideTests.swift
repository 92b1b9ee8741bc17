import FuzzKit
import Rides
import TestKit
import Testing

@testable import RideFiles

@Suite struct WholeRideTests {
  private static func decoded(_ bytes: [UInt8]) throws(FileFault) -> ImportedFile {
    var decoder = RideFileDecoder()
    try decoder.feed(bytes)
    return try decoder.finish()
  }

  /// Returns the error for a text; nil if it is accepted.
  private static func fault(_ text: String) -> FileFault? {
    do throws(FileFault) {
      _ = try decoded(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  private static let whole: RideRecord = {
    var record = ride(Array(goldenSamples.prefix(2)))
    record.uuid = RideUUID("5a1c8f0e-7d42-4b9a-8c3e-0f1e2d3c4b5a")
    record.events = [RideEvent(at: .milliseconds(1500), name: .trainerLost, detail: "timedOut", signalDBm: -71)]
    record.circumstances = RideCircumstances()
    record.circumstances?.trim = RideCircumstances.Trim(seconds: 1..<2, activityID: UnixTime(milliseconds: 7))
    return record
  }()
  private static let text = String(decoding: RideJSONEncoder().encode(whole), as: UTF8.self)

  @Test func `any whole ride is the same after writing and reading it, except for its number`() throws {
    for ride in RandomRides(seed: 1).prefix(300) {
      let bytes = RideJSONEncoder().encode(ride)
      let file = try Self.decoded(bytes)
      #expect(file == ImportedFile(rides: [ride]))
      #expect(file.rides.map { RideJSONEncoder().encode($0) } == [bytes])
    }
  }

  @Test func `a whole ride that is cut off anywhere is refused`() throws {
    let bytes = Array(Self.text.utf8)
    for count in 12..<bytes.count - 2 {
      let fault = #expect(throws: FileFault.self) { try Self.decoded(Array(bytes.prefix(count))) }
      let isReported = String(decoding: bytes.prefix(count), as: UTF8.self).contains("\"activityId\"")
      #expect(fault?.code == (isReported ? .cut : .noActivity) && fault?.byte ?? .max <= count, "\(count)")
    }
  }

  @Test(
    arguments: [
      (#""whole":true"#, #""whole":false"#, .noActivity), (#""whole":true,"#, "", .noActivity),
      (#""uuid":"5a1c"#, #""uuid":"5g1c"#, .malformed), (#""start":"2026"#, #""start":"26"#, .malformed),
      (#""elapsedSeconds":1,"timer"#, #""elapsedSeconds":0,"timer"#, .malformed),
      (#""elapsedSeconds":1,"timer"#, #""elapsedSeconds":99999999,"timer"#, .tooLong),
      (#""elapsedSeconds":1,"timer"#, #""timer"#, .malformed),
      (#""toSeconds":2"#, #""toSeconds":3"#, .outOfRange), (#""toSeconds":2"#, #""toSeconds":1"#, .malformed),
      (#""powerWatts":148.5"#, #""powerWatts":1e999"#, .outOfRange),
      (#""powerWatts":148.5"#, #""powerWatts":"much""#, .malformed),
      (#""powerWatts":148.5"#, #""powerWatts":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1"#, .malformed),
      (#""trainerName":"KICKR"#, #""trainerName":"\u0000"#, .outOfRange),
      (#""trainerName":"KICKR"#, #""trainerName":"\ud800"#, .malformed),
      (#""kind":"trainerLost","#, "", .malformed), (#""samples":["#, #""samples":[,"#, .malformed),
      ("\n]}\n", "\n]}\n{}", .malformed), (#""targetWatts":0"#, #""targetWatts":0.5"#, .outOfRange),
    ] as [(String, String, FileFault.Code)])
  func `a whole ride that was tampered with is refused with the reason`(
    _ old: String, new: String, code: FileFault.Code
  ) {
    let tampered = Self.text.replacing(old, with: new, maxReplacements: 1)
    #expect(tampered != Self.text)
    #expect(Self.fault(tampered)?.code == code)
  }

  @Test func `unknown members, events and figures of a later version are skipped`() throws {
    let later = Self.text.replacing(
      #""start":"#, with: #""mood":{"a":[1,{"b":null}],"c":"d"},"start":"#, maxReplacements: 1
    )
    .replacing(#""events":["#, with: #""events":[{"elapsedSeconds":1,"kind":"flew"},"#)
    .replacing(#""timerRunning":true"#, with: #""gear":"53x11","name":null,"timerRunning":true"#)
    let file = try Self.decoded(Array(later.utf8))
    var ride = Self.whole
    ride.id = 0
    #expect(file.rides == [ride])
    #expect(file.leftOut.count == 1, "an event of a kind that is not known")
  }

  @Test func `rides exported without --whole and other JSON are refused`() {
    var trimmed = Self.whole
    trimmed.circumstances = nil
    let text = String(decoding: RideJSONEncoder().encode(trimmed), as: UTF8.self)
    #expect(Self.fault(text)?.code == .noActivity && Self.fault(text)?.detail.contains("--whole") == true)
    for other in ["{}", "[]", "[1,2", #"{"activityId":"2026-01-01T00:00:00Z"}"#, " {\"a\": 1} "] {
      #expect(Self.fault(other)?.code == .noActivity, "\(other)")
    }
    #expect(Self.fault("{\"a\":\"" + String(repeating: "x", count: 70_000))?.code == .noActivity)
  }

  /// Returns a ride of the same kind with one row per second.
  private static func whole(seconds: Int) -> RideRecord {
    var record = whole
    record.circumstances?.trim = nil
    record.samples = (0..<seconds).map { second in
      RideSample(
        second: second, timerRunning: true, powerWatts: 150.25 + Double(second % 7) / 3, targetWatts: 150,
        cadenceRpm: 87.5, beatsPerMinute: 131, speedKmh: 31.7, distanceMeters: Double(second) * 8.37,
        rrIntervals: [471, 480], alpha1: 0.83)
    }
    return record
  }

  /// Measured in processor time, which does not depend on other processes.
  @Test func `reading a whole ride takes time linear in its length`() throws {
    let times = try [600, 18_000].map { seconds in
      let record = Self.whole(seconds: seconds)
      let bytes = RideJSONEncoder().encode(record)
      var file: ImportedFile?
      let time = try processorTime { file = try Self.decoded(bytes) }
      #expect(file?.rides.first?.samples == record.samples)
      return time
    }
    // Linear time would be 30 times as long; quadratic time would be 900 times as long.
    #expect(times[1] < times[0] * 120, "\(times)")
  }

  @Test func `an error in a whole ride names its line`() {
    let fault = Self.fault(Self.text.replacing(#""powerWatts":152.25"#, with: #""powerWatts":no"#))
    #expect(fault?.line == 2)
  }

  @Test func `a whole ride beyond the limits is refused`() {
    var decoder = RideJSONDecoder(limits: ImportLimits(bytes: 100))
    #expect(throws: FileFault.self) { try decoder.feed(Array(Self.text.utf8)) }
    var short = RideJSONDecoder(limits: ImportLimits(seconds: 1))
    let fault = #expect(throws: FileFault.self) {
      try short.feed(Array(Self.text.utf8))
      _ = try short.finish()
    }
    #expect(fault?.code == .tooLong)
  }

  @Test func `a ride's UUID has version 4 and is read in either case`() {
    #expect(RideUUID(random: 0, 0).text == "00000000-0000-4000-8000-000000000000")
    #expect(RideUUID(random: .max, .max).text == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(RideUUID("5A1C8F0E-7D42-4B9A-8C3E-0F1E2D3C4B5A")?.text == "5a1c8f0e-7d42-4b9a-8c3e-0f1e2d3c4b5a")
    for text in ["", "5a1c8f0e7d424b9a8c3e0f1e2d3c4b5a", "5a1c8f0e-7d42-4b9a-8c3e-0f1e2d3c4b5", "{}"] {
      #expect(RideUUID(text) == nil)
    }
  }
}
