package import Rides

/// A peripheral that was found or is known.
package struct Device: Codable, Hashable, Sendable {
  /// The address, `C0:FF:EE:00:00:01`.
  package var address: String
  /// The name it advertises; absent if it advertises no name.
  package var name: String?
  /// The kinds that it has or may have; empty if it advertises no kind.
  @OpenValues package var kinds: [DeviceKind]
  /// Signal strength in dBm of its last advertisement; absent for a device that was not found.
  package var rssi: Int?
  /// Whether `use` chose it.
  package var known: Bool
  /// True if the address changes within a quarter of an hour, so that it cannot be used to find the device later; else
  /// absent.
  package var addressChanges: Bool?

  package init(
    address: String, name: String?, kinds: [DeviceKind], rssi: Int?, known: Bool, addressChanges: Bool = false
  ) {
    self.address = address
    self.name = name
    self.kinds = kinds
    self.rssi = rssi
    self.known = known
    self.addressChanges = addressChanges ? true : nil
  }
}

extension Sequence<Device> {
  /// The devices by signal strength, then by address; devices that were not found come last.
  package var strongestFirst: [Device] {
    sorted { ($0.rssi ?? .min, $1.address) > ($1.rssi ?? .min, $0.address) }
  }
}

/// A device of a ride, and the reason for using it.
package struct RiddenDevice: Codable, Hashable, Sendable {
  /// The reasons for using a device.
  package enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
    /// `use` chose it, or an earlier start selected it.
    case chosen
    /// It was the only one of its kind in range.
    case onlyOne
    /// It was the only one in range that had been chosen before.
    case onlyKnown
  }

  /// Its role in the ride.
  @OpenValue package var kind: DeviceRole
  package var address: String
  /// The name it advertises; absent if it advertises no name.
  package var name: String?
  @OpenValue package var reason: Reason

  package init(kind: DeviceRole, address: String, name: String?, reason: Reason) {
    self.kind = kind
    self.address = address
    self.name = name
    self.reason = reason
  }
}

/// A device in use and its last values.
package struct DeviceStatus: Codable, Hashable, Sendable {
  /// The device's address, `C0:FF:EE:00:00:01`.
  package var address: String
  /// The name it advertises.
  package var name: String?
  /// The state of its link.
  @OpenValue package var state: LinkState
  /// Instantaneous power in watts; a trainer or a power meter only.
  package var powerWatts: Int?
  /// Instantaneous cadence in revolutions per minute; a trainer or a sensor only.
  package var cadenceRpm: Double?
  /// Instantaneous speed in km/h; a trainer only.
  package var speedKmh: Double?
  /// Heart rate in beats per minute; a strap only, or the trainer in place of one.
  package var beatsPerMinute: Int?
  /// True if the heart rate comes over the trainer's link; else absent.
  package var fromTrainer: Bool?
  /// Charge of its battery, 0…100.
  package var batteryPercent: Int?
  /// Its speed, 0…100; a fan only.
  package var fanPercent: Int?
  /// The ways in which it can brake, as far as they are known; a trainer during a ride only.
  package var modes: OpenValues<TrainerMode>?

  package init(
    address: String, name: String? = nil, state: LinkState, powerWatts: Int? = nil, cadenceRpm: Double? = nil,
    speedKmh: Double? = nil, beatsPerMinute: Int? = nil, batteryPercent: Int? = nil
  ) {
    self.address = address
    self.name = name
    self.state = state
    self.powerWatts = powerWatts
    self.cadenceRpm = cadenceRpm
    self.speedKmh = speedKmh
    self.beatsPerMinute = beatsPerMinute
    self.batteryPercent = batteryPercent
  }
}
