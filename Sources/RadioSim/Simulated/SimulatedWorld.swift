package import BluetoothLE

/// The devices within range, and the faults of devices and radio.
///
/// The times of faults count from the trainer's first link, and until then from the first link of any other device.
package struct SimulatedWorld: Sendable {
  /// A fault of a device or of the radio.
  ///
  /// A fault with a range lasts for that time.
  package enum Fault: Hashable, Sendable {
    /// The device is out of range.
    case away(DeviceAddress, Range<Duration>)
    /// The device does not exist.
    case missing(DeviceAddress)
    /// The trainer advertises no name.
    case nameless
    /// The trainer has no Fitness Machine service.
    case noFitnessMachine
    /// The device advertises no service.
    case silentAbout(DeviceAddress)
    /// The radio does not work.
    case radio(LinkError)
    /// There is no radio. Links end when it disappears.
    case radioAway(Range<Duration>)
    /// From this time, the radio makes no link until it is power-cycled.
    case wedged(from: Duration)
    /// From this time, the radio answers no command until it is power-cycled. Existing links continue.
    case stuck(from: Duration)
    /// From this time, the device's services do not resolve until the radio forgets the device.
    case stale(DeviceAddress, from: Duration)
    /// The device is linked and sends no notifications.
    case silent(DeviceAddress, Range<Duration>)
    /// The device notifies values that do not decode.
    case garbage(DeviceAddress, Range<Duration>)
    /// The strap has no contact with the skin.
    case noContact(Range<Duration>)
    /// Writes to the device fail without an ATT error.
    case unwritable(DeviceAddress, Range<Duration>)
    /// The trainer acknowledges targets and does not apply them.
    case deaf(Range<Duration>)
    /// The trainer does not answer procedures.
    case mute(Range<Duration>)
    /// The trainer answers every procedure with Operation Failed.
    case denying(Range<Duration>)
    /// The trainer takes control away.
    case controlLost(at: Duration)
    /// The fan reacts to requests in this mood.
    case fan(TrainerMood, Range<Duration>)
  }

  package static let trainerAddress = DeviceAddress(0xC0FF_EE00_0001)
  package static let strapAddress = DeviceAddress(0xC0FF_EE00_0002)

  package static let cadenceSensorAddress = DeviceAddress(0xC0FF_EE00_0005)
  package static let powerMeterAddress = DeviceAddress(0xC0FF_EE00_0006)
  package static let headwindAddress = DeviceAddress(0xC0FF_EE00_0007)

  package var trainer: any SimulatedControl
  package var strap = SimulatedStrap()
  /// Nil if there is no cadence sensor.
  package var cadenceSensor: SimulatedCadenceSensor?
  /// Nil if there is no power meter.
  package var powerMeter: SimulatedPowerMeter?
  /// Nil if there is no fan.
  package var headwind: SimulatedHeadwind?
  package var rider = SimulatedRider()
  package var faults: [Fault] = []
  /// Other devices within range.
  ///
  /// Connections to them fail.
  package var bystanders: [Advertisement] = []

  /// The trainer as a KICKR with Fitness Machine.
  ///
  /// Setting it replaces any other trainer.
  package var kickr: SimulatedTrainer {
    get { trainer as? SimulatedTrainer ?? SimulatedTrainer() }
    set { trainer = newValue }
  }

  /// Creates a world with these devices.
  package init(_ cast: SimulatedCast = SimulatedCast()) {
    trainer = cast.trainer.control
    cadenceSensor = cast.hasCadenceSensor ? SimulatedCadenceSensor() : nil
    powerMeter = cast.meterPercent.map { SimulatedPowerMeter(percent: Double($0)) }
    headwind = cast.hasHeadwind ? SimulatedHeadwind() : nil
  }

  /// The device whose link makes the rider pedal: the trainer, or the power meter if there is no trainer.
  var riddenDevice: DeviceAddress {
    faults.contains(.missing(Self.trainerAddress)) ? Self.powerMeterAddress : Self.trainerAddress
  }

  /// The advertisements of all devices.
  package var advertisements: [Advertisement] {
    let all = [
      Advertisement(
        address: Self.trainerAddress, name: faults.contains(.nameless) ? nil : trainer.name, rssi: -52,
        services: trainer.services),
      Advertisement(address: Self.strapAddress, name: "HRM SIM", rssi: -61, services: [.heartRate]),
    ]
    return (all + advertisementsBeside).filter { !faults.contains(.missing($0.address)) }.map(asSent) + bystanders
  }

  /// Returns an advertisement without the services that a fault hides.
  private func asSent(_ advertisement: Advertisement) -> Advertisement {
    guard faults.contains(.silentAbout(advertisement.address)) else { return advertisement }
    var advertisement = advertisement
    advertisement.services = []
    return advertisement
  }

  private var advertisementsBeside: [Advertisement] {
    [
      cadenceSensor.map { _ in
        Advertisement(
          address: Self.cadenceSensorAddress, name: "Wahoo CADENCE 1234", rssi: -66,
          services: [.cyclingSpeedAndCadence])
      },
      powerMeter.map { _ in
        Advertisement(
          address: Self.powerMeterAddress, name: "ASSIOMA123", rssi: -64, services: [.cyclingPower])
      },
      headwind.map { _ in
        Advertisement(address: Self.headwindAddress, name: "HEADWIND 1A2B", rssi: -57, services: [.headwind])
      },
    ].compactMap(\.self)
  }

  /// Returns the device's profile on a link: its characteristics, and the one that it notifies for as long as it is
  /// connected.
  func profile(of device: DeviceAddress) -> (characteristics: Set<CharacteristicID>, stream: CharacteristicID) {
    switch device {
    case Self.trainerAddress:
      (faults.contains(.noFitnessMachine) ? [.manufacturerName] : trainer.characteristics, trainer.stream)
    case Self.cadenceSensorAddress: ([.cscMeasurement, .batteryLevel, .manufacturerName], .cscMeasurement)
    case Self.powerMeterAddress:
      (
        [.cyclingPowerMeasurement, .cyclingPowerControlPoint, .batteryLevel, .manufacturerName],
        .cyclingPowerMeasurement
      )
    case Self.headwindAddress: ([.headwindControlPoint, .manufacturerName], .headwindControlPoint)
    default: ([.heartRateMeasurement, .bodySensorLocation, .batteryLevel], .heartRateMeasurement)
    }
  }

  /// Returns the range of the present absence; nil if the device is not away now.
  func away(_ device: DeviceAddress, at time: Duration) -> Range<Duration>? {
    for case .away(device, let range) in faults where range.contains(time) { return range }
    return nil
  }

  /// Returns the time and code of the next loss of the device's link; nil if it will not be lost.
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
  /// Returns the code of a failed connection to the device; nil if it succeeds.
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

  /// Returns the time when the absent radio returns; nil if it is not absent.
  func radioReturn(at time: Duration) -> Duration? {
    for case .radioAway(let range) in faults where range.contains(time) { return range.upperBound }
    return nil
  }

  /// Removes the faults that the remedy fixes.
  mutating func apply(_ remedy: RadioRemedy, at time: Duration) {
    faults.removeAll { fault in
      switch (fault, remedy) {
      case (.wedged(let start), .powerCycle), (.stuck(let start), .powerCycle): start <= time
      case (.stale(let device, let start), .forget(let forgotten)): device == forgotten && start <= time
      default: false
      }
    }
  }

  /// Returns a notified value on arrival: nil while the device is silent, truncated while it sends garbage.
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

  /// Returns whether the strap touches skin.
  func hasContact(at time: Duration) -> Bool {
    !faults.contains { if case .noContact(let range) = $0 { range.contains(time) } else { false } }
  }

  /// Returns whether writes to the device succeed.
  func isWritable(_ device: DeviceAddress, at time: Duration) -> Bool {
    !faults.contains { if case .unwritable(device, let range) = $0 { range.contains(time) } else { false } }
  }

  /// Returns the trainer's reaction to a procedure.
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

  /// Returns the fan's reaction to a request.
  func fanMood(at time: Duration) -> TrainerMood {
    for case .fan(let mood, let range) in faults where range.contains(time) { return mood }
    return .obliging
  }

  /// Returns the next time that the trainer takes control away; nil if it will not.
  func nextControlLoss(after time: Duration) -> Duration? {
    faults.compactMap { if case .controlLost(let at) = $0, at > time { at } else { nil } }.min()
  }
}
