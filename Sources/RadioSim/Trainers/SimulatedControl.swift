package import BluetoothLE

/// A simulated trainer: a brake behind the characteristics of a protocol.
package protocol SimulatedControl: Sendable {
  var brake: SimulatedBrake { get }
  /// The advertised name.
  var name: String { get }
  /// The advertised services.
  var services: Set<BluetoothUUID> { get }
  var characteristics: Set<CharacteristicID> { get }
  /// The characteristic that the trainer notifies four times a second for as long as it is connected.
  var stream: CharacteristicID { get }

  /// Returns the value of a characteristic; nil if it cannot be read.
  func value(of characteristic: CharacteristicID) -> [UInt8]?

  /// Receives a write in a mood. Returns the notifications in order.
  mutating func take(_ value: [UInt8], on characteristic: CharacteristicID, in mood: TrainerMood) -> [Notification]

  /// Advances by `seconds`, and returns the notifications on the stream. `legWatts` is the maximum power of the legs;
  /// nil if there is no limit.
  mutating func advance(seconds: Double, cadenceRpm: Double, legWatts: Double?) -> [[UInt8]]

  /// Whether the trainer waits for its wheel to run down, so that the rider does not pedal.
  var isRunningDown: Bool { get }

  /// Returns the notifications outside the stream that the last step brought.
  mutating func takeStatuses() -> [Notification]

  /// Makes the trainer forget the controlling client and the target, which end with the link.
  mutating func linkLost()

  typealias Notification = (characteristic: CharacteristicID, value: [UInt8])
}

extension SimulatedControl {
  package var isRunningDown: Bool { false }

  package mutating func takeStatuses() -> [Notification] { [] }
}

/// The way in which a trainer reacts to a procedure, or a fan to a request.
package enum TrainerMood: Hashable, Sendable {
  /// The device follows its protocol.
  case obliging
  /// The device acknowledges a target, or a fan's setting, and does not apply it.
  case deaf
  /// The device carries a procedure out and does not answer.
  case mute
  /// The device refuses every procedure.
  case denying
}
