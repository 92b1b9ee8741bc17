import BluetoothLE
import ControlWire
import EventLoop

/// A search in the air for the devices of a ride.
struct DeviceSearch {
  let begun: MonotonicInstant
  /// Returns what was heard; cancelled when that is enough.
  let hearing: Task<Result<Set<DeviceAddress>, ControlError>, Never>
  var listening: DeviceListening
  /// Ends it when enough was heard.
  var timer: EventLoop.Timer?
  /// Whether a stop came.
  var isWithdrawn = false
}
