package import BluetoothLE
package import Captures

/// Builds a capture packet by packet, as a host would have recorded it.
package struct SampleCapture {
  /// The trainer's address.
  package static let trainer = DeviceAddress(0xC0FF_EE00_0011)
  /// The address of the heart rate strap.
  package static let strap = DeviceAddress(0xC0FF_EE00_0012)
  /// The trainer's connection handle.
  package static let trainerHandle: UInt16 = 0x40
  /// The strap's connection handle.
  package static let strapHandle: UInt16 = 0x41

  /// Value handles of the trainer's characteristics.
  package enum Trainer {
    /// Device Name.
    package static let deviceName: UInt16 = 0x03
    /// Fitness Machine Feature.
    package static let feature: UInt16 = 0x12
    /// Indoor Bike Data.
    package static let bikeData: UInt16 = 0x14
    /// Supported Power Range.
    package static let powerRange: UInt16 = 0x17
    /// Fitness Machine Control Point.
    package static let controlPoint: UInt16 = 0x19
    /// Fitness Machine Status.
    package static let status: UInt16 = 0x1C
  }

  /// The value handle of the strap's Heart Rate Measurement.
  package static let heartRate: UInt16 = 0x22

  /// The recorded packets, with their times in microseconds since the first.
  package private(set) var packets: [(packet: HCIPacket, time: Int64)] = []
  /// The current time in microseconds.
  package private(set) var time: Int64 = 0

  /// Creates an empty capture.
  package init() {}

  /// Advances the time.
  package mutating func wait(milliseconds: Int64) { time += milliseconds * 1000 }

  /// Records a packet.
  package mutating func add(_ packet: HCIPacket) { packets.append((packet, time)) }

  /// Records the trainer's connection, and its discovery if `discovering` is true.
  package mutating func connectTrainer(discovering: Bool = true) {
    add(.connectionComplete(handle: Self.trainerHandle, peer: Self.trainer))
    if discovering { Self.trainerTable.discovery(handle: Self.trainerHandle).forEach { add($0) } }
  }

  /// Records the strap's connection, and its discovery if `discovering` is true.
  package mutating func connectStrap(discovering: Bool = true) {
    add(.connectionComplete(handle: Self.strapHandle, peer: Self.strap))
    if discovering { Self.strapTable.discovery(handle: Self.strapHandle).forEach { add($0) } }
  }

  /// Records the end of a connection.
  package mutating func disconnect(_ handle: UInt16, reason: UInt8) {
    add(.disconnectionComplete(handle: handle, reason: reason))
  }

  /// Records a notification from the trainer.
  package mutating func notify(_ handle: UInt16, _ value: [UInt8]) {
    add(.att(ATTPDU.notification(handle, value), handle: Self.trainerHandle, .received))
  }

  /// Records a heart rate, in beats per minute.
  package mutating func beat(_ beatsPerMinute: UInt8) {
    add(.att(ATTPDU.notification(Self.heartRate, [0, beatsPerMinute]), handle: Self.strapHandle, .received))
  }

  /// Records a read of one of the trainer's values.
  package mutating func read(_ handle: UInt16, _ value: [UInt8]) {
    add(.att(ATTPDU.readRequest(handle), handle: Self.trainerHandle, .sent))
    add(.att(ATTPDU.readResponse(value), handle: Self.trainerHandle, .received))
  }

  /// Records a control-point procedure: a write, its response, and the indication after `latency`; without one if
  /// `answer` is nil.
  package mutating func control(_ value: [UInt8], answer: [UInt8]?, afterMilliseconds latency: Int64) {
    add(.att(ATTPDU.writeRequest(Trainer.controlPoint, value), handle: Self.trainerHandle, .sent))
    add(.att(ATTPDU.writeResponse, handle: Self.trainerHandle, .received))
    wait(milliseconds: latency)
    guard let answer else { return }
    add(.att(ATTPDU.indication(Trainer.controlPoint, answer), handle: Self.trainerHandle, .received))
    add(.att(ATTPDU.confirmation, handle: Self.trainerHandle, .sent))
  }

  /// The capture as a btsnoop file.
  package func btsnoop(_ dataLink: BTSnoopWriter.DataLink = .monitor) -> [UInt8] {
    var writer = BTSnoopWriter(dataLink)
    writer.appendNewIndex(adapter: 0, address: DeviceAddress(1), atUnixMicroseconds: 1_790_000_000_000_000)
    for (packet, time) in packets { writer.append(packet, atUnixMicroseconds: 1_790_000_000_000_000 + time) }
    return writer.bytes
  }
}

extension SampleCapture {
  /// The trainer's attributes.
  package static var trainerTable: AttributeTable {
    var table = AttributeTable()
    table.insert(.init(start: 0x01, end: 0x05, uuid: BluetoothUUID(0x1800)))
    table.insert(.init(start: 0x10, end: 0x1E, uuid: .fitnessMachine))
    table.insert(characteristic: 0x2A00, at: Trainer.deviceName, properties: 0x02)
    table.insert(characteristic: 0x2ACC, at: Trainer.feature, properties: 0x02)
    table.insert(characteristic: 0x2AD2, at: Trainer.bikeData, properties: 0x10)
    table.insert(descriptor: BluetoothUUID(0x2902), at: Trainer.bikeData + 1)
    table.insert(characteristic: 0x2AD8, at: Trainer.powerRange, properties: 0x02)
    table.insert(characteristic: 0x2AD9, at: Trainer.controlPoint, properties: 0x28)
    table.insert(descriptor: BluetoothUUID(0x2902), at: Trainer.controlPoint + 1)
    table.insert(characteristic: 0x2ADA, at: Trainer.status, properties: 0x10)
    return table
  }

  /// The strap's attributes.
  package static var strapTable: AttributeTable {
    var table = AttributeTable()
    table.insert(.init(start: 0x20, end: 0x28, uuid: .heartRate))
    table.insert(characteristic: 0x2A37, at: heartRate, properties: 0x10)
    table.insert(descriptor: BluetoothUUID(0x2902), at: heartRate + 1)
    return table
  }

  /// A ride of both devices: power and cadence at 4 Hz, heart rate at 1 Hz.
  ///
  /// 3 600 seconds give 14 400 and 3 600 notifications.
  package static func ride(seconds: Int) -> SampleCapture {
    var capture = SampleCapture()
    capture.connectTrainer()
    capture.connectStrap()
    for tick in 0..<seconds * 4 {
      let power = UInt8(140 + tick % 20)
      capture.notify(Trainer.bikeData, [0x44, 0x00, 0x10, 0x0B, 0xB4, 0x00, power, 0x00])
      if tick.isMultiple(of: 4) { capture.beat(UInt8(120 + tick / 4 % 10)) }
      capture.wait(milliseconds: 250)
    }
    return capture
  }
}

extension AttributeTable {
  fileprivate mutating func insert(characteristic uuid: UInt16, at handle: UInt16, properties: UInt8) {
    insert(
      Characteristic(declaration: handle - 1, value: handle, properties: properties, uuid: BluetoothUUID(uuid)))
  }
}
