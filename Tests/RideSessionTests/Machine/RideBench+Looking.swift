import BluetoothLE
import FitnessGATT

@testable import RideSession

extension RideBench {
  var snapshot: RideSnapshot { machine.snapshot(at: now) }

  /// The targets that the trainer was given, in watts, in order.
  var targets: [Int] {
    requests.compactMap { if case .set(.power(let watts)) = $0.request { Int(watts) } else { nil } }
  }

  /// Lets time pass until the ride's clock shows so many elapsed seconds and a half.
  mutating func run(untilSecond second: Int) {
    guard let start = machine.ride?.sampler?.start else { return }
    run(for: start.advanced(by: .seconds(second) + .milliseconds(500)) - now)
  }
}
