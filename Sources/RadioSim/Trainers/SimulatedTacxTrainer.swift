package import BluetoothLE
import FitnessGATT
import Trainers

/// A NEO 2T with FE-C over BLE.
package struct SimulatedTacxTrainer: SimulatedControl {
  package private(set) var brake = SimulatedBrake()
  private var spinDown: SimulatedSpinDown?
  private var kmh = 0.0
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
    case 0x01:
      if mood == .obliging { spinDown = SimulatedSpinDown(kmh: kmh) }
      return []
    case 0x30, 0x31, 0x33: return carryOut(frame.page, in: mood)
    default: return []
    }
  }

  private mutating func carryOut(_ page: [UInt8], in mood: TrainerMood) -> [Notification] {
    let number = Int(page[6]) | Int(page[7]) << 8
    if mood == .obliging || mood == .mute {
      spinDown = nil
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
    var values = brake.advance(seconds: seconds, cadenceRpm: cadenceRpm, legWatts: legWatts)
    let calibration = advanceSpinDown(seconds: seconds, isPedalling: values.rpm > 0)
    values.kmh = spinDown?.kmh ?? values.kmh
    kmh = values.kmh
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
    return ([general, trainer] + calibration).map { FitnessEquipmentFrame(page: $0).broadcasted() }
  }

  package var isRunningDown: Bool { spinDown?.isRunningDown == true }

  /// Returns page 2 while a spin-down is in progress, and page 1 at its end.
  private mutating func advanceSpinDown(seconds: Double, isPedalling: Bool) -> [[UInt8]] {
    guard var spinDown else { return [] }
    let event = spinDown.advance(seconds: seconds, isPedalling: isPedalling)
    self.spinDown = spinDown
    if case .ranDown(let seconds) = event {
      self.spinDown = nil
      let time = UInt16(saturating: seconds * 1000)
      return [[0x01, 0x80, 0, 0x5A, 0xFF, 0xFF, UInt8(time & 0xFF), UInt8(time >> 8)]]
    }
    let target = UInt16(saturating: SimulatedSpinDown.highKmh / 3.6 * 1000)
    let condition: UInt8 = spinDown.kmh > SimulatedSpinDown.highKmh ? 0xA0 : 0x60
    return [[0x02, 0x80, condition, 0x5A, UInt8(target & 0xFF), UInt8(target >> 8), 0xFF, 0xFF]]
  }

  package mutating func linkLost() {
    spinDown = nil
    brake.mode = .free
  }
}
