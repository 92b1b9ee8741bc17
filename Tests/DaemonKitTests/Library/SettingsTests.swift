import ControlWire
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct SettingsTests {
  private static func settings(_ bench: DaemonBench, _ change: SetSettings? = nil) async throws -> SettingsAndZones {
    if let change { try await bench.call(change) } else { try await bench.call(GetSettings()) }
  }

  private static func change(_ body: (inout SetSettings) -> Void) -> SetSettings {
    var change = SetSettings()
    body(&change)
    return change
  }

  @Test func `Zone 2 is 120 to 140 bpm by default`() async throws {
    try await withDaemon { bench async throws in
      let usual = try await Self.settings(bench)
      #expect(usual.settings == RiderSettings() && usual.settings.zone2IsDefault == true)
      #expect(usual.zones.map(\.fromBpm) == [nil, 120, 141])
    }
  }

  @Test func `Zone 2 counts as default until a range or method sets it, even to the same values`() async throws {
    let state = try TemporaryDirectory()
    try await withDaemon(state: state) { bench async throws in
      let other = Self.change { ($0.thresholdWatts, $0.maximumHeartRate) = (240, 185) }
      #expect(try await Self.settings(bench, other).settings.zone2IsDefault == true)
    }
    try await withDaemon(state: state) { bench async throws in
      #expect(try await Self.settings(bench).settings.zone2IsDefault == true, "stored with others, and not set")
      let same = Self.change { ($0.zone2From, $0.zone2To) = (120, 140) }
      #expect(try await Self.settings(bench, same).settings.zone2IsDefault == nil)
    }
    try await withDaemon(state: state) { bench async throws in
      #expect(
        try await Self.settings(bench).settings
          == RiderSettings(
            zone2: 120...140, maximumHeartRate: 185, thresholdWatts: 240))
    }
    try await withDaemon { bench async throws in
      let method = Self.change { ($0.maximumHeartRate, $0.zoneMethod) = (185, .maximum) }
      #expect(try await Self.settings(bench, method).settings.zone2IsDefault == nil)
    }
  }

  @Test func `settings outlive the daemon`() async throws {
    let state = try TemporaryDirectory()
    let change = Self.change {
      ($0.maximumHeartRate, $0.restingHeartRate, $0.thresholdHeartRate) = (185, 60, 165)
      ($0.thresholdWatts, $0.weightKilograms, $0.zoneMethod) = (250, 72.5, .reserve)
    }
    var told: SettingsAndZones?
    try await withDaemon(state: state) { bench async throws in told = try await Self.settings(bench, change) }
    try await withDaemon(state: state) { bench async throws in
      let kept = try await Self.settings(bench)
      #expect(kept == told)
      #expect(kept.zones.map(\.fromBpm) == [nil, 135, 148, 160, 173])
      #expect((kept.settings.zone2From, kept.settings.zone2To) == (135, 147), "Zone 2 is the method's")
      let cleared = try await Self.settings(bench, Self.change { $0.clear = [.weightKilograms, .thresholdWatts] })
      #expect((cleared.settings.weightKilograms, cleared.settings.thresholdWatts) == (nil, nil))
      #expect(cleared.settings.maximumHeartRate == 185)
    }
  }

  @Test func `the fan is off by default and can follow power without a threshold power`() async throws {
    let state = try TemporaryDirectory()
    try await withDaemon(state: state) { bench async throws in
      let usual = try await Self.settings(bench).settings
      #expect((usual.fan, usual.fanPercent) == (.off, 50))
      _ = try await Self.settings(bench, Self.change { ($0.fan, $0.fanPercent) = (.percent, 0) })
      _ = try await Self.settings(bench, Self.change { $0.fan = .power })
    }
    try await withDaemon(state: state) { bench async throws in
      let kept = try await Self.settings(bench).settings
      #expect((kept.fan, kept.fanPercent) == (.power, 0))
    }
  }

  @Test func `a zone method is refused without the settings it needs`() async throws {
    try await withDaemon { bench async throws in
      for (method, lacks) in [(ZoneMethod.maximum, ZoneSetting.maximumHeartRate), (.friel, .thresholdHeartRate)] {
        let error = await #expect(throws: ControlError.self) {
          try await Self.settings(bench, Self.change { $0.zoneMethod = method })
        }
        #expect(error == ControlError(.settingMissing, subject: method.rawValue, cause: lacks))
      }
      _ = try await Self.settings(bench, Self.change { ($0.maximumHeartRate, $0.zoneMethod) = (185, .maximum) })
      let taken = Self.change { $0.clear = [.maximumHeartRate] }
      await bench.expectRefusal(.settingMissing, of: taken, "maximum")
    }
  }

  @Test func `an invalid setting is refused by its name, and nothing changes`() async throws {
    try await withDaemon { bench async throws in
      let nonsense: [(SetSettings, String)] = [
        (Self.change { ($0.zone2From, $0.zone2To) = (140, 120) }, "zone2To"),
        (Self.change { $0.zone2From = 29 }, "zone2From"),
        (Self.change { $0.zone2To = 251 }, "zone2To"), (Self.change { $0.maximumHeartRate = .max }, "maximumHeartRate"),
        (Self.change { ($0.restingHeartRate, $0.maximumHeartRate) = (180, 170) }, "restingHeartRate"),
        (Self.change { ($0.thresholdHeartRate, $0.maximumHeartRate) = (185, 185) }, "thresholdHeartRate"),
        (Self.change { $0.thresholdWatts = 0 }, "thresholdWatts"),
        (Self.change { $0.weightKilograms = -1 }, "weightKilograms"),
        (Self.change { $0.fanPercent = 101 }, "fanPercent"),
        (Self.change { ($0.fan, $0.fanPercent) = (.percent, -1) }, "fanPercent"),
      ]
      for (change, name) in nonsense {
        await bench.expectRefusal(.invalidParameter, of: change, name)
      }
      #expect(
        try await Self.settings(bench).settings == RiderSettings())
    }
  }
}
