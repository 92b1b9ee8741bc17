import Foundation
import HubRides
import HubTerms
import RideFiles
import Rides
import Testing

/// Reading whole rides, and creating files from them.
@Suite struct WholeRideTests {
  private static let uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"

  /// A ride of 100 s at 150 W and 120 beats a minute.
  private static func json(_ members: String = "", uuid: String = uuid, rows: String? = nil) -> [UInt8] {
    let usual = (0..<100).map { second in
      #"{"elapsedSeconds":\#(second),"timerRunning":true,"powerWatts":\#(second < 50 ? 100 : 200),"#
        + #""beatsPerMinute":120,"distanceMeters":\#(second * 8)}"#
    }.joined(separator: ",")
    return Array(
      """
      {"uuid":"\(uuid)","whole":true,"start":"2026-11-27T18:00:00.000Z","activityId":"2026-11-27T18:00:00.000Z",\
      \(members)"samples":[\(rows ?? usual)]}
      """.utf8)
  }

  @Test func `a summary has the ride's times, averages, name and note`() throws {
    let summary = try WholeRide(Self.json(#""name":"Evening","note":"hard","#), uuid: Self.uuid).summary
    #expect(summary.uuid == Self.uuid && summary.began == Instant("2026-11-27T18:00:00Z"))
    #expect(summary.timerSeconds == 100 && summary.averageWatts == 150 && summary.averageBeatsPerMinute == 120)
    #expect(summary.name == "Evening" && summary.note == "hard" && summary.trim == nil)
    #expect((780...800).contains(summary.distanceMeters))
  }

  @Test(arguments: ["", "\n", "\r\n"]) func `a line break may follow a ride`(_ end: String) throws {
    #expect(try WholeRide(Self.json() + Array(end.utf8), uuid: Self.uuid).summary.timerSeconds == 100)
  }

  @Test func `the summary and the file of a trimmed ride cover only the remaining part`() throws {
    let trim = #""trim":{"fromSeconds":50,"toSeconds":90,"activityId":"2026-11-27T18:00:50.001Z"},"#
    let ride = try WholeRide(Self.json(trim), uuid: Self.uuid)
    #expect(ride.summary.began == Instant("2026-11-27T18:00:50Z"))
    #expect(ride.summary.timerSeconds == 40 && ride.summary.averageWatts == 200)
    #expect(ride.summary.edits == "name: none; note: none; cut to seconds 50 to 90")
    let file = ride.file(.tcx)
    #expect(file.name == "2026-11-27T180050Z.tcx")
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("<TotalTimeSeconds>40"))
  }

  @Test(arguments: ActivityFormat.allCases) func `a file has each row of the ride`(_ format: ActivityFormat) throws {
    let file = try WholeRide(Self.json(), uuid: Self.uuid).file(format)
    let text = String(decoding: file.bytes, as: UTF8.self)
    switch format {
    case .tcx: #expect(text.components(separatedBy: "<Trackpoint>").count == 101)
    case .csv: #expect(text.split(whereSeparator: \.isNewline).count == 101)
    case .json: #expect(text.components(separatedBy: "\"powerWatts\"").count == 101)
    case .fit:
      var decoder = RideFileDecoder()
      try decoder.feed(Array(file.bytes))
      let ride = try #require(try decoder.finish().rides.first)
      #expect(ride.samples.count == 100 && ride.samples.last?.powerWatts == 200)
    }
  }

  @Test(arguments: [
    [], Array("[]".utf8), Array("{}".utf8), json(uuid: "00000000-0000-4000-8000-000000000000"), json(rows: ""),
    json(rows: #"{"elapsedSeconds":1},{"elapsedSeconds":1}"#), json(#""trim":{"fromSeconds":5},"#),
    json(#""name":"\#(String(repeating: "x", count: 10_001))","#), Array(json().dropLast(2)),
    json() + Array(repeating: 0x20, count: 3), json() + Array("{}".utf8), [0xEF, 0xBB, 0xBF] + json(), [0x20] + json(),
    json(rows: #"{"elapsedSeconds":1,"powerWatts":+5}"#), json(rows: #"{"elapsedSeconds":1,"powerWatts":.5}"#),
    json(rows: #"{"elapsedSeconds":01}"#), json(#""more":5.,"#),
    Array(String(decoding: json(), as: UTF8.self).replacing("\"whole\":true,", with: "").utf8),
    Array(String(decoding: json(), as: UTF8.self).replacing("2026-11-27T18", with: "3026-11-27T18").utf8),
  ])
  func `an invalid ride, or a ride with another UUID, is refused`(_ content: [UInt8]) {
    let fault = #expect(throws: HubFault.self) { try WholeRide(content, uuid: Self.uuid) }
    #expect(fault?.code == .validationError)
  }
}
