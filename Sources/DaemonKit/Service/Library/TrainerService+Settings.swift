import ControlWire
import RideAnalysis
import RideSession
import RideStore

extension TrainerService {
  /// What the rider said of themself, and the zones that it makes.
  func settings() async throws(ControlError) -> ControlReply {
    try Self.reply(try await stored { store throws(StoreError) in try await store.settings() })
  }

  /// Changes some of it; all is checked together, and either all is taken or nothing.
  func change(_ change: SettingsChange) async throws(ControlError) -> ControlReply {
    let changed = try await stored { store throws(StoreError) in
      try await store.changeSettings { Self.changed($0, by: change) }
    }
    return try Self.reply(try changed.get())
  }

  /// Settings that make zones, or the refusal.
  private static func changed(
    _ settings: RiderSettings, by change: SettingsChange
  ) -> Result<RiderSettings, ControlError> {
    Result { () throws(ControlError) in
      let before = settings
      var settings = settings
      try settings.take(change)
      if change.zone2From == nil, change.zone2To == nil {
        settings.followMethod(since: before, isChosen: change.zoneMethod != nil)
      }
      _ = try reply(settings)
      return settings
    }
  }

  private static func reply(_ settings: RiderSettings) throws(ControlError) -> ControlReply {
    do throws(ZoneError) {
      let zones = try HeartRateZones(settings).zones
      return .settings(
        SettingsAndZones(settings: Settings(settings), zones: zones.map { ControlWire.HeartRateZone($0) }))
    } catch {
      throw ControlError(.settingMissing, subject: settings.zoneMethod.rawValue, detail: error.lacks.rawValue)
    }
  }
}

extension RiderSettings {
  /// Takes a change.
  ///
  /// - Throws: `invalidParameter` for what is out of range or does not fit the rest.
  fileprivate mutating func take(_ change: SettingsChange) throws(ControlError) {
    for name in change.clear ?? [] { clear(name) }
    let from = try Self.within(Limits.heartRate, change.zone2From, "zone2From") ?? zone2.lowerBound
    let to = try Self.within(Limits.heartRate, change.zone2To, "zone2To") ?? zone2.upperBound
    guard from < to else { throw ControlError(.invalidParameter, subject: "zone2To") }
    zone2 = from...to
    maximumHeartRate =
      try Self.within(Limits.heartRate, change.maximumHeartRate, "maximumHeartRate") ?? maximumHeartRate
    restingHeartRate =
      try Self.within(Limits.heartRate, change.restingHeartRate, "restingHeartRate") ?? restingHeartRate
    thresholdHeartRate =
      try Self.within(Limits.heartRate, change.thresholdHeartRate, "thresholdHeartRate") ?? thresholdHeartRate
    thresholdWatts = try Self.within(Limits.thresholdWatts, change.thresholdWatts, "thresholdWatts") ?? thresholdWatts
    weightKilograms =
      try Self.within(Limits.weightKilograms, change.weightKilograms, "weightKilograms") ?? weightKilograms
    if let method = change.zoneMethod { zoneMethod = method }
    try checkOrder()
  }

  private mutating func clear(_ name: SettingsChange.Name) {
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

  private static func within<Value: Comparable>(
    _ range: ClosedRange<Value>, _ value: Value?, _ name: String
  ) throws(ControlError) -> Value? {
    guard let value else { return nil }
    guard range.contains(value) else { throw ControlError(.invalidParameter, subject: name) }
    return value
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
