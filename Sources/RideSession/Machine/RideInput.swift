package import BluetoothLE

/// Something that happened: all that the machine ever learns, beside the time.
///
/// The driver passes on what concerns the present link of a device only.
package enum RideInput: Hashable, Sendable {
  case command(RideCommand, CommandToken)
  /// A `connect` succeeded.
  case linked(DeviceRole, Set<CharacteristicID>)
  /// A `connect` failed, or was withdrawn (`.cancelled`).
  case connectFailed(DeviceRole, LinkError)
  /// A link ended, whoever ended it.
  case linkLost(DeviceRole, LinkError)
  case notified(DeviceRole, CharacteristicID, [UInt8])
  /// A `subscribe` ended; nil means well.
  case subscribed(DeviceRole, CharacteristicID, LinkError?)
  /// A `read` ended.
  case read(DeviceRole, CharacteristicID, Result<[UInt8], LinkError>)
  /// The write of a control procedure failed; that it succeeded is no news, since the answer is an indication.
  case writeFailed(LinkError)
  /// The signal strength of a device's link, in dBm.
  case signalStrength(DeviceRole, dBm: Int)
  /// A `remedy` ended; nil means well.
  case remedied(RadioRemedy, LinkError?)
  /// The radio can be used again.
  case radioUsable
  /// The store took the ride.
  case recordOpened(id: Int)
  /// The store did not take the ride.
  case recordFailed(String)
  /// The ride is over: written with its file, or waiting in memory until the store takes it.
  case recordClosed(isStored: Bool)
  /// `deadline` has come.
  case deadline
}
