internal import RideSession

/// What a file says of itself and of what recorded the ride: `file_id`, `file_creator` and the creator's `device_info`.
struct FITIdentity: Sendable {
  let start: Double
  let created: Double
  let manufacturer: Double
  let product: Double
  let serial: Double
  /// In hundredths.
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

  /// Another for each ride and each cut of it, since other programs take the same device and time for the same ride; 0 would
  /// be none.
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
