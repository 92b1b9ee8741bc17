internal import RideSession

/// A device of a ride as a `device_info`.
struct FITSensor: Sendable {
  let start: Double
  let index: Double
  let deviceType: Double
  let manufacturer: Double?
  let serial: Double?
  let batteryPercent: Double?
  let name: [Double]

  /// - Parameters:
  ///   - device: The device.
  ///   - start: The ride's start in FIT's seconds.
  ///   - index: Its `device_index`, from 1; the creator is 0.
  init(_ device: RideDetails.Device, start: Double, index: Int) {
    self.start = start
    self.index = Double(index)
    deviceType =
      switch device.role {
      case .trainer: FITProfile.BLEDeviceType.bikeTrainer
      case .heartRate: FITProfile.BLEDeviceType.heartRate
      }
    manufacturer = device.name.flatMap(FITManufacturer.init(ofDevice:)).map { Double($0.rawValue) }
    serial = device.serial.map(Double.init)
    batteryPercent = device.batteryPercent.map(Double.init)
    name = FITText.characters(of: device.name)
  }

  static func columns(for sensors: [Self]) -> [FITColumn<Self>] {
    [
      FITColumn(FITField.timestamp) { $0.start },
      FITColumn(FITField.DeviceInfo.deviceIndex) { $0.index },
      FITColumn(FITField.DeviceInfo.deviceType) { $0.deviceType },
      FITColumn(FITField.DeviceInfo.manufacturer) { $0.manufacturer },
      FITColumn(FITField.DeviceInfo.serialNumber) { $0.serial },
      FITColumn(FITField.DeviceInfo.sourceType) { _ in FITProfile.bluetoothLowEnergy },
      FITColumn(FITField.DeviceInfo.batteryLevel) { $0.batteryPercent },
      FITColumn(FITField.DeviceInfo.productName, count: sensors.map(\.name.count).max() ?? 0) { $0.name },
    ]
  }
}

extension FITWriter {
  mutating func write(_ sensors: [FITSensor]) {
    guard !sensors.isEmpty else { return }
    let table = define(.deviceInfo, as: FITLocalType.sensor, FITSensor.columns(for: sensors), for: sensors)
    for sensor in sensors { write(sensor, in: table) }
  }
}

/// Makers of trainers and straps: Garmin's profile, `manufacturer`.
enum FITManufacturer: UInt16, Hashable, Sendable, CaseIterable {
  case garmin = 1
  case saris = 9
  case suunto = 23
  case wahooFitness = 32
  case bkool = 67
  case stagesCycling = 69
  case wattbike = 73
  case scosche = 83
  case elite = 86
  case tacx = 89
  case insideRide = 93
  case magene = 107
  case thinkRider = 116
  case polar = 123
  case cycplus = 132
  case coospo = 135
  case zwift = 260
  case jetBlack = 293

  /// The maker by the name that a device advertises, which begins with the maker's own or a model's; nil for another.
  init?(ofDevice name: String) {
    let name = name.lowercased()
    guard let maker = Self.allCases.first(where: { $0.names.contains(where: name.hasPrefix) }) else { return nil }
    self = maker
  }

  private var names: [String] {
    switch self {
    case .garmin: ["garmin", "hrm-dual", "hrm-pro", "hrm-fit", "hrmpro", "hrm 200", "hrm 600"]
    case .saris: ["saris", "cycleops", "hammer "]
    case .suunto: ["suunto"]
    case .wahooFitness: ["wahoo", "kickr", "tickr"]
    case .bkool: ["bkool"]
    case .stagesCycling: ["stages"]
    case .wattbike: ["wattbike"]
    case .scosche: ["scosche", "rhythm"]
    case .elite: ["elite", "direto", "suito", "justo", "drivo", "avanti", "rivo", "zumo"]
    case .tacx: ["tacx"]
    case .insideRide: ["insideride", "inside ride"]
    case .magene: ["magene"]
    case .thinkRider: ["thinkrider"]
    case .polar: ["polar"]
    case .cycplus: ["cycplus"]
    case .coospo: ["coospo"]
    case .zwift: ["zwift"]
    case .jetBlack: ["jetblack"]
    }
  }
}
