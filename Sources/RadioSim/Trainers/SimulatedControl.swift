package import BluetoothLE

/// A trainer on the simulated air: a brake behind the characteristics of a protocol.
package protocol SimulatedControl: Sendable {
  var brake: SimulatedBrake { get }
  /// The name that it advertises.
  var name: String { get }
  /// The services that it advertises.
  var services: Set<BluetoothUUID> { get }
  var characteristics: Set<CharacteristicID> { get }
  /// The characteristic that it notifies as long as it lives, four times a second.
  var stream: CharacteristicID { get }

  /// The value of a characteristic; nil if it cannot be read.
  func value(of characteristic: CharacteristicID) -> [UInt8]?

  /// Takes a write in a mood; returns what it then notifies, in order.
  mutating func take(_ value: [UInt8], on characteristic: CharacteristicID, in mood: TrainerMood) -> [Notification]

  /// Advances by `seconds`, and returns what it then notifies on its stream; `legWatts` is the most that the legs can give.
  mutating func advance(seconds: Double, cadenceRpm: Double, legWatts: Double?) -> [[UInt8]]

  /// Forgets its controlling client and its target, which end with the link.
  mutating func linkLost()

  typealias Notification = (characteristic: CharacteristicID, value: [UInt8])
}

/// How a trainer reacts to a procedure, or a fan to a request.
package enum TrainerMood: Hashable, Sendable {
  /// It follows its protocol.
  case obliging
  /// It acknowledges a target, or a setting of a fan, and does not apply it.
  case deaf
  /// It carries a procedure out and does not answer.
  case mute
  /// It refuses every procedure.
  case denying
}
