package import Rides

extension TrainerCalls {
  static let devices: [any TrainerCall.Type] = [Scan.self, Use.self, Forget.self, Devices.self]
}

/// Scans for devices; with `more` each is sent as it is found, otherwise all at the end.
package struct Scan: TrainerCall, StreamedCall {
  package static let method = "Scan"
  package static let access = AccessLevel.ride
  package typealias Reply = DeviceList

  /// How long to scan, in seconds; absent for `usualSeconds`.
  package var seconds: Double?
  /// Whether to include devices that advertise no kind; absent for no.
  package var all: Bool?

  package init(seconds: Double? = nil, all: Bool? = nil) {
    self.seconds = seconds
    self.all = all
  }

  /// The default length of a scan, in seconds.
  package static let usualSeconds = 10.0
  /// The longest scan, in seconds; `jz2ctl` allows less.
  package static let longestSeconds = 3600.0

  package var patience: Duration { .seconds(max(0, min(seconds ?? Self.usualSeconds, Self.longestSeconds)) + 10) }
  package func closingReply(after last: DeviceList?) -> DeviceList? { DeviceList(devices: []) }
}

/// Chooses a device for rides, in place of any other with its role; during a ride also for that ride.
package struct Use: TrainerCall {
  package static let method = "Use"
  package static let access = AccessLevel.ride
  package typealias Reply = ChosenDevice

  package var address: String
  /// The device's role in rides; absent to let the daemon determine it.
  ///
  /// The power of a power meter only counts in the role `power`.
  package var role: DeviceRole?

  package init(address: String, as role: DeviceRole? = nil) {
    self.address = address
    self.role = role
  }

  package var patience: Duration { .seconds(60) }
}

/// Stops using a device for rides.
package struct Forget: TrainerCall {
  package static let method = "Forget"
  package static let access = AccessLevel.ride
  package typealias Reply = EmptyReply

  package var address: String

  package init(address: String) { self.address = address }
}

/// The known devices.
package struct Devices: TrainerCall {
  package static let method = "Devices"
  package static let access = AccessLevel.look
  package typealias Reply = DeviceList

  package init() {}
}

/// Devices that were found or are known.
package struct DeviceList: Codable, Hashable, Sendable {
  package var devices: [Device]

  package init(devices: [Device]) { self.devices = devices }
}

/// A device as it is known from now on.
package struct ChosenDevice: Codable, Hashable, Sendable {
  package var device: Device

  package init(device: Device) { self.device = device }
}
