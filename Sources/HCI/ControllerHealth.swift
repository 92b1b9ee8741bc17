package import BluetoothLE

/// Tells whether the controllers answer their commands, from what the monitor channel shows.
///
/// A controller answers each command with Command Complete or Command Status within a second (Bluetooth Core 5.4, Vol 4,
/// Part E, §4.4); the kernel gives one up after two ("command tx timeout"). One that does not answer connects to nobody
/// until it is switched off and on, while BlueZ keeps the request pending as if the device were away.
package struct ControllerHealth: Hashable, Sendable {
  /// How long a command may stay without an answer.
  package static let patience = Duration.seconds(2)
  /// Commands of the vendor's own, while firmware is loaded, may be answered in a way of the vendor's own.
  private static let vendorGroup: UInt16 = 0x3F
  /// The op code of an answer that answers no command (§7.7.14).
  private static let noCommand: UInt16 = 0

  private struct Controller: Hashable {
    /// The commands without an answer, and when they were sent.
    var outstanding: [UInt16: MonotonicInstant] = [:]
    /// Since when it has been known not to answer; the instant of the command.
    var stuckSince: MonotonicInstant?
  }

  private var controllers: [UInt16: Controller] = [:]

  package init() {}

  /// Since when a controller has not answered, once that is proven; nil while it is sound.
  package func stuckSince(_ controller: UInt16) -> MonotonicInstant? { controllers[controller]?.stuckSince }

  /// Whether a command of a controller's has no answer yet: another would wait behind it.
  package func owesAnswer(_ controller: UInt16) -> Bool { controllers[controller]?.outstanding.isEmpty == false }

  /// When the next proof is complete, unless an answer comes.
  package var deadline: MonotonicInstant? {
    let waiting = controllers.values.filter { $0.stuckSince == nil }.compactMap { $0.outstanding.values.min() }
    return waiting.min()?.advanced(by: Self.patience)
  }

  /// Takes in a record of the monitor channel.
  ///
  /// - Returns: A controller that by this record turned out not to work.
  package mutating func take(_ packet: MonitorPacket, at now: MonotonicInstant) -> UInt16? {
    switch packet.opcode {
    case MonitorPacket.command:
      guard let opCode = packet.opCode(at: 0), opCode >> 10 != Self.vendorGroup else { return nil }
      if controllers[packet.index, default: Controller()].outstanding[opCode] == nil {
        controllers[packet.index, default: Controller()].outstanding[opCode] = now
      }
    case MonitorPacket.event: return takeEvent(packet, at: now)
    case MonitorPacket.newIndex, MonitorPacket.deleteIndex, MonitorPacket.closeIndex: controllers[packet.index] = nil
    default: break
    }
    return nil
  }

  private mutating func takeEvent(_ packet: MonitorPacket, at now: MonotonicInstant) -> UInt16? {
    switch packet.payload.first {
    case 0x0E: answered(packet.opCode(at: 3), packet.index)
    case 0x0F: answered(packet.opCode(at: 4), packet.index)
    case 0x10:
      // Hardware Error, §7.7.16: it has lost its mind, and says so.
      guard stuckSince(packet.index) == nil else { return nil }
      controllers[packet.index, default: Controller()].stuckSince = now
      return packet.index
    default: break
    }
    return nil
  }

  /// An answer proves that the controller works, whichever command it was to.
  private mutating func answered(_ opCode: UInt16?, _ index: UInt16) {
    guard let opCode, opCode != Self.noCommand else { return }
    controllers[index]?.outstanding[opCode] = nil
    controllers[index]?.stuckSince = nil
  }

  /// The controllers that by now have turned out not to answer, and were not known to.
  package mutating func proven(at now: MonotonicInstant) -> [UInt16] {
    var found: [UInt16] = []
    for (index, controller) in controllers where controller.stuckSince == nil {
      guard let first = controller.outstanding.values.min(), now - first >= Self.patience else { continue }
      controllers[index]?.stuckSince = first
      controllers[index]?.outstanding = [:]
      found.append(index)
    }
    return found.sorted()
  }

  /// Records were lost, answers perhaps among them: nothing is outstanding any more.
  package mutating func recordsLost() {
    for index in controllers.keys { controllers[index]?.outstanding = [:] }
  }
}
