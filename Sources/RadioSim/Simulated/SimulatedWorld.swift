package import BluetoothLE

/// What is in the air, and what goes wrong in it.
package struct SimulatedWorld: Sendable {
  /// Something that goes wrong.
  package enum Fault: Hashable, Sendable {
    /// The device is out of range for a time, counted from the trainer's first link.
    case away(DeviceAddress, Range<Duration>)
    /// The device was never there.
    case missing(DeviceAddress)
    /// The trainer has no Fitness Machine service.
    case noFitnessMachine
    /// The radio does not work.
    case radio(LinkError)
  }

  package static let trainerAddress = DeviceAddress(0xC0FF_EE00_0001)
  package static let strapAddress = DeviceAddress(0xC0FF_EE00_0002)

  package var trainer = SimulatedTrainer()
  package var strap = SimulatedStrap()
  package var rider = SimulatedRider()
  package var faults: [Fault] = []

  package init() {}

  /// What the devices advertise.
  package var advertisements: [Advertisement] {
    let all = [
      Advertisement(address: Self.trainerAddress, name: "KICKR SIM", rssi: -52, services: [.fitnessMachine]),
      Advertisement(address: Self.strapAddress, name: "HRM SIM", rssi: -61, services: [.heartRate]),
    ]
    return all.filter { !faults.contains(.missing($0.address)) }
  }

  /// The time at which a device is back, if it is away now.
  func away(_ device: DeviceAddress, at time: Duration) -> Range<Duration>? {
    for case .away(device, let range) in faults where range.contains(time) { return range }
    return nil
  }

  /// The start of the device's next absence.
  func nextAbsence(of device: DeviceAddress, after time: Duration) -> Duration? {
    faults.compactMap { fault in
      guard case .away(device, let range) = fault, range.lowerBound > time else { return nil }
      return range.lowerBound
    }.min()
  }

  /// The radio's failure, if it has one.
  var radioFailure: LinkError? {
    for case .radio(let error) in faults { return error }
    return nil
  }
}
