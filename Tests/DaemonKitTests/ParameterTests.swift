import ControlWire
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ParameterTests {
  private static let nonsense: [(any TrainerCall, String)] = [
    (Start(watts: 0, minutes: 10), "watts"), (Start(watts: 3001, minutes: 10), "watts"),
    (Start(watts: .min, minutes: 10), "watts"), (Start(watts: 150, minutes: 0.09), "minutes"),
    (Start(watts: 150, minutes: 1440.1), "minutes"), (Start(watts: 150, minutes: -1), "minutes"),
    (Start(watts: 150, minutes: 1, maximumHeartRate: 59), "maximumHeartRate"),
    (Start(watts: 150, minutes: 1, maximumHeartRate: 231), "maximumHeartRate"),
    (Start(watts: 150, minutes: 1e300), "minutes"), (SetWatts(watts: 0), "watts"), (SetWatts(watts: 3001), "watts"),
    (SetWatts(watts: .max), "watts"), (SetWatts(change: .max), "change"), (SetWatts(change: .min), "change"),
    (SetWatts(change: 3001), "change"), (Scan(seconds: 0), "seconds"), (Scan(seconds: -1), "seconds"),
    (Scan(seconds: 1e300), "seconds"), (Use(address: "KICKR"), "address"), (Use(address: ""), "address"),
    (Forget(address: "C0:FF"), "address"), (Rides(limit: -1), "limit"), (Rides(limit: .min), "limit"),
    (Rides(since: "2026-02-30T00:00:00Z"), "since"), (Rides(before: "2026-11-31T00:00:00Z"), "before"),
    (History(since: "2026-11-25T24:00:00Z"), "since"), (History(since: "2026-11-25T06:45:12Z and more"), "since"),
  ]

  @Test func `an invalid parameter is refused by its name`() async throws {
    try await withDaemon { bench in
      for (request, parameter) in Self.nonsense {
        await bench.expectRefusal(.invalidParameter, of: request, parameter)
      }
    }
  }

  /// An overflowing sum would crash the daemon.
  @Test func `an invalid parameter during a ride does not change the ride`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 1)
      try await bench.advance(toSecond: 15)
      let before = try await bench.status
      for (request, _) in Self.nonsense {
        await #expect(throws: ControlError.self, "\(request)") { try await bench.call(request) }
      }
      #expect(try await bench.status == before)
    }
  }

  @Test(arguments: [Pause(), Resume(), Stop(), SetWatts(watts: 150), SetWatts(change: 5)] as [any TrainerCall])
  func `a ride command without a ride is refused`(_ call: any TrainerCall) async throws {
    try await withDaemon { bench in await bench.expectRefusal(.noRide, of: call) }
  }
}
