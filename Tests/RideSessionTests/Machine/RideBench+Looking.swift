import BluetoothLE
import FitnessGATT
import RadioSim

@testable import RideSession

extension RideBench {
  /// The result of a procedure that the trainer does not carry out.
  enum Reluctance: CaseIterable, Sendable {
    case refused
    case unanswered
    case notPermitted
  }

  var snapshot: RideSnapshot { machine.snapshot(at: now) }

  /// The targets that the trainer received, in watts, in order.
  var targets: [Int] {
    requests.compactMap { if case .set(.power(let watts)) = $0.request { Int(watts) } else { nil } }
  }

  /// Lets time pass until the ride's clock shows this many elapsed seconds and a half.
  mutating func run(untilSecond second: Int) {
    guard let start = machine.ride?.sampler?.start else { return }
    run(for: start.advanced(by: .seconds(second) + .milliseconds(500)) - now)
  }
}

// MARK: - The trainer

extension RideBench {
  mutating func bikeData() -> [[UInt8]] {
    let value = trainer.advance(seconds: trainerPeriod.seconds, cadenceRpm: cadenceRpm)
    guard var data = try? IndoorBikeData(decoding: value) else { return [value] }
    if let legWatts { data.instantaneousPowerWatts = min(legWatts, data.instantaneousPowerWatts ?? legWatts) }
    if isSpeedless { (data.instantaneousSpeed, data.totalDistanceMeters) = (Speed(kmh: 0), 0) }
    return (sending?(data) ?? [data]).map { $0.encoded() }
  }

  mutating func refusal(
    of request: FitnessMachineControlPoint.Request
  ) -> FitnessMachineControlPoint.ResultCode? {
    if case .set(.power) = request, invalidTargets > 0 {
      invalidTargets -= 1
      return .invalidParameter
    }
    return reluctance[request.opCode].map { $0 == .notPermitted ? .controlNotPermitted : .opCodeNotSupported }
  }
}
