import BluetoothLE
import Testing

@testable import HCI

@Suite struct ConnectionTests {
  private let trainer = DeviceAddress(0xC0FF_EE00_0001)
  private let strap = DeviceAddress(0xC0FF_EE00_0002)

  private func event(_ payload: [UInt8], controller: UInt16 = 0) -> MonitorPacket {
    MonitorPacket(opcode: 3, index: controller, payload: payload)
  }

  /// Creates LE Connection Complete, or the enhanced form with `subevent` 0x0A.
  private func connected(
    _ handle: UInt8, _ lastByte: UInt8 = 1, subevent: UInt8 = 1, status: UInt8 = 0, controller: UInt16 = 0
  ) -> MonitorPacket {
    let body: [UInt8] =
      [subevent, status, handle, 0, 0, 1, lastByte, 0, 0, 0xEE, 0xFF, 0xC0]
      + (subevent == 1 ? [] : [UInt8](repeating: 0, count: 12)) + [0x28, 0, 0, 0, 0x2A, 0, 0]
    return event([0x3E, UInt8(body.count)] + body, controller: controller)
  }

  private func updated(_ handle: UInt8, timeout: UInt16) -> MonitorPacket {
    event([0x3E, 10, 3, 0, handle, 0, 0x18, 0, 0, 0, UInt8(timeout & 0xFF), UInt8(timeout >> 8)])
  }

  private func disconnected(_ handle: UInt8, _ reason: UInt8, controller: UInt16 = 0) -> MonitorPacket {
    event([5, 4, 0, handle, 0, reason], controller: controller)
  }

  @Test(arguments: [0x01, 0x0A] as [UInt8])
  func `a connection is known from its beginning to its end`(subevent: UInt8) {
    var table = ConnectionTable()
    #expect(table.take(connected(0x40, subevent: subevent)) == [.connected(trainer)])
    #expect(table.take(updated(0x40, timeout: 400)) == [.updated(trainer, supervisionTimeout: .seconds(4))])
    #expect(table.take(disconnected(0x40, 0x08)) == [.disconnected(trainer, reason: 0x08)])
    #expect(table.take(disconnected(0x40, 0x08)) == [])
  }

  @Test func `an earlier connection is known once it is inserted`() {
    var table = ConnectionTable()
    #expect(table.take(disconnected(0x40, 0x13)) == [])
    table.insert(HCIConnection(device: trainer, controller: 0, handle: 0x40, isLowEnergy: true))
    #expect(table.take(disconnected(0x40, 0x13)) == [.disconnected(trainer, reason: 0x13)])
  }

  @Test func `two controllers may use the same handle`() {
    var table = ConnectionTable()
    _ = table.take(connected(0x40))
    _ = table.take(connected(0x40, 2, controller: 1))
    #expect(table.take(disconnected(0x40, 0x16, controller: 1)) == [.disconnected(strap, reason: 0x16)])
    #expect(table.take(disconnected(0x40, 0x08)) == [.disconnected(trainer, reason: 0x08)])
  }

  /// The record of the first connection's end may have been lost.
  @Test func `a new connection with a device replaces the former one`() {
    var table = ConnectionTable()
    for packet in [connected(0x40), connected(0x40, controller: 1), connected(0x41)] { _ = table.take(packet) }
    #expect(table.connection(with: trainer, controller: 0)?.handle == 0x41)
    #expect(table.device(controller: 0, handle: 0x40) == nil)
    #expect(table.connection(with: trainer, controller: 1)?.handle == 0x40)
  }

  @Test func `a connection is no longer known once records are lost`() {
    var table = ConnectionTable()
    _ = table.take(connected(0x40))
    table.recordsLost()
    #expect(table.connection(with: trainer, controller: 0) == nil)
  }

  @Test func `a controller that disappears ends its connections`() {
    var table = ConnectionTable()
    for packet in [connected(0x41, 2), connected(0x40), connected(0x42, 3, controller: 1)] { _ = table.take(packet) }
    let gone = table.take(MonitorPacket(opcode: 1, index: 0, payload: []))
    #expect(gone == [.controllerGone(trainer), .controllerGone(strap)])
    #expect(table.take(disconnected(0x42, 8, controller: 1)).count == 1)
  }

  /// Returns the changes that a packet makes in a table with the trainer's connection.
  private func changes(by packet: MonitorPacket) -> [ConnectionTable.Change] {
    var table = ConnectionTable()
    table.insert(HCIConnection(device: trainer, controller: 0, handle: 0x40, isLowEnergy: true))
    return table.take(packet)
  }

  @Test func `a failed or truncated event changes no connection`() {
    #expect(changes(by: connected(0x40, status: 0x3E)) == [])
    for packet in [connected(0x40), connected(0x40, subevent: 0x0A), updated(0x40, timeout: 42), disconnected(0x40, 8)]
    {
      #expect(changes(by: packet).count == 1)
      for length in packet.payload.indices { #expect(changes(by: event(Array(packet.payload[..<length]))) == []) }
    }
    #expect(changes(by: event([0x3E, 1, 3])) == [])
    #expect(changes(by: event([5, 0])) == [])
    #expect(changes(by: MonitorPacket(opcode: 2, index: 0, payload: disconnected(0x40, 8).payload)) == [])
  }

  private func command(_ opCode: UInt16, controller: UInt16 = 0) -> MonitorPacket {
    MonitorPacket(opcode: 2, index: controller, payload: [UInt8(opCode & 0xFF), UInt8(opCode >> 8), 0])
  }

  private func status(_ status: UInt8, of opCode: UInt16) -> MonitorPacket {
    event([0x0F, 4, status, 1, UInt8(opCode & 0xFF), UInt8(opCode >> 8)])
  }

  /// Returns the controllers that are about to connect, after LE Create Connection and these packets.
  private func connecting(by opCode: UInt16 = 0x200D, _ packets: MonitorPacket...) -> Set<UInt16> {
    var table = ConnectionTable()
    for packet in [command(opCode), status(0, of: opCode)] + packets { _ = table.take(packet) }
    return table.connecting
  }

  @Test(arguments: [0x200D, 0x2043] as [UInt16])
  func `a controller is about to connect until it reports the result`(opCode: UInt16) {
    #expect(connecting(by: opCode) == [0])
    #expect(connecting(by: opCode, updated(0x40, timeout: 42), disconnected(0x40, 8), status(0, of: 0x2013)) == [0])
    #expect(connecting(by: opCode, connected(0x40, controller: 1)) == [0])
    for subevent in [0x01, 0x0A, 0x29] as [UInt8] {
      #expect(connecting(by: opCode, connected(0x40, subevent: subevent)) == [])
      // Cancelled: Unknown Connection Identifier.
      #expect(connecting(by: opCode, connected(0, subevent: subevent, status: 0x02)) == [])
    }
    #expect(connecting(by: opCode, status(0x0C, of: opCode)) == [])
  }

  @Test func `a controller that is reset, off or gone is not about to connect`() {
    #expect(connecting(command(0x0C03)) == [])
    #expect(connecting(MonitorPacket(opcode: 9, index: 0, payload: [])) == [])
    #expect(connecting(MonitorPacket(opcode: 1, index: 0, payload: [])) == [])
    #expect(connecting(MonitorPacket(opcode: 9, index: 1, payload: [])) == [0])
  }

  @Test func `a truncated packet neither begins nor ends an attempt to connect`() {
    for length in 0..<2 {
      var table = ConnectionTable()
      _ = table.take(MonitorPacket(opcode: 2, index: 0, payload: Array(command(0x200D).payload[..<length])))
      #expect(table.connecting == [])
    }
    for packet in [status(0x0C, of: 0x200D), connected(0x40)] {
      for length in 0..<3 { #expect(connecting(event(Array(packet.payload[..<length]))) == [0]) }
    }
    for length in 3..<6 { #expect(connecting(event(Array(status(0x0C, of: 0x200D).payload[..<length]))) == [0]) }
  }

  @Test func `the connection parameters of a ride are within the specification`() {
    let riding = ConnectionParameters.riding
    #expect(riding.interval.lowerBound.units(ofMicroseconds: 1250) == 16)
    #expect(riding.interval.upperBound.units(ofMicroseconds: 1250) == 24)
    #expect(riding.supervisionTimeout.units(ofMicroseconds: 10_000) == 400)
    #expect(Duration.seconds(-1).units(ofMicroseconds: 1250) == 0)
    #expect(Duration.seconds(1_000_000).units(ofMicroseconds: 1250) == .max)
  }
}

@Suite struct ConnectionUpkeepTests {
  private let start = MonotonicInstant.origin

  /// Returns the seconds at which parameters are requested before `end`; `come` simulates the result of each request.
  private func asked(
    until end: Int, _ come: (inout ConnectionUpkeep, MonotonicInstant, _ number: Int) -> Void
  ) -> [Double] {
    var (upkeep, asked): (ConnectionUpkeep, [Double]) = (ConnectionUpkeep(at: start), [])
    while let deadline = upkeep.deadline, deadline - start < .seconds(end) {
      guard upkeep.isDue(at: deadline) else { continue }
      asked.append((deadline - start).seconds)
      come(&upkeep, deadline, asked.count)
    }
    return asked
  }

  @Test func `parameters are requested until the connection has them`() {
    #expect(asked(until: 600) { upkeep, now, _ in upkeep.updated(supervisionTimeout: .seconds(4), at: now) } == [0])
    let third = asked(until: 600) { upkeep, now, number in
      if number < 3 { upkeep.failed(at: now) } else { upkeep.updated(supervisionTimeout: .seconds(4), at: now) }
    }
    #expect(third == [0, 0.5, 2])
  }

  @Test func `a parameter request without a result is repeated like a failed one`() {
    #expect(asked(until: 20) { _, _, _ in } == [0, 2.5, 6, 12])
  }

  @Test func `a controller that never accepts the parameters gets one request a minute`() {
    let asked = asked(until: 200) { upkeep, now, _ in upkeep.failed(at: now) }
    #expect(asked == [0, 0.5, 2, 6, 66, 126, 186])
  }

  @Test func `a supervision timeout that is long enough is not changed`() {
    for timeout in [Duration.seconds(2), .seconds(4), .seconds(32)] {
      #expect(asked(until: 600) { upkeep, now, _ in upkeep.updated(supervisionTimeout: timeout, at: now) } == [0])
    }
  }

  @Test func `a timeout that the peripheral shortens again is requested three more times a minute`() {
    var upkeep = ConnectionUpkeep(at: start)
    var asked: [Int] = []
    for second in 0...70 {
      let now = start.advanced(by: .seconds(second))
      guard upkeep.isDue(at: now) else { continue }
      asked.append(second)
      upkeep.updated(supervisionTimeout: .seconds(4), at: now)
      upkeep.updated(supervisionTimeout: .milliseconds(1990), at: now.advanced(by: .milliseconds(500)))
    }
    #expect(asked == [0, 1, 2, 3])
    upkeep.updated(supervisionTimeout: .milliseconds(1990), at: start.advanced(by: .seconds(71)))
    let isAskedBack = upkeep.isDue(at: start.advanced(by: .seconds(71)))
    #expect(isAskedBack)
  }
}
