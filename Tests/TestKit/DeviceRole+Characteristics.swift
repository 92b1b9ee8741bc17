package import BluetoothLE
package import Rides

extension DeviceRole {
  /// The characteristics of a typical device with this role.
  package var characteristics: Set<CharacteristicID> {
    switch self {
    case .trainer:
      [
        .indoorBikeData, .fitnessMachineControlPoint, .fitnessMachineStatus, .fitnessMachineFeature,
        .supportedPowerRange, .batteryLevel,
      ]
    case .heartRate: [.heartRateMeasurement, .batteryLevel]
    case .power: [.cyclingPowerMeasurement, .cyclingPowerControlPoint, .batteryLevel]
    case .cadence: [.cscMeasurement]
    case .fan: [.headwindControlPoint]
    }
  }
}
