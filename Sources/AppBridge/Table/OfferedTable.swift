import BluetoothLE
import FitnessGATT
import Rides

/// The characteristics of the table that `CharacteristicID` does not name.
enum TableID {
  static let cyclingPowerFeature = CharacteristicID(0x1818, 0x2A65)
  static let powerSensorLocation = CharacteristicID(0x1818, 0x2A5D)
  static let cadenceSensorLocation = CharacteristicID(0x1816, 0x2A5D)
  static let serialNumber = CharacteristicID(0x180A, 0x2A25)
}

extension BridgeOffers {
  /// The services, in the order in which apps see them.
  var services: [OfferedService] {
    switch self {
    case .trainer: [Self.fitnessMachine, Self.cyclingPower, Self.speedAndCadence] + Self.common
    case .strap: Self.common
    }
  }

  private static let fitnessMachine = OfferedService(
    .fitnessMachine,
    [
      OfferedCharacteristic(.fitnessMachineFeature, .read),
      OfferedCharacteristic(.indoorBikeData, .notify),
      OfferedCharacteristic(.trainingStatus, [.read, .notify]),
      OfferedCharacteristic(.supportedResistanceLevelRange, .read),
      OfferedCharacteristic(.supportedPowerRange, .read),
      OfferedCharacteristic(.fitnessMachineControlPoint, [.write, .indicate]),
      OfferedCharacteristic(.fitnessMachineStatus, .notify),
    ])

  private static let cyclingPower = OfferedService(
    .cyclingPower,
    [
      OfferedCharacteristic(.cyclingPowerMeasurement, .notify),
      OfferedCharacteristic(TableID.cyclingPowerFeature, .read),
      OfferedCharacteristic(TableID.powerSensorLocation, .read),
    ])

  private static let speedAndCadence = OfferedService(
    .cyclingSpeedAndCadence,
    [
      OfferedCharacteristic(.cscMeasurement, .notify),
      OfferedCharacteristic(.cscFeature, .read),
      OfferedCharacteristic(TableID.cadenceSensorLocation, .read),
    ])

  private static let common = [
    OfferedService(
      .heartRate,
      [OfferedCharacteristic(.heartRateMeasurement, .notify), OfferedCharacteristic(.bodySensorLocation, .read)]),
    OfferedService(.battery, [OfferedCharacteristic(.batteryLevel, [.read, .notify])]),
    OfferedService(
      .deviceInformation,
      [
        OfferedCharacteristic(.manufacturerName, .read), OfferedCharacteristic(.modelNumber, .read),
        OfferedCharacteristic(TableID.serialNumber, .read), OfferedCharacteristic(.firmwareRevision, .read),
      ]),
  ]
}

/// The values of the table that never change.
enum OfferedValues {
  /// The quantities that jz2 sends, and the targets that it accepts.
  ///
  /// MyWhoosh sends no slopes unless power is declared.
  static let feature = FitnessMachineFeature(
    machine: [.cadence, .totalDistance, .resistanceLevel, .heartRateMeasurement, .elapsedTime, .powerMeasurement],
    targetSetting: [.resistanceTarget, .powerTarget, .indoorBikeSimulation])
  /// The powers of a target, in watts.
  ///
  /// The range of the trainer is known only during a ride, and the table must not change; jz2d keeps a target within
  /// it.
  static let powerRange = SupportedPowerRange(
    minimumWatts: 0, maximumWatts: Int16(clamping: Limits.watts.upperBound), incrementWatts: 1)
  /// The resistance, in tenths of a percent of the trainer's greatest one.
  static let resistanceRange = SupportedResistanceLevelRange(
    minimumTenths: 0, maximumTenths: 1000, incrementTenths: 1)
  private static let powerFeatures: FeatureSet<CyclingPowerFeatureBit> = [.crankRevolutionData]
  private static let rearHub = SensorLocation(rawValue: 13)
  private static let chest = BodySensorLocation(rawValue: 1)

  /// Returns the value of a characteristic; nil if it is not one of them.
  static func value(of characteristic: CharacteristicID, _ identity: BridgeIdentity) -> [UInt8]? {
    switch characteristic {
    case .fitnessMachineFeature: feature.encoded()
    case .supportedResistanceLevelRange: resistanceRange.encoded()
    case .supportedPowerRange: powerRange.encoded()
    case TableID.cyclingPowerFeature:
      CyclingPowerFeature(bits: powerFeatures.rawValue).encoded()
    case .cscFeature: CSCFeature(features: [.wheelRevolutionData, .crankRevolutionData]).encoded()
    case TableID.powerSensorLocation, TableID.cadenceSensorLocation: rearHub.encoded()
    case .bodySensorLocation: chest.encoded()
    case .manufacturerName: DeviceInformationString(BridgeIdentity.manufacturer).encoded()
    case .modelNumber: DeviceInformationString(BridgeIdentity.model).encoded()
    case TableID.serialNumber: DeviceInformationString(String(identity.serialNumber)).encoded()
    case .firmwareRevision: DeviceInformationString(identity.firmware).encoded()
    default: nil
    }
  }
}
