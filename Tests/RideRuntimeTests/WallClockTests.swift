import Foundation
import Rides
import Testing

@testable import RideRuntime

@Suite struct WallClockTests {
  @Test(
    .enabled("needs a zone") { FileManager.default.fileExists(atPath: "/etc/localtime") },
    arguments: [0, 1_750_000_000, 1_765_000_000] as [Int64])
  func `the time zone's offset equals the system's offset for that moment`(_ seconds: Int64) {
    let expected = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    #expect(SystemWallClock().utcOffsetSeconds(at: UnixTime(milliseconds: seconds * 1000)) == expected)
  }
}
