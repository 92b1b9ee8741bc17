package import Rides

extension TrainerCalls {
  static let system: [any TrainerCall.Type] = [GetSettings.self, SetSettings.self, Doctor.self]
}

/// The rider's settings, and the heart-rate zones that follow from them: the method `Settings`.
package struct GetSettings: TrainerCall {
  package static let method = "Settings"
  package static let access = AccessLevel.look
  package typealias Reply = SettingsAndZones

  package init() {}
}

/// Changes some of the settings.
///
/// They are checked together, and an invalid one rejects all.
package typealias SetSettings = RiderSettings.Change

extension RiderSettings.Change: TrainerCall {
  package static let method = "SetSettings"
  package static let access = AccessLevel.library
  package typealias Reply = SettingsAndZones
}

/// The settings and the zones that follow from them.
package struct SettingsAndZones: Codable, Hashable, Sendable {
  package var settings: RiderSettings
  /// The heart-rate zones by the selected method.
  package var zones: [HeartRateZone]
  /// The power zones by the threshold power; absent without one.
  package var powerZones: [PowerZones.Zone]?

  package init(settings: RiderSettings, zones: [HeartRateZone], powerZones: [PowerZones.Zone]? = nil) {
    self.settings = settings
    self.zones = zones
    self.powerZones = powerZones
  }
}

/// Checks of the daemon's surroundings.
package struct Doctor: TrainerCall {
  package static let method = "Doctor"
  package static let access = AccessLevel.look
  package typealias Reply = CheckList

  package init() {}
}

/// The reply to `Doctor`.
package struct CheckList: Codable, Hashable, Sendable {
  package var checks: [Check]

  package init(checks: [Check]) { self.checks = checks }
}
