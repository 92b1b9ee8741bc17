import BluetoothLE
import EventLoop

/// A search in the air for the devices of a ride.
struct DeviceSearch {
  let begun: MonotonicInstant
  /// Listens; cancelled when enough was heard.
  let hearing: Task<Void, Never>
  var listening: DeviceListening
  /// Ends it when enough was heard.
  var timer: EventLoop.Timer?
  /// Whether a stop came.
  var isWithdrawn = false
}
