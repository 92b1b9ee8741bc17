import ControlWire
import RideAnalysis
import RideRuntime
import RideSession
import RideStore

/// The rider's settings, and the zones that they make.
struct SettingsService: Sendable {
  let access: StoreAccess
  let wallClock: any WallClock

  func settings() async throws(ControlError) -> SettingsAndZones {
    try SettingsAndZones(try await access.read { library throws(StoreError) in try await library.settings() })
  }

  /// Changes some of the settings; all are checked together, and all are taken or none.
  func change(_ call: SetSettings) async throws(ControlError) -> SettingsAndZones {
    let now = wallClock.now
    let changed = try await access.stored { store throws(StoreError) in
      try await store.changeSettings(at: now) { Self.changed($0, by: call) }
    }
    return try SettingsAndZones(try changed.get())
  }

  /// Settings that make zones, or the refusal.
  private static func changed(
    _ settings: RiderSettings, by call: SetSettings
  ) -> Result<RiderSettings, ControlError> {
    Result { () throws(ControlError) in
      let before = settings
      var settings = settings
      try settings.take(call)
      if call.zone2From == nil, call.zone2To == nil {
        settings.followMethod(since: before, isChosen: call.zoneMethod != nil)
      }
      _ = try SettingsAndZones(settings)
      return settings
    }
  }
}

extension SettingsService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.answer(GetSettings.self) { _, _ throws(ControlError) in try await settings() }
    router.answer(SetSettings.self) { call, _ throws(ControlError) in try await change(call) }
  }
}

extension SettingsAndZones {
  /// - Throws: `settingMissing` if the zones' method needs a setting that is not there.
  fileprivate init(_ settings: RiderSettings) throws(ControlError) {
    do throws(ZoneError) {
      let zones = try HeartRateZones(settings).zones
      self.init(settings: Settings(settings), zones: zones.map { ControlWire.HeartRateZone($0) })
    } catch {
      throw ControlError(.settingMissing, subject: settings.zoneMethod.rawValue, detail: error.lacks.rawValue)
    }
  }
}

extension RiderSettings {
  /// Takes a change.
  ///
  /// - Throws: `invalidParameter` for what is out of range or does not fit the rest.
  fileprivate mutating func take(_ change: SetSettings) throws(ControlError) {
    for name in change.clear ?? [] { clear(name) }
    let from = try Self.checked(change.zone2From, in: Limits.heartRate, "zone2From") ?? zone2.lowerBound
    let to = try Self.checked(change.zone2To, in: Limits.heartRate, "zone2To") ?? zone2.upperBound
    guard from < to else { throw ControlError(.invalidParameter, subject: "zone2To") }
    zone2 = from...to
    maximumHeartRate =
      try Self.checked(change.maximumHeartRate, in: Limits.heartRate, "maximumHeartRate") ?? maximumHeartRate
    restingHeartRate =
      try Self.checked(change.restingHeartRate, in: Limits.heartRate, "restingHeartRate") ?? restingHeartRate
    thresholdHeartRate =
      try Self.checked(change.thresholdHeartRate, in: Limits.heartRate, "thresholdHeartRate") ?? thresholdHeartRate
    thresholdWatts =
      try Self.checked(change.thresholdWatts, in: Limits.thresholdWatts, "thresholdWatts") ?? thresholdWatts
    weightKilograms =
      try Self.checked(change.weightKilograms, in: Limits.weightKilograms, "weightKilograms") ?? weightKilograms
    if let method = change.zoneMethod { zoneMethod = method }
    try checkOrder()
  }

  private mutating func clear(_ name: SettingName) {
    switch name {
    case .maximumHeartRate: maximumHeartRate = nil
    case .restingHeartRate: restingHeartRate = nil
    case .thresholdHeartRate: thresholdHeartRate = nil
    case .thresholdWatts: thresholdWatts = nil
    case .weightKilograms: weightKilograms = nil
    }
  }

  /// A heart rate at rest is below that at the threshold, and that below the greatest.
  private func checkOrder() throws(ControlError) {
    if let restingHeartRate, let above = thresholdHeartRate ?? maximumHeartRate, restingHeartRate >= above {
      throw ControlError(.invalidParameter, subject: "restingHeartRate")
    }
    if let thresholdHeartRate, let maximumHeartRate, thresholdHeartRate >= maximumHeartRate {
      throw ControlError(.invalidParameter, subject: "thresholdHeartRate")
    }
  }

  private static func checked<Value: Comparable>(
    _ value: Value?, in limits: ClosedRange<Value>, _ parameter: String
  ) throws(ControlError) -> Value? {
    try value.map { value throws(ControlError) in try value.checked(in: limits, parameter) }
  }
}

extension Settings {
  fileprivate init(_ settings: RiderSettings) {
    self.init(
      zone2From: settings.zone2.lowerBound, zone2To: settings.zone2.upperBound,
      maximumHeartRate: settings.maximumHeartRate, restingHeartRate: settings.restingHeartRate,
      thresholdHeartRate: settings.thresholdHeartRate, thresholdWatts: settings.thresholdWatts,
      weightKilograms: settings.weightKilograms, zoneMethod: settings.zoneMethod)
  }
}
