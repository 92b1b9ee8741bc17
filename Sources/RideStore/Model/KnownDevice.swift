package import BluetoothLE
package import RideSession

/// A trainer or strap that `use` chose once.
package struct KnownDevice: Hashable, Sendable {
  package var address: DeviceAddress
  /// The name that it advertised; nil where it gave none.
  package var name: String?
  package var kind: DeviceRole
  /// Whether rides use it; at most one of a kind.
  package var isChosen: Bool
  /// When it was last heard, by the wall clock of that moment.
  package var lastSeen: UnixTime

  package init(address: DeviceAddress, name: String?, kind: DeviceRole, isChosen: Bool, lastSeen: UnixTime) {
    self.address = address
    self.name = name
    self.kind = kind
    self.isChosen = isChosen
    self.lastSeen = lastSeen
  }
}
