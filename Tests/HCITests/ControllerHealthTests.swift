import BluetoothLE
import Testing

@testable import HCI

@Suite struct ControllerHealthTests {
  private let start = MonotonicInstant.origin
  private static let create: [UInt8] = [0x0D, 0x20]

  private func at(_ seconds: Double) -> MonotonicInstant { start.advanced(by: .seconds(seconds)) }
  private func command(_ opCode: [UInt8], controller: UInt16 = 0) -> MonitorPacket {
    MonitorPacket(opcode: 2, index: controller, payload: opCode + [0])
  }
  private func complete(_ opCode: [UInt8]) -> MonitorPacket {
    MonitorPacket(opcode: 3, index: 0, payload: [0x0E, 4, 1] + opCode + [0])
  }
  private func status(_ opCode: [UInt8]) -> MonitorPacket {
    MonitorPacket(opcode: 3, index: 0, payload: [0x0F, 4, 0, 1] + opCode)
  }

  /// The health of a controller that received a command at second 1.
  private func asked(_ opCode: [UInt8] = create) -> ControllerHealth {
    var health = ControllerHealth()
    let proof = health.take(command(opCode), at: at(1))
    #expect(proof == nil)
    return health
  }

  @Test func `a controller is proven stuck two seconds after an unanswered command`() {
    var health = asked()
    #expect(health.deadline == at(3))
    let early = health.proven(at: at(2.9))
    #expect(early.isEmpty)
    let proven = health.proven(at: at(3))
    #expect(proven == [0])
    #expect(health.stuckSince(0) == at(1))
    #expect(health.stuckSince(1) == nil)
    let again = health.proven(at: at(9))
    #expect(again.isEmpty, "once is enough")
  }

  @Test func `a controller that responds with a status or a completion works`() {
    for answer in [status(Self.create), complete(Self.create)] {
      var health = asked()
      _ = health.take(answer, at: at(2.9))
      let proven = health.proven(at: at(4))
      #expect(proven.isEmpty)
      #expect(health.deadline == nil)
    }
  }

  @Test func `a response to another command or to none does not prove that a controller works`() {
    var health = asked()
    _ = health.take(complete([0, 0]), at: at(2))
    _ = health.take(complete([5, 0x14]), at: at(2))
    let proven = health.proven(at: at(3))
    #expect(proven == [0])
  }

  @Test func `a stuck controller works again with its next response`() {
    var health = asked()
    _ = health.proven(at: at(3))
    _ = health.take(complete([3, 0x0C]), at: at(8))
    #expect(health.stuckSince(0) == nil)
  }

  @Test func `a stuck controller is forgotten when it is switched off or removed`() {
    for opcode in [MonitorPacket.closeIndex, MonitorPacket.deleteIndex, MonitorPacket.newIndex] {
      var health = asked()
      _ = health.proven(at: at(3))
      _ = health.take(MonitorPacket(opcode: opcode, index: 0, payload: []), at: at(4))
      #expect(health.stuckSince(0) == nil)
    }
  }

  @Test func `a hardware error proves a controller stuck`() {
    var health = ControllerHealth()
    let proof = health.take(MonitorPacket(opcode: 3, index: 2, payload: [0x10, 1, 3]), at: at(5))
    #expect(proof == 2)
    #expect(health.stuckSince(2) == at(5))
  }

  @Test func `a vendor command without a response does not prove a controller stuck`() {
    var health = asked([0x01, 0xFC])
    let proven = health.proven(at: at(60))
    #expect(proven.isEmpty)
  }

  @Test func `a command whose response may be lost does not prove a controller stuck`() {
    var health = asked()
    health.recordsLost()
    let proven = health.proven(at: at(60))
    #expect(proven.isEmpty)
  }

  @Test func `a truncated packet is not a response`() {
    for payload in [[], [0x0E], [0x0E, 4, 1, 13], [0x0F, 4, 0, 1, 13]] as [[UInt8]] {
      var health = asked()
      _ = health.take(MonitorPacket(opcode: 3, index: 0, payload: payload), at: at(2))
      _ = health.take(MonitorPacket(opcode: 2, index: 0, payload: payload.prefix(1).map { $0 }), at: at(2))
      let proven = health.proven(at: at(3))
      #expect(proven == [0])
    }
  }
}
