package import BluetoothLE
import Captures
import Glibc

/// The machine's Bluetooth controllers, for functions that `bluetoothd` does not offer.
///
/// A ride works without them and without the permission that they need, but works better with them. Use them on the
/// loop.
package protocol Controllers: Sendable {
  /// The reason why parameters cannot be set and values cannot be read from the monitor channel; nil if no reason is
  /// known.
  var limitation: HCIError? { get }

  /// Requests other parameters for a connection; the monitor channel shows whether they are applied.
  ///
  /// - Throws: The error of the controller or the kernel; `.missing` if the controller is gone.
  func update(_ parameters: ConnectionParameters, of connection: HCIConnection) async throws(HCIError)

  /// Returns the signal strength of the other end of a connection, in dBm.
  ///
  /// - Throws: As ``update(_:of:)``; `.refused` if the controller does not report it.
  func signalStrength(of connection: HCIConnection) async throws(HCIError) -> Int

  /// Ends a connection, as the host's user would (Bluetooth Core 5.4, Vol 1, Part F, §2: 0x13).
  ///
  /// - Throws: As ``update(_:of:)``; `.refused` if the connection has already ended.
  func disconnect(_ connection: HCIConnection) async throws(HCIError)

  /// Blocks the radio of the controller with this number briefly, which ends all its activity.
  ///
  /// - Throws: `.notPermitted` if this process may not do that, `.missing` if the controller has no rfkill switch.
  func cycleRadio(of controller: UInt16) async throws(HCIError)

  /// Returns all connections of `controller`, including those of other programs and of classic Bluetooth; a bonded
  /// device has its identity address, not the address on the air.
  func connections(of controller: DeviceAddress) async throws(HCIError) -> [HCIConnection]

  /// Passes the records of the monitor channel to `observer`, on the loop, as far as permitted.
  func observe(_ observer: MonitorChannel.Observer)

  /// Delivers all unread records at once.
  func catchUp()
}

/// A connection of a controller.
package struct HCIConnection: Hashable, Sendable {
  /// The device at the other end.
  package var device: DeviceAddress
  /// The controller's number.
  package var controller: UInt16
  /// The controller's handle for the connection.
  package var handle: UInt16
  /// Whether it uses Bluetooth Low Energy.
  package var isLowEnergy: Bool

  package init(device: DeviceAddress, controller: UInt16, handle: UInt16, isLowEnergy: Bool) {
    self.device = device
    self.controller = controller
    self.handle = handle
    self.isLowEnergy = isLowEnergy
  }

  var key: ConnectionKey { ConnectionKey(adapter: controller, handle: handle) }
}

/// The reason why the kernel's Bluetooth sockets could not be used.
package struct HCIError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The process lacks CAP_NET_RAW, or a sandbox forbids AF_BLUETOOTH.
    case notPermitted
    /// The kernel has no Bluetooth, or no such controller.
    case missing
    /// The controller did not answer in time.
    case timedOut
    /// The controller refused; `detail` has its status.
    case refused
    case failed
  }

  package let code: Code
  /// The call and its error: `bind: Operation not permitted`.
  package let detail: String

  package init(_ code: Code, detail: String) {
    self.code = code
    self.detail = detail
  }

  /// Creates the error of a system call that has just failed, from its `errno`.
  init(call: String, errno number: Int32 = Glibc.errno) {
    let code: Code =
      switch number {
      case EPERM, EACCES, EROFS: .notPermitted
      case EAFNOSUPPORT, ENODEV, ENOENT, ENOTCONN: .missing
      case ETIMEDOUT: .timedOut
      case EIO: .refused
      default: .failed
      }
    self.init(code, detail: "\(call): \(String(cString: strerror(number)))")
  }

  package var description: String { "\(code.rawValue) (\(detail))" }
}
