package import BluetoothLE
import FitnessGATT
import Trainers

/// A NEO 2T with FE-C over BLE.
package struct SimulatedTacxTrainer: SimulatedControl {
  package private(set) var brake = SimulatedBrake()
  private var isConfigured = false
  private var lastStatus = Status()
  private var notifications = 0

  /// The content of page 71.
  private struct Status {
    var command: UInt8 = 0xFF
    var sequence: UInt8 = 0xFF
    var status: UInt8 = 0xFF
    var data: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
  }

  package init() {}

  package var name: String { "Tacx Neo 2T SIM" }
  package var services: Set<BluetoothUUID> { [.tacx, .cyclingPower] }
  package var stream: CharacteristicID { .fitnessEquipmentMessages }
  package var characteristics: Set<CharacteristicID> {
    [.fitnessEquipmentMessages, .fitnessEquipmentRequests, .cyclingPowerMeasurement, .manufacturerName]
  }

  package func value(of characteristic: CharacteristicID) -> [UInt8]? { nil }

  package mutating func take(
    _ value: [UInt8], on characteristic: CharacteristicID, in mood: TrainerMood
  ) -> [Notification] {
    guard characteristic == .fitnessEquipmentRequests, let frame = try? FitnessEquipmentFrame(decoding: value),
      let number = frame.page.first
    else { return [] }
    switch number {
    case 0x46: return mood == .mute ? [] : answer(toRequestFor: frame.page[6])
    case 0x37:
      isConfigured = true
      return []
    case 0x30, 0x31, 0x33: return carryOut(frame.page, in: mood)
    default: return []
    }
  }

  private mutating func carryOut(_ page: [UInt8], in mood: TrainerMood) -> [Notification] {
    let number = Int(page[6]) | Int(page[7]) << 8
    if mood == .obliging || mood == .mute {
      switch page[0] {
      case 0x31: brake.mode = .target(watts: number / 4)
      case 0x33: brake.mode = .flatRoad
      default: brake.mode = .free
      }
    }
    lastStatus = Status(
      command: page[0], sequence: lastStatus.sequence &+ 1, status: mood == .denying ? 3 : 0, data: Array(page[4...]))
    return mood == .mute ? [] : answer(toRequestFor: 0x47)
  }

  private func answer(toRequestFor page: UInt8) -> [Notification] {
    switch page {
    case 0x36: [message([0x36, 0xFF, 0xFF, 0xFF, 0xFF, 0xC8, 0x00, 0x07])]
    case 0x47: [message([0x47, lastStatus.command, lastStatus.sequence, lastStatus.status] + lastStatus.data)]
    default: []
    }
  }

  private func message(_ page: [UInt8]) -> Notification {
    (.fitnessEquipmentMessages, FitnessEquipmentFrame(page: page).broadcasted())
  }

  package mutating func advance(seconds: Double, cadenceRpm: Double, legWatts: Double?) -> [[UInt8]] {
    let values = brake.advance(seconds: seconds, cadenceRpm: cadenceRpm, legWatts: legWatts)
    notifications += 1
    let state: UInt8 = values.rpm > 0 ? 0x30 : 0x20
    let speed = UInt16(saturating: values.kmh / 3.6 * 1000)
    let general: [UInt8] = [
      0x10, 0x19, 0, UInt8(truncatingIfNeeded: Int(brake.meters)), UInt8(truncatingIfNeeded: speed),
      UInt8(truncatingIfNeeded: speed >> 8), 0xFF, state | 0x04,
    ]
    let power = UInt16(saturating: min(values.watts, 4000)) | (isConfigured ? 0 : 0x4000)
    let trainer: [UInt8] = [
      0x19, UInt8(truncatingIfNeeded: notifications), UInt8(saturating: min(values.rpm, 254)), 0, 0,
      UInt8(truncatingIfNeeded: power), UInt8(truncatingIfNeeded: power >> 8), state | (values.isTooMuch ? 1 : 0),
    ]
    return [general, trainer].map { FitnessEquipmentFrame(page: $0).broadcasted() }
  }

  package mutating func linkLost() { brake.mode = .free }
}
