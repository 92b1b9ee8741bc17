import BluetoothLE
package import EventLoop
import Synchronization

/// The kernel's monitor channel: a copy of what the host and its controllers say to each other.
///
/// It needs CAP_NET_RAW. To be used on the loop, where the packets are handed on as well. Where it cannot be opened it is
/// tried again, since the kernel's Bluetooth may come later than this process.
package final class MonitorChannel: @unchecked Sendable {
  /// Takes what the channel brings; it must not block.
  package struct Observer: Sendable {
    /// A packet, in its order.
    package var packet: @Sendable (MonitorPacket) -> Void
    /// So many packets were lost before this, since nobody read them in time.
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
  private let failure = Mutex<HCIError?>(nil)
  private var isClosed = false

  /// How long to wait before the channel is tried to open again.
  private static let reopening = Duration.seconds(30)

  /// Opens the channel, now or later; packets come from then on.
  package convenience init(on loop: EventLoop) {
    self.init(on: loop) { () throws(HCIError) in try MonitorSocket() }
  }

  init(on loop: EventLoop, opening: @escaping @Sendable () throws(HCIError) -> MonitorSocket) {
    self.loop = loop
    self.opening = opening
    open()
  }

  /// Why the channel cannot be listened to at present; nil while it can.
  package var obstacle: HCIError? { failure.withLock { $0 } }

  /// Hands every packet to `observer` as well, in order, on the loop.
  package func observe(_ observer: Observer) {
    observers.append(observer)
    listen()
  }

  /// Ends the observation, for all.
  package func close() {
    isClosed = true
    observers = []
    if let watch { loop.remove(watch) }
    watch = nil
  }

  /// Hands on what has come and was not read yet: for whoever must know it before going on.
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
