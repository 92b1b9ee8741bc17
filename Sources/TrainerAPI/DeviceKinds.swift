import BluetoothLE
import ControlWire
import Rides
import Trainers

// What a device is, by its advertisement and by its characteristics.

extension Advertisement {
  /// What it is, or may be, best first; empty if it does not say.
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

  /// Whether it names no other service than Cycling Speed and Cadence, as sensors of makers of trainers do.
  private var isSpeedSensor: Bool { names(.cyclingSpeedAndCadence) && !names(.cyclingPower) && !names(.wahoo) }

  /// The role that a ride gives it: a trainer that relays a heart rate is a trainer.
  var kind: DeviceRole? { kinds.first?.role }

  /// Whether it may have a role in a ride, as far as it tells.
  func suits(_ role: DeviceRole) -> Bool {
    switch role {
    // A trainer from before Fitness Machine reports its power alone; free rides take any such device.
    case .trainer: kinds.contains(.trainer) || kinds.contains(.cyclingPower)
    case .heartRate: kinds.contains(.heartRate)
    case .power: names(.cyclingPower)
    case .cadence: names(.cyclingSpeedAndCadence) || names(.cyclingPower)
    case .fan: kinds.contains(.fan)
    }
  }

  /// A later report may leave out what an earlier one said.
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
  /// The kinds of the machines that are no bike.
  fileprivate var kinds: [DeviceKind] {
    let all: [(MachineTypes, DeviceKind)] = [
      (.treadmill, .treadmill), (.crossTrainer, .crossTrainer), (.stepClimber, .stepClimber),
      (.stairClimber, .stairClimber), (.rower, .rower),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension Set<CharacteristicID> {
  /// What a device with these characteristics is, best first; empty if rides have no use for it.
  var kinds: [DeviceKind] {
    if contains(.indoorBikeData) || TrainerProtocols.spoken(on: self) != nil {
      return [.trainer] + (contains(.heartRateMeasurement) ? [.heartRate] : [])
    }
    let all: [(CharacteristicID, DeviceKind)] = [
      (.treadmillData, .treadmill), (.crossTrainerData, .crossTrainer), (.stepClimberData, .stepClimber),
      (.stairClimberData, .stairClimber), (.rowerData, .rower), (.cyclingPowerMeasurement, .cyclingPower),
      (.heartRateMeasurement, .heartRate), (.cscMeasurement, .cadence), (.headwindControlPoint, .fan),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }

  /// Whether a device with these characteristics can have a role in a ride.
  func suits(_ role: DeviceRole) -> Bool {
    switch role {
    case .trainer: TrainerProtocols.spoken(on: self, isListeningEnough: true) != nil
    case .heartRate: contains(.heartRateMeasurement)
    case .power: contains(.cyclingPowerMeasurement)
    case .cadence: contains(.cscMeasurement) || contains(.cyclingPowerMeasurement)
    case .fan: contains(.headwindControlPoint)
    }
  }

  /// The UUIDs of the services, for people: `180A, 180F`.
  var serviceList: String { Set<String>(map { $0.service.description.uppercased() }).sorted().joined(separator: ", ") }
}
