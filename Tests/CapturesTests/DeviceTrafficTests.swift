import BluetoothLE
import Captures
import TestKit
import Testing

@Suite struct DeviceTrafficTests {
  private static let ours = SampleCapture.trainer
  private static let others = DeviceAddress(0x0A0B_0C0D_0E0F)
  private static let value = ATTPDU.notification(0x14, [1, 2, 3])

  private static func opcode(_ packet: HCIPacket) -> UInt16 {
    switch (packet.kind, packet.direction) {
    case (.command, _): 2
    case (.acl, .sent): 4
    case (.acl, .received): 5
    default: 3
    }
  }

  private func taken(_ packets: [HCIPacket], _ traffic: inout DeviceTraffic) -> [DeviceTraffic.Passage] {
    packets.map { traffic.take(opcode: Self.opcode($0), adapter: 0, payload: $0.payload) }
  }

  private func connected(to devices: DeviceAddress...) -> DeviceTraffic {
    var traffic = DeviceTraffic()
    traffic.devices = [Self.ours]
    let packets = devices.enumerated().map { HCIPacket.connectionComplete(handle: 0x40 + UInt16($0), peer: $1) }
    _ = taken(packets, &traffic)
    return traffic
  }

  @Test func `a connection of a chosen device passes from beginning to end`() {
    var traffic = connected()
    let passages = taken(
      [
        .connectionComplete(handle: 0x40, peer: Self.ours), .att(Self.value, handle: 0x40, .received),
        .att(ATTPDU.writeRequest(0x19, [0]), handle: 0x40, .sent),
        HCIPacket(.event, .received, payload: [0x3E, 10, 0x03, 0, 0x40, 0, 24, 0, 0, 0, 0x58, 2]),
        .disconnectionComplete(handle: 0x40, reason: 8), .att(Self.value, handle: 0x40, .received),
      ], &traffic)
    #expect(passages == [.begins(Self.ours), .belongs, .belongs, .belongs, .ends, .withheld])
    #expect(traffic.connections == [])
  }

  @Test func `the connection of another device is withheld`() {
    var traffic = connected()
    let passages = taken(
      [
        .connectionComplete(handle: 0x41, peer: Self.others), .att(Self.value, handle: 0x41, .received),
        .att(Self.value, handle: 0x42, .received),
        HCIPacket(.event, .received, payload: [0x3E, 10, 0x03, 0, 0x41, 0, 24, 0, 0, 0, 0x58, 2]),
        .disconnectionComplete(handle: 0x41, reason: 8), .disconnectionComplete(handle: 0x42, reason: 8),
      ], &traffic)
    #expect(Set(passages) == [.withheld])
  }

  /// Handles are reused; a handle belongs to its latest connection.
  @Test func `a handle reused by another device is withheld`() {
    var traffic = connected(to: Self.ours)
    let packets: [HCIPacket] = [
      .disconnectionComplete(handle: 0x40, reason: 8), .connectionComplete(handle: 0x40, peer: Self.others),
      .att(Self.value, handle: 0x40, .received),
    ]
    #expect(taken(packets, &traffic) == [.ends, .withheld, .withheld])
  }

  @Test func `advertising and commands are withheld even for a chosen device`() {
    var traffic = connected(to: Self.ours)
    let packets: [HCIPacket] = [
      .advertisingReport(from: Self.ours, name: "KICKR", services: [0x1826], rssi: -60),
      .advertisingReport(from: Self.others, name: "Phone", services: [], rssi: -60),
      HCIPacket(.command, .sent, payload: [0x06, 0x04, 3, 0x40, 0, 0x13]),
      HCIPacket(.event, .received, payload: [0x13, 5, 1, 0x40, 0, 1, 0]),
    ]
    #expect(Set(taken(packets, &traffic)) == [.withheld])
  }

  @Test func `only the ATT channel passes, also in fragments`() {
    var traffic = connected(to: Self.ours)
    func piece(_ bytes: [UInt8], _ direction: HCIPacket.Direction, first: Bool) -> HCIPacket {
      .acl(bytes, handle: 0x40, direction, isFirst: first)
    }
    let packets = [
      // A signalling frame (channel 5) that ends while an ATT frame is sent in the other direction.
      piece([6, 0, 5, 0, 0x12], .received, first: true), piece([5, 0, 4, 0, 0x12], .sent, first: true),
      piece([1, 2, 3, 4, 5], .received, first: false), piece([0x19, 0, 0, 0], .sent, first: false),
      piece([3, 0, 6, 0, 1, 2, 3], .sent, first: true),
      // A fragment too short to contain its channel.
      piece([3, 0], .received, first: true), piece([4, 0, 0x1B, 1, 0], .received, first: false),
    ]
    #expect(
      taken(packets, &traffic) == [.withheld, .belongs, .withheld, .belongs, .withheld, .withheld, .withheld])
  }

  @Test(arguments: [UInt16(1), 9]) func `an adapter that disappears ends its connections`(opcode: UInt16) {
    var traffic = connected(to: Self.ours)
    #expect(traffic.take(opcode: opcode, adapter: 1, payload: []) == .withheld)
    #expect(traffic.take(opcode: opcode, adapter: 0, payload: []) == .ends)
    #expect(traffic.connections == [])
  }

  @Test func `earlier connections are added, and known ones stay`() {
    var traffic = connected(to: Self.others)
    let ours = DeviceTraffic.Connection(adapter: 0, handle: 0x45, device: Self.ours)
    let others = [
      DeviceTraffic.Connection(adapter: 0, handle: 0x40, device: Self.others),
      DeviceTraffic.Connection(adapter: 0, handle: 0x46, device: Self.others),
    ]
    #expect(traffic.insert(others + [ours]) == [ours])
    #expect(traffic.insert([ours]) == [])
    #expect(traffic.connections == [.init(adapter: 0, handle: 0x45, device: Self.ours)])
    #expect(taken([.att(Self.value, handle: 0x45, .received)], &traffic) == [.belongs])
  }

  /// The devices are chosen at the start of a ride and may already be connected.
  @Test func `devices may be chosen after they are connected`() {
    var traffic = connected(to: Self.others, Self.ours)
    traffic.devices = [Self.others]
    #expect(traffic.connections.map(\.device) == [Self.others])
    traffic.devices = []
    #expect(taken([.att(Self.value, handle: 0x40, .received)], &traffic) == [.withheld])
  }

  @Test func `invalid monitor records are withheld`() {
    var traffic = connected(to: Self.ours)
    for opcode in UInt16(0)...20 {
      for length in 0..<8 {
        let payload = [UInt8](repeating: 0x3E, count: length)
        #expect(traffic.take(opcode: opcode, adapter: 7, payload: payload) == .withheld)
      }
    }
  }
}
