package import BluetoothLE

/// Something that happened: the only things that the machine learns, beside the time.
///
/// Of links, the driver passes on inputs of each device's present link only.
package enum RideInput: Hashable, Sendable {
  case command(RideCommand, CommandToken)
  /// A `connect` succeeded.
  case linked(DeviceRole, Set<CharacteristicID>)
  /// A `connect` failed, or was withdrawn (`.cancelled`).
  case connectFailed(DeviceRole, LinkError)
  /// A link ended, whichever side ended it.
  case linkLost(DeviceRole, LinkError)
  case notified(DeviceRole, CharacteristicID, [UInt8])
  /// A `subscribe` ended; nil for success.
  case subscribed(DeviceRole, CharacteristicID, LinkError?)
  /// A `read` ended.
  case read(DeviceRole, CharacteristicID, Result<[UInt8], LinkError>)
  /// The write of a control procedure failed. There is no input for a success: the answer is an indication.
  case writeFailed(LinkError)
  /// The signal strength of a device's link, in dBm.
  case signalStrength(DeviceRole, dBm: Int)
  /// A `remedy` ended; nil for success.
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
