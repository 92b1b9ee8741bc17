internal import Rides

/// Identifies the file and the recording device: `file_id`, `file_creator` and the creator's `device_info`.
struct FITIdentity: Sendable {
  let start: Double
  let created: Double
  let manufacturer: Double
  let product: Double
  let serial: Double
  /// Version × 100.
  let softwareVersion: Double?
  let name: [Double]

  init(of record: RideRecord, creator: RideFileCreator) {
    start = record.start.fitSeconds
    created = record.activityID.fitSeconds
    let device = record.origin?.device
    manufacturer = device?.manufacturer.map(Double.init) ?? FITProfile.development
    product = device?.product.map(Double.init) ?? 0
    serial = device?.serial.map(Double.init) ?? Self.serial(of: record.activityID)
    let version = device?.version ?? [Int(creator.major), Int(creator.minor)]
    softwareVersion = version.first.map { Double($0) * 100 + Double(min(max(0, version.dropFirst().first ?? 0), 99)) }
    name = FITText.characters(of: record.origin == nil ? creator.name : device?.name)
  }

  /// Returns a serial number that differs for every ride and every cut.
  ///
  /// Other programs treat rides with the same device and time as duplicates. Never 0, which means absent in FIT.
  private static func serial(of activityID: UnixTime) -> Double {
    Double(max(1, UInt32(truncatingIfNeeded: activityID.milliseconds)))
  }
}

extension FITWriter {
  mutating func write(_ identity: FITIdentity) {
    write(identity, .fileID, as: FITLocalType.fileID, FITIdentity.fileID(identity))
    write(identity, .fileCreator, as: FITLocalType.fileCreator, FITIdentity.fileCreator)
    write(identity, .deviceInfo, as: FITLocalType.deviceInfo, FITIdentity.deviceInfo(identity))
  }

  private mutating func write(
    _ identity: FITIdentity, _ message: FITMessageNumber, as local: UInt8, _ columns: [FITColumn<FITIdentity>]
  ) {
    let table = define(message, as: local, columns, for: [identity])
    if !table.columns.isEmpty { write(identity, in: table) }
  }
}

extension FITIdentity {
  fileprivate static func fileID(_ identity: Self) -> [FITColumn<Self>] {
    [
      FITColumn(FITField.FileID.type) { _ in FITProfile.activityFile },
      FITColumn(FITField.FileID.manufacturer) { $0.manufacturer },
      FITColumn(FITField.FileID.product) { $0.product },
      FITColumn(FITField.FileID.serialNumber) { $0.serial },
      FITColumn(FITField.FileID.timeCreated) { $0.created },
      FITColumn(FITField.FileID.productName, count: identity.name.count) { $0.name },
    ]
  }

  fileprivate static let fileCreator: [FITColumn<Self>] = [
    FITColumn(FITField.FileCreator.softwareVersion) { $0.softwareVersion }
  ]

  fileprivate static func deviceInfo(_ identity: Self) -> [FITColumn<Self>] {
    [
      FITColumn(FITField.timestamp) { $0.start },
      FITColumn(FITField.DeviceInfo.deviceIndex) { _ in FITProfile.creatorIndex },
      FITColumn(FITField.DeviceInfo.manufacturer) { $0.manufacturer },
      FITColumn(FITField.DeviceInfo.serialNumber) { $0.serial },
      FITColumn(FITField.DeviceInfo.product) { $0.product },
      FITColumn(FITField.DeviceInfo.softwareVersion) { $0.softwareVersion },
      FITColumn(FITField.DeviceInfo.productName, count: identity.name.count) { $0.name },
    ]
  }
}

/// A device of the ride, as `device_info`.
struct FITSensor: Sendable {
  let start: Double
  let index: Double
  /// Nil if the profile has no such type.
  let deviceType: Double?
  let manufacturer: Double?
  let serial: Double?
  let batteryPercent: Double?
  let name: [Double]

  init(_ device: RideDetails.Device, start: Double, index: Int) {
    self.start = start
    self.index = Double(index)
    deviceType =
      switch device.role {
      case .trainer: FITProfile.BLEDeviceType.bikeTrainer
      case .heartRate: FITProfile.BLEDeviceType.heartRate
      case .power: FITProfile.BLEDeviceType.bikePower
      case .cadence: FITProfile.BLEDeviceType.bikeCadence
      case .fan: nil
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

/// Manufacturers of trainers and straps: Garmin's profile, `manufacturer`.
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

  /// Guesses the manufacturer from the advertised name, which begins with the name of the manufacturer or of a model;
  /// nil if unknown.
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
