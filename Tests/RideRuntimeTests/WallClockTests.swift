import Foundation
import RideSession
import Testing

@testable import RideRuntime

@Suite struct WallClockTests {
  @Test(arguments: [(1, false, true), (1, true, true), (0, false, false), (0, true, false)] as [(Int32, Bool, Bool)])
  func `the kernel decides whether the clock is synchronised if it can be asked`(
    _ state: Int32, _ isMarked: Bool, _ expected: Bool
  ) {
    #expect(SystemWallClock.isSynchronised(byKernel: state, isMarked: isMarked) == expected)
  }

  @Test(
    .enabled("needs a zone") { FileManager.default.fileExists(atPath: "/etc/localtime") },
    arguments: [0, 1_750_000_000, 1_765_000_000] as [Int64])
  func `the time zone's offset equals the system's offset for that moment`(_ seconds: Int64) {
    let expected = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    #expect(SystemWallClock().utcOffsetSeconds(at: UnixTime(milliseconds: seconds * 1000)) == expected)
  }

  @Test(arguments: [true, false])
  func `the mark file decides whether the clock is synchronised if the kernel cannot`(_ isMarked: Bool) {
    #expect(SystemWallClock.isSynchronised(byKernel: -1, isMarked: isMarked) == isMarked)
  }
}
