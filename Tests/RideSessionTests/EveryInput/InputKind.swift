import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import TestKit
import Trainers

@testable import RideSession

/// The kinds of input.
///
/// A new input of the machine does not compile without a kind and samples here.
enum InputKind: CaseIterable {
  case command, linked, connectFailed, linkLost, notified, subscribed, read, controlWritten, writeFailed
  case signalStrength, remedied, radioUsable, recordOpened, recordClosed, deadline

  init(_ input: RideInput) {
    switch input {
    case .command: self = .command
    case .linked: self = .linked
    case .connectFailed: self = .connectFailed
    case .linkLost: self = .linkLost
    case .notified: self = .notified
    case .subscribed: self = .subscribed
    case .read: self = .read
    case .controlWritten: self = .controlWritten
    case .writeFailed: self = .writeFailed
    case .signalStrength: self = .signalStrength
    case .remedied: self = .remedied
    case .radioUsable: self = .radioUsable
    case .recordOpened: self = .recordOpened
    case .recordClosed: self = .recordClosed
    case .deadline: self = .deadline
    }
  }

  /// Returns inputs of this kind for every role, error and command, including those that no driver would send now.
  func samples(at now: MonotonicInstant) -> [RideInput] {
    let (roles, errors) = (DeviceRole.allCases, Self.errors)
    switch self {
    case .command: return CommandKind.allCases.flatMap { $0.samples(at: now) }.map { .command($0, Self.token) }
    case .linked:
      return roles.flatMap { role in
        [role.characteristics, [], [.batteryLevel], DeviceRole.trainer.characteristics]
          .map { .linked(role, $0) }
      }
    case .connectFailed: return roles.flatMap { role in Self.errors(of: role).map { .connectFailed(role, $0) } }
    case .linkLost: return roles.flatMap { role in Self.errors(of: role).map { .linkLost(role, $0) } }
    case .notified:
      return roles.flatMap { role in
        Self.values.flatMap { (characteristic, values) -> [RideInput] in
          let isOwn = role.characteristics.contains(characteristic)
          return values.prefix(isOwn ? values.count : 2).map { RideInput.notified(role, characteristic, $0) }
        }
      }
    case .subscribed:
      return roles.flatMap { role in
        role.characteristics.sorted { $0.description < $1.description }.flatMap { characteristic in
          ([nil] + Self.errors(of: characteristic.isOfControl ? .trainer : .fan))
            .map { .subscribed(role, characteristic, $0) }
        }
      }
    case .read:
      let reads: [CharacteristicID] = [.fitnessMachineFeature, .supportedPowerRange, .batteryLevel]
      let results: [Result<[UInt8], LinkError>] =
        [.success([]), .success([UInt8](repeating: 0xFF, count: 20)), .success([UInt8](repeating: 0, count: 8))]
        + Self.errors(of: .fan).map { .failure($0) }
      return roles.flatMap { role in reads.flatMap { read in results.map { .read(role, read, $0) } } }
    case .controlWritten: return [.controlWritten]
    case .writeFailed: return errors.map { .writeFailed($0) }
    case .signalStrength:
      return roles.flatMap { role in [Int.min, -127, -60, 20, .max].map { .signalStrength(role, dBm: $0) } }
    case .remedied:
      let remedies: [RadioRemedy] = [.forget(Self.address(of: .trainer)), .powerCycle(costing: [])]
      return remedies.flatMap { remedy in ([nil] + Self.errors(of: .fan)).map { .remedied(remedy, $0) } }
    case .radioUsable: return [.radioUsable]
    case .recordOpened: return [.recordOpened(id: 7), .recordOpened(id: .min)]
    case .recordClosed: return [.recordClosed(isStored: true), .recordClosed(isStored: false)]
    case .deadline: return [.deadline]
    }
  }
}

extension InputKind {
  /// The token of sample commands.
  static let token = CommandToken(-1)

  private static let errors =
    LinkError.Code.allCases.map { LinkError($0, operation: "any") }
    + [
      LinkError(.refused, operation: "write", attError: 0x80), LinkError(.refused, operation: "write", attError: 0x0E),
    ]

  /// Returns all errors for the trainer, because every decision depends on them, and one of each kind for other
  /// devices.
  private static func errors(of role: DeviceRole) -> [LinkError] {
    let few: Set<LinkError.Code> = [.timedOut, .refused, .adapterOff, .captureEnded, .supervisionTimeout]
    return role == .trainer ? errors : errors.filter { few.contains($0.code) }
  }

  static func address(of role: DeviceRole) -> DeviceAddress {
    switch role {
    case .trainer: SimulatedWorld.trainerAddress
    case .heartRate: SimulatedWorld.strapAddress
    case .power: DeviceAddress(0xC0FF_EE00_0013)
    case .cadence: DeviceAddress(0xC0FF_EE00_0014)
    case .fan: DeviceAddress(0xC0FF_EE00_0015)
    }
  }

  /// Values of all characteristics that rides read: valid ones, ends of ranges, and bytes that do not decode.
  private static let values: [(CharacteristicID, [[UInt8]])] = {
    let (none, full): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0xFF, count: 20))
    return [
      (
        .indoorBikeData,
        [
          none, full, [0x44, 0, 0x10, 0x0B, 0xB4, 0, 150, 0], [0x44, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
          [0x41, 0, 0, 0x80], [0x01, 0],
        ]
      ),
      (
        .fitnessMachineControlPoint,
        [
          none, full, [2], [0x80, 0, 1], [0x80, 5, 1], [0x80, 5, 3], [0x80, 5, 5], [0x80, 7, 4], [0x80, 0x11, 2],
          [0x80, 0x13, 1], [0x80, 0x13, 1, 0xB8, 0x0B, 0xAC, 0x0D], [0x80, 0x13, 4],
        ]
      ),
      (
        .fitnessMachineStatus,
        [
          none, full, [1], [2, 1], [2, 2], [3], [4], [8, 150, 0], [8, 0, 0x80], [0x12, 0, 0, 0, 0, 40, 39], [0x14, 1],
          [0x14, 2], [0x14, 3], [0x14, 4], [0xFF],
        ]
      ),
      (
        .heartRateMeasurement,
        [none, full, [0, 124], [0x16, 0, 0, 4], [1, 0xFF, 0xFF], [0x10, 90, 1, 0, 0xFF, 0xFF]]
      ),
      (
        .cyclingPowerMeasurement,
        [none, full, [0, 0, 150, 0], [0, 0, 0, 0x80], [0, 0x10, 0, 0], [0x20, 0, 150, 0, 0xFF, 0xFF, 0xFF, 0xFF]]
      ),
      (.cyclingPowerControlPoint, [none, full, [0x20, 0x0C, 1, 0x1C, 2], [0x20, 0x0C, 4]]),
      (.cscMeasurement, [none, full, [2, 0, 0, 0, 0], [2, 0xFF, 0xFF, 1, 0], [1, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0]]),
      (.headwindControlPoint, [none, full, [0xFD, 1, 55, 4], [0xFE, 2, 0, 42], [0xFE, 4, 1, 0]]),
      (.batteryLevel, [none, [0], [9], [100], [255]]),
      (.wahooControlPoint, [none, full, [1, 0x42, 1, 0, 150, 0]]),
      (.fitnessEquipmentMessages, [none, full]),
    ]
  }()
}

extension CharacteristicID {
  /// Whether a trainer sends its values or its answers on it.
  fileprivate var isOfControl: Bool { self == .indoorBikeData || self == .fitnessMachineControlPoint }
}
