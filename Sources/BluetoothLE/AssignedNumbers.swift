extension BluetoothUUID {
  /// Fitness Machine service.
  public static let fitnessMachine = BluetoothUUID(0x1826)
  /// Heart Rate service.
  public static let heartRate = BluetoothUUID(0x180D)
  /// Cycling Power service, which some trainers advertise instead of FTMS.
  public static let cyclingPower = BluetoothUUID(0x1818)
  /// Cycling Speed and Cadence service.
  public static let cyclingSpeedAndCadence = BluetoothUUID(0x1816)
  /// Battery service.
  public static let battery = BluetoothUUID(0x180F)
  /// Device Information service.
  public static let deviceInformation = BluetoothUUID(0x180A)
  /// The service that Wahoo Fitness registered with the SIG (Assigned Numbers, member UUIDs); a KICKR may advertise
  /// only this one.
  public static let wahoo = BluetoothUUID(0xFC82)
  /// The service of Wahoo's fan KICKR HEADWIND, A026EE0C, chosen by Wahoo.
  public static let headwind = BluetoothUUID(high: 0xA026_EE0C_0A7D_4AB3, low: 0x97FA_F150_0F9F_EB8B)
}

extension CharacteristicID {
  /// Fitness Machine Feature.
  public static let fitnessMachineFeature = CharacteristicID(0x1826, 0x2ACC)
  /// Treadmill Data.
  public static let treadmillData = CharacteristicID(0x1826, 0x2ACD)
  /// Cross Trainer Data.
  public static let crossTrainerData = CharacteristicID(0x1826, 0x2ACE)
  /// Step Climber Data.
  public static let stepClimberData = CharacteristicID(0x1826, 0x2ACF)
  /// Stair Climber Data.
  public static let stairClimberData = CharacteristicID(0x1826, 0x2AD0)
  /// Rower Data.
  public static let rowerData = CharacteristicID(0x1826, 0x2AD1)
  /// Indoor Bike Data.
  public static let indoorBikeData = CharacteristicID(0x1826, 0x2AD2)
  /// Training Status.
  public static let trainingStatus = CharacteristicID(0x1826, 0x2AD3)
  /// Supported Resistance Level Range.
  public static let supportedResistanceLevelRange = CharacteristicID(0x1826, 0x2AD6)
  /// Supported Power Range.
  public static let supportedPowerRange = CharacteristicID(0x1826, 0x2AD8)
  /// Fitness Machine Control Point.
  public static let fitnessMachineControlPoint = CharacteristicID(0x1826, 0x2AD9)
  /// Fitness Machine Status.
  public static let fitnessMachineStatus = CharacteristicID(0x1826, 0x2ADA)
  /// Cycling Power Measurement.
  public static let cyclingPowerMeasurement = CharacteristicID(0x1818, 0x2A63)
  /// Cycling Power Control Point.
  public static let cyclingPowerControlPoint = CharacteristicID(0x1818, 0x2A66)
  /// CSC Measurement.
  public static let cscMeasurement = CharacteristicID(0x1816, 0x2A5B)
  /// CSC Feature.
  public static let cscFeature = CharacteristicID(0x1816, 0x2A5C)
  /// Heart Rate Measurement.
  public static let heartRateMeasurement = CharacteristicID(0x180D, 0x2A37)
  /// Body Sensor Location.
  public static let bodySensorLocation = CharacteristicID(0x180D, 0x2A38)
  /// Battery Level.
  public static let batteryLevel = CharacteristicID(0x180F, 0x2A19)
  /// Manufacturer Name String.
  public static let manufacturerName = CharacteristicID(0x180A, 0x2A29)
  /// Model Number String.
  public static let modelNumber = CharacteristicID(0x180A, 0x2A24)
  /// Firmware Revision String.
  public static let firmwareRevision = CharacteristicID(0x180A, 0x2A26)
  /// The control point of Wahoo's fan KICKR HEADWIND, A026E038, chosen by Wahoo.
  public static let headwindControlPoint = CharacteristicID(
    service: .headwind, characteristic: BluetoothUUID(high: 0xA026_E038_0A7D_4AB3, low: 0x97FA_F150_0F9F_EB8B))
}
