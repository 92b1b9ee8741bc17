import BluetoothLE
import ControlWire
import Rides
import Trainers

// The kinds of devices, by advertisement and by characteristics.

extension Advertisement {
  /// The kinds that the device has or may have, best first; empty if it advertises no kind.
  var kinds: [DeviceKind] {
    var kinds: [DeviceKind] = []
    if TrainerProtocols.areAdvertised(by: self) { kinds.append(.trainer) }
    if names(.heartRate) { kinds.append(.heartRate) }
    if names(.headwind) || name?.uppercased().hasPrefix("HEADWIND") == true { kinds.append(.fan) }
    guard kinds.isEmpty else { return kinds }
    if !otherMachineTypes.isEmpty { return otherMachineTypes.kinds }
    if TrainerProtocols.mayBeAdvertised(by: self), !isSpeedSensor { kinds.append(.candidate) }
    if names(.cyclingPower) { return kinds + [.cyclingPower] }
    return kinds.isEmpty && names(.cyclingSpeedAndCadence) ? [.cadence] : kinds
  }

  /// Whether it advertises Cycling Speed and Cadence as its only service, as sensors of makers of trainers do.
  private var isSpeedSensor: Bool { names(.cyclingSpeedAndCadence) && !names(.cyclingPower) && !names(.wahoo) }

  /// The device's role in a ride; a trainer that relays a heart rate is a trainer.
  var kind: DeviceRole? { kinds.first?.role }

  /// Returns whether the advertisement allows a role in a ride.
  func suits(_ role: DeviceRole) -> Bool {
    switch role {
    // A trainer older than Fitness Machine only reports its power; free rides accept any such device.
    case .trainer: kinds.contains(.trainer) || kinds.contains(.cyclingPower)
    case .heartRate: kinds.contains(.heartRate)
    case .power: names(.cyclingPower)
    case .cadence: names(.cyclingSpeedAndCadence) || names(.cyclingPower)
    case .fan: kinds.contains(.fan)
    }
  }

  /// Returns a later advertisement merged with this one, because it may omit data.
  func updated(by later: Advertisement) -> Advertisement {
    var merged = later
    merged.name = later.name ?? name
    merged.rssi = later.rssi ?? rssi
    merged.services.formUnion(services)
    merged.serviceData.merge(serviceData) { new, _ in new }
    return merged
  }
}

extension MachineTypes {
  /// The kinds of the machines other than bikes.
  fileprivate var kinds: [DeviceKind] {
    let all: [(MachineTypes, DeviceKind)] = [
      (.treadmill, .treadmill), (.crossTrainer, .crossTrainer), (.stepClimber, .stepClimber),
      (.stairClimber, .stairClimber), (.rower, .rower),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension Set<CharacteristicID> {
  /// The kinds of a device with these characteristics, best first; empty if rides cannot use it.
  var kinds: [DeviceKind] {
    if contains(.indoorBikeData) || TrainerProtocols.supported(on: self) != nil {
      return [.trainer] + (contains(.heartRateMeasurement) ? [.heartRate] : [])
    }
    let all: [(CharacteristicID, DeviceKind)] = [
      (.treadmillData, .treadmill), (.crossTrainerData, .crossTrainer), (.stepClimberData, .stepClimber),
      (.stairClimberData, .stairClimber), (.rowerData, .rower), (.cyclingPowerMeasurement, .cyclingPower),
      (.heartRateMeasurement, .heartRate), (.cscMeasurement, .cadence), (.headwindControlPoint, .fan),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }

  /// Returns whether a device with these characteristics can have a role in a ride.
  func suits(_ role: DeviceRole) -> Bool {
    switch role {
    case .trainer: TrainerProtocols.supported(on: self, isListeningEnough: true) != nil
    case .heartRate: contains(.heartRateMeasurement)
    case .power: contains(.cyclingPowerMeasurement)
    case .cadence: contains(.cscMeasurement) || contains(.cyclingPowerMeasurement)
    case .fan: contains(.headwindControlPoint)
    }
  }

  /// The UUIDs of the services as text: `180A, 180F`.
  var serviceList: String { Set<String>(map { $0.service.description.uppercased() }).sorted().joined(separator: ", ") }
}
