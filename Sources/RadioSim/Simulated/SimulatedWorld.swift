package import BluetoothLE

/// What is in the air, and what goes wrong in it.
///
/// The times of what goes wrong are counted from the trainer's first link.
package struct SimulatedWorld: Sendable {
  /// Something that goes wrong.
  package enum Fault: Hashable, Sendable {
    /// The device is out of range for a time.
    case away(DeviceAddress, Range<Duration>)
    /// The device was never there.
    case missing(DeviceAddress)
    /// The trainer has no Fitness Machine service.
    case noFitnessMachine
    /// The radio does not work.
    case radio(LinkError)
    /// There is no radio for a time; links end as it goes.
    case radioAway(Range<Duration>)
    /// From then on the radio links nothing more, until it is power-cycled.
    case wedged(from: Duration)
    /// From then on the radio answers no command, until it is power-cycled; links that it has go on.
    case stuck(from: Duration)
    /// From then on the services of the device do not resolve, until the radio forgets it.
    case stale(DeviceAddress, from: Duration)
    /// The device is linked and notifies nothing for a time.
    case silent(DeviceAddress, Range<Duration>)
    /// What the device notifies does not decode for a time.
    case garbage(DeviceAddress, Range<Duration>)
    /// The strap has no contact with the skin for a time.
    case noContact(Range<Duration>)
    /// The trainer acknowledges targets and does not apply them for a time.
    case deaf(Range<Duration>)
    /// The trainer does not answer procedures for a time.
    case mute(Range<Duration>)
    /// The trainer answers every procedure with Operation Failed for a time.
    case denying(Range<Duration>)
    /// The trainer cannot be written to for a time, and no ATT error says why.
    case unwritable(Range<Duration>)
    /// The trainer takes control away.
    case controlLost(at: Duration)
  }

  package static let trainerAddress = DeviceAddress(0xC0FF_EE00_0001)
  package static let strapAddress = DeviceAddress(0xC0FF_EE00_0002)

  package var trainer = SimulatedTrainer()
  package var strap = SimulatedStrap()
  package var rider = SimulatedRider()
  package var faults: [Fault] = []
  /// What else is in the air; nobody can connect to it.
  package var bystanders: [Advertisement] = []

  package init() {}

  /// What the devices advertise.
  package var advertisements: [Advertisement] {
    let all = [
      Advertisement(address: Self.trainerAddress, name: "KICKR SIM", rssi: -52, services: [.fitnessMachine]),
      Advertisement(address: Self.strapAddress, name: "HRM SIM", rssi: -61, services: [.heartRate]),
    ]
    return all.filter { !faults.contains(.missing($0.address)) } + bystanders
  }

  /// The time at which a device is back, if it is away now.
  func away(_ device: DeviceAddress, at time: Duration) -> Range<Duration>? {
    for case .away(device, let range) in faults where range.contains(time) { return range }
    return nil
  }

  /// When and as what a link to the device will next be lost.
  func nextLoss(of device: DeviceAddress, after time: Duration) -> (at: Duration, code: LinkError.Code)? {
    let losses: [(at: Duration, code: LinkError.Code)] = faults.compactMap { fault in
      switch fault {
      case .away(device, let range): (range.lowerBound, .supervisionTimeout)
      case .radioAway(let range): (range.lowerBound, .adapterMissing)
      default: nil
      }
    }
    return losses.filter { $0.at > time }.min { $0.at < $1.at }
  }

  /// The radio's failure, if it has one.
  var radioFailure: LinkError? {
    for case .radio(let error) in faults { return error }
    return nil
  }
}
