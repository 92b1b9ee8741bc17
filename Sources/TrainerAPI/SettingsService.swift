import ControlSocket
import ControlWire
import RideAnalysis
import RideRuntime
import RideSession
import RideStore
import Rides

/// The rider's settings, and the zones that follow from them.
struct SettingsService: Sendable {
  let access: StoreAccess
  let driver: RideDriver
  let wallClock: any WallClock

  func settings() async throws(ControlError) -> SettingsAndZones {
    try SettingsAndZones(try await access.read { library throws(StoreError) in try await library.settings() })
  }

  /// Changes some settings; they are checked together, and an invalid one rejects all.
  func change(_ call: SetSettings) async throws(ControlError) -> SettingsAndZones {
    let now = wallClock.now
    let changed = try await access.stored { store throws(StoreError) in
      try await store.changeSettings(at: now) { Self.changed($0, by: call) }
    }
    let settings = try changed.get()
    // A new rule applies to the fan of the current ride at once.
    if call.fan != nil || call.fanPercent != nil { _ = await driver.perform(.fan(FanRule(settings))) }
    return try SettingsAndZones(settings)
  }

  /// Returns the changed settings, or the error if they are invalid or define no zones.
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
  /// - Throws: `settingMissing` if the zones' method needs a setting that is missing.
  fileprivate init(_ settings: RiderSettings) throws(ControlError) {
    do throws(ZoneError) {
      let zones = try HeartRateZones(settings).zones
      self.init(
        settings: settings, zones: zones.map { ControlWire.HeartRateZone($0) },
        powerZones: PowerZones(settings)?.zones())
    } catch {
      throw ControlError(.settingMissing, subject: settings.zoneMethod.rawValue, cause: error.lacks)
    }
  }
}

extension RiderSettings {
  /// Applies a change.
  ///
  /// - Throws: `invalidParameter` for a value that is out of range or conflicts with the other settings.
  fileprivate mutating func take(_ change: SetSettings) throws(ControlError) {
    let from = try change.zone2From?.checked(in: Limits.heartRate, "zone2From") ?? zone2From
    let to = try change.zone2To?.checked(in: Limits.heartRate, "zone2To") ?? zone2To
    guard from < to else { throw ControlError(.invalidParameter, subject: "zone2To") }
    if change.zone2From != nil || change.zone2To != nil { zone2 = from...to }
    try take(Self.wholeNumbers, of: change)
    try take(Self.decimals, of: change)
    if let method = change.zoneMethod { zoneMethod = method }
    if let source = change.hrvSource { hrvSource = source }
    if let weights = change.trimpWeights { trimpWeights = weights }
    if let units = change.units { self.units = units }
    if let fan = change.fan { self.fan = fan }
    fanPercent = try change.fanPercent?.checked(in: Limits.fanPercent, "fanPercent") ?? fanPercent
    difficultyPercent =
      try change.difficultyPercent?.checked(in: Limits.difficultyPercent, "difficultyPercent") ?? difficultyPercent
    ergByResistance = change.ergByResistance ?? ergByResistance
    try checkOrder()
  }

  private mutating func take<Value>(
    _ settings: [NumberSetting<Value>], of change: SetSettings
  ) throws(ControlError) {
    for setting in settings {
      if change.clear?.contains(setting.name) == true { self[keyPath: setting.member] = nil }
      guard let value = change[keyPath: setting.change] else { continue }
      self[keyPath: setting.member] = try value.checked(in: setting.limits, setting.name.rawValue)
    }
  }

  /// Checks that the resting heart rate is below the threshold heart rate, and that one below the maximum.
  private func checkOrder() throws(ControlError) {
    if let restingHeartRate, let above = thresholdHeartRate ?? maximumHeartRate, restingHeartRate >= above {
      throw ControlError(.invalidParameter, subject: "restingHeartRate")
    }
    if let thresholdHeartRate, let maximumHeartRate, thresholdHeartRate >= maximumHeartRate {
      throw ControlError(.invalidParameter, subject: "thresholdHeartRate")
    }
  }
}
