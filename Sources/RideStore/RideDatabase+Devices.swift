package import BluetoothLE
internal import GRDB
package import Rides

/// A device that was chosen at some time.
package struct KnownDevice: Hashable, Sendable {
  package var address: DeviceAddress
  /// The name that it advertised; nil without one.
  package var name: String?
  package var kind: DeviceRole
  /// Whether rides use it; at most one device of a kind is chosen.
  package var isChosen: Bool
  /// When it was last chosen, by the wall clock of that moment.
  package var lastSeen: UnixTime

  package init(address: DeviceAddress, name: String?, kind: DeviceRole, isChosen: Bool, lastSeen: UnixTime) {
    self.address = address
    self.name = name
    self.kind = kind
    self.isChosen = isChosen
    self.lastSeen = lastSeen
  }
}

extension [DeviceRole: RideDevice] {
  /// The chosen devices other than trainer and strap: power meter, cadence sensor, fan.
  package init(sensorsAmong known: [KnownDevice]) {
    self.init(
      known.filter { $0.isChosen && DeviceRole.chosenOnly.contains($0.kind) }
        .map { ($0.kind, RideDevice(address: $0.address, name: $0.name)) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension RideDatabase {
  /// Returns the known devices: trainers first, and the chosen one of a kind before the others.
  package func devices() throws(StoreError) -> [KnownDevice] {
    try read { db in
      let sql = """
        SELECT address, name, kind, is_chosen, last_seen_ms FROM device
        ORDER BY kind DESC, is_chosen DESC, last_seen_ms DESC, address
        """
      return try Row.fetchAll(db, sql: sql).compactMap(KnownDevice.init)
    }
  }

  /// Chooses a device for its kind; the former one stays known.
  package func choose(
    _ address: DeviceAddress, name: String?, as kind: DeviceRole, at time: UnixTime
  ) throws(StoreError) {
    try write { db in
      try db.execute(sql: "UPDATE device SET is_chosen = 0 WHERE kind = ?", arguments: [kind.rawValue])
      let sql = """
        INSERT INTO device (address, name, kind, is_chosen, last_seen_ms) VALUES (?, ?, ?, 1, ?)
        ON CONFLICT DO UPDATE SET name = coalesce(excluded.name, name), kind = excluded.kind, is_chosen = 1,
          last_seen_ms = excluded.last_seen_ms
        """
      try db.execute(sql: sql, arguments: [address.description, name, kind.rawValue, time.milliseconds])
      try self.note(db, .devices(.changed))
    }
  }

  /// Leaves a kind without a chosen device; the former one stays known.
  package func chooseNone(of kind: DeviceRole) throws(StoreError) {
    try write { db in
      try db.execute(
        sql: "UPDATE device SET is_chosen = 0 WHERE kind = ? AND is_chosen", arguments: [kind.rawValue])
      if db.changesCount > 0 { try self.note(db, .devices(.changed)) }
    }
  }

  /// Forgets a device.
  /// - Returns: Whether it was known.
  package func forget(_ address: DeviceAddress) throws(StoreError) -> Bool {
    try write { db in
      try db.execute(sql: "DELETE FROM device WHERE address = ?", arguments: [address.description])
      guard db.changesCount > 0 else { return false }
      try self.note(db, .devices(.changed))
      return true
    }
  }
}

extension KnownDevice {
  fileprivate init?(_ row: Row) {
    guard let address = row.address(0), let kind = row.text(2).flatMap(DeviceRole.init), let lastSeen = row.int(4)
    else {
      return nil
    }
    self.init(
      address: address, name: row.text(1), kind: kind, isChosen: row.int(3) == 1,
      lastSeen: UnixTime(milliseconds: Int64(lastSeen)))
  }
}
