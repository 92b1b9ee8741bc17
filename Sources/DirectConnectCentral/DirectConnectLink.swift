import BluetoothLE
import DirectConnect

/// A link to a trainer on the network.
struct DirectConnectLink: Link {
  let device: DeviceAddress
  let characteristics: Set<CharacteristicID>
  private let connection: TrainerConnection

  /// Creates the link to a device with these characteristics.
  init(to device: DeviceAddress, with characteristics: Set<CharacteristicID>, over connection: TrainerConnection) {
    self.device = device
    self.characteristics = characteristics
    self.connection = connection
  }

  func deliver(to handler: @escaping LinkEventHandler) async { await connection.deliver(to: handler) }

  /// Subscribes: values that arrive before the answer are events too.
  func subscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    let operation = "subscribe \(characteristic)"
    try check(characteristic, operation)
    await connection.subscribed(to: characteristic)
    _ = try await connection.request(.enableNotifications(true, of: characteristic.characteristic), operation)
  }

  func resubscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    let operation = "unsubscribe \(characteristic)"
    try check(characteristic, operation)
    _ = try await connection.request(.enableNotifications(false, of: characteristic.characteristic), operation)
    try await subscribe(to: characteristic)
  }

  func read(_ characteristic: CharacteristicID) async throws(LinkError) -> [UInt8] {
    let operation = "read \(characteristic)"
    try check(characteristic, operation)
    guard case .value(let value, _) = try await connection.request(.read(characteristic.characteristic), operation)
    else { throw LinkError(.failed, operation: operation, device: device, detail: "an answer without a value") }
    return value
  }

  func write(_ value: [UInt8], to characteristic: CharacteristicID) async throws(LinkError) {
    let operation = "write \(characteristic)"
    try check(characteristic, operation)
    _ = try await connection.request(.write(value, to: characteristic.characteristic), operation)
  }

  func close() async { await connection.end(LinkError(.closedHere, operation: "link", device: device)) }

  private func check(_ characteristic: CharacteristicID, _ operation: String) throws(LinkError) {
    guard characteristics.contains(characteristic) else {
      throw LinkError(.characteristicMissing, operation: operation, device: device)
    }
  }
}
