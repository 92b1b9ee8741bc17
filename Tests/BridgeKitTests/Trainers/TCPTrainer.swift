import BluetoothLE
import DirectConnect
import Glibc
import Loop

@testable import BridgeKit

/// A trainer on a port of this computer, which speaks Direct Connect.
actor TCPTrainer {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  nonisolated let place: TrainerPlace

  private let listener: Int32
  private var watches: [Int32: EventLoop.Watch] = [:]
  private var readers: [Int32: DirectConnectReader] = [:]
  /// The number of connections so far.
  private(set) var connections = 0

  init(on loop: EventLoop) throws {
    self.loop = loop
    listener = try NetworkSocket.listen("127.0.0.1", port: 0)
    let port = NetworkSocket.address(of: listener, isOwn: true)?.port ?? 0
    guard let place = TrainerPlace("127.0.0.1:\(port)") else { throw NetworkSocket.Fault(call: "port", number: EINVAL) }
    self.place = place
  }

  func begin() {
    watches[listener] = loop.watch(listener, for: .readable) { _ in self.assumeIsolated { $0.accept() } }
  }

  /// Notifies a value of 2AD2.
  func notify(_ value: [UInt8]) {
    let frame = DirectConnectNotification(value, of: BluetoothUUID(0x2AD2)).frame.encoded()
    for descriptor in readers.keys { _ = NetworkSocket.send(descriptor, frame[...]) }
  }

  /// Ends the connections.
  func drop() {
    for descriptor in readers.keys { end(descriptor) }
  }

  /// Closes the port too; a second call has no effect.
  func close() {
    drop()
    // By then the number may be another test's.
    guard let watch = watches.removeValue(forKey: listener) else { return }
    loop.remove(watch)
    Glibc.close(listener)
  }

  private func accept() {
    guard let descriptor = NetworkSocket.accept(listener) else { return }
    connections += 1
    readers[descriptor] = DirectConnectReader()
    watches[descriptor] = loop.watch(descriptor, for: .readable) { _ in
      self.assumeIsolated { $0.read(descriptor) }
    }
  }

  private func read(_ descriptor: Int32) {
    switch NetworkSocket.receive(descriptor) {
    case .bytes(let bytes):
      readers[descriptor]?.append(bytes)
      while let frame = try? readers[descriptor]?.next(), let request = try? DirectConnectRequest(frame) {
        let answer = Self.answer(request).frame(sequence: frame.sequence).encoded()
        _ = NetworkSocket.send(descriptor, answer[...])
      }
    case .notYet: break
    case .end: end(descriptor)
    }
  }

  private func end(_ descriptor: Int32) {
    if let watch = watches.removeValue(forKey: descriptor) { loop.remove(watch) }
    readers[descriptor] = nil
    Glibc.close(descriptor)
  }

  private static func answer(_ request: DirectConnectRequest) -> DirectConnectResponse {
    switch request {
    case .discoverServices: .services([BluetoothUUID(0x1826)])
    case .discoverCharacteristics(let service):
      .characteristics([DirectConnectCharacteristic(BluetoothUUID(0x2AD2), .notify)], of: service)
    case .read(let characteristic): .value([1], of: characteristic)
    case .write(_, let characteristic): .written(characteristic)
    case .enableNotifications(_, let characteristic): .notificationsSet(characteristic)
    case .unnamed: .unnamed
    }
  }
}
