package import BluetoothLE

/// Detects controllers that do not answer their commands, from the records of the monitor channel.
///
/// A controller answers each command with Command Complete or Command Status within a second (Bluetooth Core 5.4, Vol
/// 4, Part E, §4.4); the kernel gives up on a command after two ("command tx timeout"). A controller that does not
/// answer cannot connect until it is switched off and on, while BlueZ keeps the request pending as if the device were
/// absent.
package struct ControllerHealth: Hashable, Sendable {
  /// How long a command may remain unanswered.
  package static let patience = Duration.seconds(2)
  /// The group of vendor commands: during a firmware download, a vendor may answer them in its own way.
  private static let vendorGroup: UInt16 = 0x3F
  /// The op code in an event that does not answer a command (§7.7.14).
  private static let noCommand: UInt16 = 0

  private struct Controller: Hashable {
    /// The unanswered commands, and when they were sent.
    var outstanding: [UInt16: MonotonicInstant] = [:]
    /// The time of the command that the controller has provably not answered; nil while it works.
    var stuckSince: MonotonicInstant?
  }

  private var controllers: [UInt16: Controller] = [:]

  package init() {}

  /// Returns the time since which a controller is proven not to answer; nil while it works.
  package func stuckSince(_ controller: UInt16) -> MonotonicInstant? { controllers[controller]?.stuckSince }

  /// Returns whether a command to a controller is still unanswered, so that another command would wait behind it.
  package func owesAnswer(_ controller: UInt16) -> Bool { controllers[controller]?.outstanding.isEmpty == false }

  /// When the next proof is complete, unless an answer arrives.
  package var deadline: MonotonicInstant? {
    let waiting = controllers.values.filter { $0.stuckSince == nil }.compactMap { $0.outstanding.values.min() }
    return waiting.min()?.advanced(by: Self.patience)
  }

  /// Processes a record of the monitor channel.
  ///
  /// - Returns: The controller, if this record proves that it does not work.
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
      // Hardware Error (§7.7.16).
      guard stuckSince(packet.index) == nil else { return nil }
      controllers[packet.index, default: Controller()].stuckSince = now
      return packet.index
    default: break
    }
    return nil
  }

  /// Records an answer; an answer to any command proves that the controller works.
  private mutating func answered(_ opCode: UInt16?, _ index: UInt16) {
    guard let opCode, opCode != Self.noCommand else { return }
    controllers[index]?.outstanding[opCode] = nil
    controllers[index]?.stuckSince = nil
  }

  /// Returns the controllers that are newly proven not to answer.
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

  /// Handles lost records, which may have contained answers: no command counts as outstanding any more.
  package mutating func recordsLost() {
    for index in controllers.keys { controllers[index]?.outstanding = [:] }
  }
}
