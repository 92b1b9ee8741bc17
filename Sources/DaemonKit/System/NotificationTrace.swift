import BluetoothLE
import Glibc

/// Notes when each notification had been decoded, for measuring the way from the controller to a value.
///
/// Switched on by `JZ2_TRACE_NOTIFICATIONS=FILE`: a line `NANOSECONDS_SINCE_1970 UUID HEX` for each, written at the end.
package final class NotificationTrace {
  private let path: String
  private var entries: [(nanoseconds: Int64, characteristic: CharacteristicID, value: [UInt8])] = []

  init?(environment: [String: String]) {
    guard let path = environment["JZ2_TRACE_NOTIFICATIONS"], !path.isEmpty else { return nil }
    self.path = path
    entries.reserveCapacity(100_000)
  }

  func handled(_ characteristic: CharacteristicID, _ value: [UInt8]) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    entries.append((Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), characteristic, value))
  }

  func write() {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    for entry in entries {
      let hex = entry.value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      fputs("\(entry.nanoseconds) \(entry.characteristic.characteristic) \(hex)\n", file)
    }
  }
}
