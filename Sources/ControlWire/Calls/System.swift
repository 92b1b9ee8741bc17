extension TrainerCalls {
  static let system: [any TrainerCall.Type] = [GetSettings.self, SetSettings.self, Doctor.self]
}

/// The rider's settings, and the heart-rate zones that they make: the method `Settings`.
package struct GetSettings: TrainerCall {
  package static let method = "Settings"
  package static let access = AccessLevel.look
  package typealias Reply = SettingsAndZones

  package init() {}
}

/// Changes some of the settings; those that are absent stay.
///
/// All are checked together, and all are taken or none.
package struct SetSettings: TrainerCall {
  package static let method = "SetSettings"
  package static let access = AccessLevel.library
  package typealias Reply = SettingsAndZones

  // As in `Settings`.
  package var zone2From: Int?
  package var zone2To: Int?
  package var maximumHeartRate: Int?
  package var restingHeartRate: Int?
  package var thresholdHeartRate: Int?
  package var thresholdWatts: Int?
  package var weightKilograms: Double?
  package var zoneMethod: ZoneMethod?
  /// The settings that are no longer known.
  package var clear: [SettingName]?

  /// No change.
  package init() {}
}

/// Checks of the daemon's surroundings.
package struct Doctor: TrainerCall {
  package static let method = "Doctor"
  package static let access = AccessLevel.look
  package typealias Reply = CheckList

  package init() {}
}

/// The answer to `Doctor`.
package struct CheckList: Codable, Hashable, Sendable {
  package var checks: [Check]

  package init(checks: [Check]) { self.checks = checks }
}
