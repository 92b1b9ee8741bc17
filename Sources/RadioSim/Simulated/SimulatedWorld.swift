package import BluetoothLE

/// The devices within range, and the faults of devices and radio.
///
/// The times of faults count from the trainer's first link; as long as only the strap is linked, from the strap's.
package struct SimulatedWorld: Sendable {
  /// A fault of a device or of the radio; with a range, for that time.
  package enum Fault: Hashable, Sendable {
    /// The device is out of range.
    case away(DeviceAddress, Range<Duration>)
    /// The device does not exist.
    case missing(DeviceAddress)
    /// The trainer advertises no name.
    case nameless
    /// The trainer has no Fitness Machine service.
    case noFitnessMachine
    /// The radio does not work.
    case radio(LinkError)
    /// There is no radio; links end when it goes.
    case radioAway(Range<Duration>)
    /// From then on the radio makes no link until it is power-cycled.
    case wedged(from: Duration)
    /// From then on the radio answers no command until it is power-cycled; existing links go on.
    case stuck(from: Duration)
    /// From then on the services of the device do not resolve until the radio forgets it.
    case stale(DeviceAddress, from: Duration)
    /// The device is linked and notifies nothing.
    case silent(DeviceAddress, Range<Duration>)
    /// The device notifies values that do not decode.
    case garbage(DeviceAddress, Range<Duration>)
    /// The strap has no contact with the skin.
    case noContact(Range<Duration>)
    /// The trainer acknowledges targets and does not apply them.
    case deaf(Range<Duration>)
    /// The trainer does not answer procedures.
    case mute(Range<Duration>)
    /// The trainer answers every procedure with Operation Failed.
    case denying(Range<Duration>)
    /// The trainer cannot be written to, and no ATT error says why.
    case unwritable(Range<Duration>)
    /// The trainer takes control away.
    case controlLost(at: Duration)
  }

  package static let trainerAddress = DeviceAddress(0xC0FF_EE00_0001)
  package static let strapAddress = DeviceAddress(0xC0FF_EE00_0002)

  package var trainer: any SimulatedControl
  package var strap = SimulatedStrap()
  package var rider = SimulatedRider()
  package var faults: [Fault] = []
  /// Other devices within range; connecting to them fails.
  package var bystanders: [Advertisement] = []

  /// The trainer as a KICKR with Fitness Machine; another one is replaced when this is set.
  package var kickr: SimulatedTrainer {
    get { trainer as? SimulatedTrainer ?? SimulatedTrainer() }
    set { trainer = newValue }
  }

  /// A world with these devices.
  package init(_ cast: SimulatedCast = SimulatedCast()) {
    trainer = cast.trainer.control
  }

  /// The advertisements of all devices.
  package var advertisements: [Advertisement] {
    let all = [
      Advertisement(
        address: Self.trainerAddress, name: faults.contains(.nameless) ? nil : trainer.name, rssi: -52,
        services: trainer.services),
      Advertisement(address: Self.strapAddress, name: "HRM SIM", rssi: -61, services: [.heartRate]),
    ]
    return all.filter { !faults.contains(.missing($0.address)) } + bystanders
  }

  /// The time range in which the device is away; nil if it is not away now.
  func away(_ device: DeviceAddress, at time: Duration) -> Range<Duration>? {
    for case .away(device, let range) in faults where range.contains(time) { return range }
    return nil
  }

  /// When the link to the device will next be lost, and with which code; nil if it will not.
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

  /// The radio's failure; nil if it works.
  var radioFailure: LinkError? {
    for case .radio(let error) in faults { return error }
    return nil
  }
}

extension SimulatedWorld {
  /// The code with which connecting to the device fails; nil if it does not.
  func connectFailure(of device: DeviceAddress, at time: Duration) -> LinkError.Code? {
    for fault in faults {
      switch fault {
      case .radioAway(let range) where range.contains(time): return .adapterMissing
      case .wedged(let start) where start <= time: return .connectFailed
      case .stuck(let start) where start <= time: return .adapterStuck
      case .stale(device, let start) where start <= time: return .servicesUnresolved
      default: break
      }
    }
    return nil
  }

  /// When the absent radio returns; nil if it is not absent.
  func radioReturn(at time: Duration) -> Duration? {
    for case .radioAway(let range) in faults where range.contains(time) { return range.upperBound }
    return nil
  }

  /// Removes the faults that the remedy cures.
  mutating func apply(_ remedy: RadioRemedy, at time: Duration) {
    faults.removeAll { fault in
      switch (fault, remedy) {
      case (.wedged(let start), .powerCycle), (.stuck(let start), .powerCycle): start <= time
      case (.stale(let device, let start), .forget(let forgotten)): device == forgotten && start <= time
      default: false
      }
    }
  }

  /// A notified value as it arrives: nil while the device is silent, truncated while it sends garbage.
  func distorted(_ value: [UInt8], of device: DeviceAddress, at time: Duration) -> [UInt8]? {
    var value = value
    for fault in faults {
      switch fault {
      case .silent(device, let range) where range.contains(time): return nil
      case .garbage(device, let range) where range.contains(time): value = Array(value.prefix(1))
      default: break
      }
    }
    return value
  }

  /// Whether the strap touches skin.
  func hasContact(at time: Duration) -> Bool {
    !faults.contains { if case .noContact(let range) = $0 { range.contains(time) } else { false } }
  }

  /// Whether the trainer can be written to.
  func isWritable(at time: Duration) -> Bool {
    !faults.contains { if case .unwritable(let range) = $0 { range.contains(time) } else { false } }
  }

  /// How the trainer takes a procedure.
  func mood(at time: Duration) -> TrainerMood {
    for fault in faults {
      switch fault {
      case .deaf(let range) where range.contains(time): return .deaf
      case .mute(let range) where range.contains(time): return .mute
      case .denying(let range) where range.contains(time): return .denying
      default: break
      }
    }
    return .obliging
  }

  /// When the trainer will next take control away; nil if it will not.
  func nextControlLoss(after time: Duration) -> Duration? {
    faults.compactMap { if case .controlLost(let at) = $0, at > time { at } else { nil } }.min()
  }
}
