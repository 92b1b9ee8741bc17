import ControlWire
import Testing

@Suite(.timeLimit(.minutes(1))) struct ParameterTests {
  private static let nonsense: [(ControlRequest, String)] = [
    (.start(watts: 0, minutes: 10), "watts"), (.start(watts: 3001, minutes: 10), "watts"),
    (.start(watts: .min, minutes: 10), "watts"), (.start(watts: 150, minutes: 0.09), "minutes"),
    (.start(watts: 150, minutes: 1440.1), "minutes"), (.start(watts: 150, minutes: -1), "minutes"),
    (.start(watts: 150, minutes: 1, maximumHeartRate: 59), "maximumHeartRate"),
    (.start(watts: 150, minutes: 1, maximumHeartRate: 231), "maximumHeartRate"),
    (.start(watts: 150, minutes: 1e300), "minutes"), (.setWatts(0), "watts"), (.setWatts(3001), "watts"),
    (.setWatts(.max), "watts"), (.changeWatts(.max), "change"), (.changeWatts(.min), "change"),
    (.changeWatts(3001), "change"), (.scan(seconds: 0), "seconds"), (.scan(seconds: -1), "seconds"),
    (.scan(seconds: 1e300), "seconds"), (.use(address: "KICKR"), "address"), (.use(address: ""), "address"),
    (.forget(address: "C0:FF"), "address"), (.rides(limit: -1), "limit"), (.rides(limit: .min), "limit"),
  ]

  @Test func nonsenseIsRefusedByName() async throws {
    try await withDaemon { bench in
      for (request, parameter) in Self.nonsense {
        await bench.expectRefusal(.invalidParameter, of: request, parameter)
      }
    }
  }

  /// A sum that no integer holds would end the daemon.
  @Test func nonsenseDuringARideLeavesItAsItIs() async throws {
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

  @Test(arguments: [.pause, .resume, .stop, .setWatts(150), .changeWatts(5)] as [ControlRequest])
  func withoutARideThereIsNothingToCommand(_ request: ControlRequest) async throws {
    try await withDaemon { bench in await bench.expectRefusal(.noRide, of: request) }
  }
}
