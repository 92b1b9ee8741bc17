package import Rides

extension TrainerCalls {
  static let devices: [any TrainerCall.Type] = [Scan.self, Use.self, Forget.self, Devices.self]
}

/// Looks for devices; with `more` each is answered as it is heard, without, all at the end.
package struct Scan: TrainerCall, StreamedCall {
  package static let method = "Scan"
  package static let access = AccessLevel.ride
  package typealias Reply = DeviceList

  /// How long to look; absent for `usualSeconds`.
  package var seconds: Double?
  /// Whether devices that do not say what they are count, too; absent for no.
  package var all: Bool?

  package init(seconds: Double? = nil, all: Bool? = nil) {
    self.seconds = seconds
    self.all = all
  }

  /// Seconds that a scan takes by default.
  package static let usualSeconds = 10.0
  /// The longest scan, in seconds; `jz2ctl` offers less.
  package static let longestSeconds = 3600.0

  package var patience: Duration { .seconds(max(0, min(seconds ?? Self.usualSeconds, Self.longestSeconds)) + 10) }
  package func closingReply(after last: DeviceList?) -> DeviceList? { DeviceList(devices: []) }
}

/// Takes a device for rides, in place of any other with its role; during a ride also for that ride.
package struct Use: TrainerCall {
  package static let method = "Use"
  package static let access = AccessLevel.ride
  package typealias Reply = ChosenDevice

  package var address: String
  /// What it is to be to rides; absent for what it turns out to be.
  ///
  /// Only so the power of a meter counts.
  package var role: DeviceRole?

  package init(address: String, as role: DeviceRole? = nil) {
    self.address = address
    self.role = role
  }

  package var patience: Duration { .seconds(60) }
}

/// No longer takes a device for rides.
package struct Forget: TrainerCall {
  package static let method = "Forget"
  package static let access = AccessLevel.ride
  package typealias Reply = EmptyReply

  package var address: String

  package init(address: String) { self.address = address }
}

/// The devices that are known.
package struct Devices: TrainerCall {
  package static let method = "Devices"
  package static let access = AccessLevel.look
  package typealias Reply = DeviceList

  package init() {}
}

/// Devices that were heard or are known.
package struct DeviceList: Codable, Hashable, Sendable {
  package var devices: [Device]

  package init(devices: [Device]) { self.devices = devices }
}

/// A device as it is known from now on.
package struct ChosenDevice: Codable, Hashable, Sendable {
  package var device: Device

  package init(device: Device) { self.device = device }
}
