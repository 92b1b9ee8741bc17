/// Why a link was lost; the raw values are the codes in a ride's incidents, those of the radio by name.
public enum LinkReason: String, Hashable, Sendable, CaseIterable {
  /// Nothing was heard for the supervision timeout.
  case supervisionTimeout
  /// The device ended the link.
  case closedByPeer
  /// The daemon ended it.
  case closedHere
  /// Nobody told why.
  case lost
  /// The link was torn down while it was being made.
  case connectFailed
  /// The adapter was taken away.
  case adapterMissing
  /// The adapter was switched off.
  case adapterOff
  /// `bluetoothd` or the bus went away.
  case serviceMissing
  /// The capture that was replayed had no more.
  case captureEnded

  /// The reason in words.
  public var phrase: String {
    switch self {
    case .supervisionTimeout: "out of reach"
    case .closedByPeer: "ended by the device"
    case .closedHere: "ended by this machine"
    case .lost: "for a reason nobody told"
    case .connectFailed: "torn down while it was made"
    case .adapterMissing: "the adapter was gone"
    case .adapterOff: "the adapter was switched off"
    case .serviceMissing: "the Bluetooth service was gone"
    case .captureEnded: "the capture ended"
    }
  }
}
