import BluetoothLE
import Captures
import Locks
package import Loop

/// The kernel's monitor channel: a copy of the traffic between the host and its controllers.
///
/// It needs CAP_NET_RAW. Use it on the loop, which also delivers the packets. Opening is retried after a failure, since
/// the kernel's Bluetooth may start later than this process.
package final class MonitorChannel: @unchecked Sendable {
  /// Handles the channel's packets; its functions must not block.
  package struct Observer: Sendable {
    /// Called for each packet, in order.
    package var packet: @Sendable (MonitorPacket) -> Void
    /// Called with the number of packets that were lost because they were not read in time.
    package var lost: @Sendable (Int) -> Void

    package init(
      packet: @escaping @Sendable (MonitorPacket) -> Void, lost: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
      self.packet = packet
      self.lost = lost
    }
  }

  private let loop: EventLoop
  private let opening: @Sendable () throws(HCIError) -> MonitorSocket
  private var socket: MonitorSocket?
  private var watch: EventLoop.Watch?
  private var observers: [Observer] = []
  private let failure = Lock<HCIError?>(nil)
  private var isClosed = false

  /// The pause before the next attempt to open the channel.
  private static let reopening = Duration.seconds(30)

  /// Opens the channel, now or later; packets are delivered from then on.
  package convenience init(on loop: EventLoop) {
    self.init(on: loop) { () throws(HCIError) in try MonitorSocket() }
  }

  init(on loop: EventLoop, opening: @escaping @Sendable () throws(HCIError) -> MonitorSocket) {
    self.loop = loop
    self.opening = opening
    open()
  }

  /// The reason why the channel cannot be read at present; nil while it can.
  package var obstacle: HCIError? { failure.withLock { $0 } }

  /// Also passes every packet to `observer`, in order, on the loop.
  package func observe(_ observer: Observer) {
    observers.append(observer)
    listen()
  }

  /// Stops the observation for all observers.
  package func close() {
    isClosed = true
    observers = []
    if let watch { loop.remove(watch) }
    watch = nil
  }

  /// Delivers all unread packets; call it if the latest state matters.
  package func receive() {
    guard let socket else { return }
    let lost = socket.receive { packet in for observer in observers { observer.packet(packet) } }
    if lost > 0 { for observer in observers { observer.lost(lost) } }
  }

  private func open() {
    do throws(HCIError) {
      socket = try opening()
      failure.withLock { $0 = nil }
    } catch {
      failure.withLock { $0 = error }
      loop.schedule(at: loop.now.advanced(by: Self.reopening)) { [weak self] in self?.openAgain() }
    }
  }

  private func openAgain() {
    guard !isClosed, socket == nil else { return }
    open()
    listen()
  }

  private func listen() {
    guard watch == nil, !observers.isEmpty, let socket else { return }
    watch = loop.watch(socket.descriptor, for: .readable) { [unowned self] _ in receive() }
  }
}

/// A record of the kernel's monitor channel: a packet between the host and a controller, or a controller's arrival or
/// removal.
///
/// Source: Linux, `include/net/bluetooth/hci_mon.h`.
package struct MonitorPacket: Hashable, Sendable {
  package static let newIndex = MonitorOpcode.newIndex.rawValue
  /// A controller was removed.
  package static let deleteIndex = MonitorOpcode.deleteIndex.rawValue
  package static let command = MonitorOpcode.command.rawValue
  package static let event = MonitorOpcode.event.rawValue
  package static let dataReceived = MonitorOpcode.aclReceived.rawValue
  /// A controller was switched off.
  package static let closeIndex = MonitorOpcode.closeIndex.rawValue

  /// The kind of record: one of the above, or another.
  package var opcode: UInt16
  /// The controller's number; 0xFFFF for a record without a controller.
  package var index: UInt16
  package var payload: [UInt8]

  package init(opcode: UInt16, index: UInt16, payload: [UInt8]) {
    self.opcode = opcode
    self.index = index
    self.payload = payload
  }

  /// Returns the op code of a command at an offset of the payload; nil if the payload is too short.
  func opCode(at offset: Int) -> UInt16? {
    guard payload.count >= offset + 2 else { return nil }
    return UInt16(payload[offset]) | UInt16(payload[offset + 1]) << 8
  }
}
