import BluetoothLE
import ControlWire
import RideStore
import Rides

/// Which device of a kind a ride takes.
enum DeviceChoice: Hashable, Sendable {
  /// This one, and why.
  case device(DeviceAddress, name: String?, RiddenDevice.Reason)
  /// One of these, which nobody can tell.
  case several([Advertisement])
  /// There is none.
  case nothing
}

extension DeviceChoice {
  /// Chooses among those that are in the air.
  ///
  /// - Parameters:
  ///   - kind: What is wanted.
  ///   - heard: What is in the air; of no account where `use` chose a device.
  ///   - known: The devices that were chosen at some time.
  ///   - found: The devices that do not say so and that a connection showed to be of this kind.
  init(
    of kind: DeviceRole, heard: some Sequence<Advertisement>, known: [KnownDevice], found: Set<DeviceAddress> = []
  ) {
    if let chosen = known.first(where: { $0.isChosen && $0.kind == kind }) {
      self = .device(chosen.address, name: chosen.name, .chosen)
      return
    }
    // What reports power alone counts once `use` found a trainer in it.
    let candidates = heard.filter { candidate in
      candidate.kind == kind || found.contains(candidate.address)
        || known.contains { $0.address == candidate.address && $0.kind == kind }
    }
    let familiar = candidates.filter { candidate in known.contains { $0.address == candidate.address } }
    let pool = familiar.isEmpty ? candidates : familiar
    let reason: RiddenDevice.Reason = familiar.count == candidates.count || familiar.isEmpty ? .onlyOne : .onlyKnown
    switch pool.count {
    case 0: self = .nothing
    case 1: self = .device(pool[0].address, name: pool[0].name, reason)
    default: self = .several(pool)
    }
  }
}

extension DeviceChoice {
  /// Chooses the power meter that a free ride takes in place of a trainer: the chosen one, else the only one.
  init(ofMeterAmong heard: [Advertisement], known: [KnownDevice]) {
    self.init(of: .power, heard: heard, known: known)
    let meters = heard.filter { $0.kinds == [.cyclingPower] }
    guard self == .nothing, let meter = meters.first else { return }
    self = meters.count > 1 ? .several(meters) : .device(meter.address, name: meter.name, .onlyOne)
  }
}

/// The devices for a ride.
struct RideDevices: Hashable, Sendable {
  /// A device and why it was taken.
  struct Pick: Hashable, Sendable {
    let kind: DeviceRole
    let ridden: RideDevice
    let reason: RiddenDevice.Reason
  }

  let trainer: Pick
  let heartRate: Pick?
  /// The devices beside them that `use` chose: power meter, cadence sensor, fan.
  let sensors: [DeviceRole: RideDevice]

  /// The trainer first.
  var all: [Pick] { [trainer] + (heartRate.map { [$0] } ?? []) }
}

extension RideDevices {
  /// Takes what was chosen, and of what was heard the only ones.
  ///
  /// - Parameters:
  ///   - heard: The devices in the air.
  ///   - known: The devices that were chosen at some time.
  ///   - wantsHeartRate: Whether to take a strap.
  ///   - trainers: The devices that a connection showed to be trainers.
  ///   - acceptsMeter: Whether a power meter does in place of a trainer.
  /// - Throws: `noTrainerInRange`, or `severalDevices` with all there is to choose from: who has to choose a trainer is not
  ///   asked for a strap by the next start, so the straps stand among them.
  init(
    heard: [Advertisement], known: [KnownDevice], wantsHeartRate: Bool, trainers: Set<DeviceAddress> = [],
    acceptsMeter: Bool = false
  ) throws(ControlError) {
    var trainer = DeviceChoice(of: .trainer, heard: heard, known: known, found: trainers)
    let isMeter = acceptsMeter && trainer == .nothing
    if isMeter { trainer = DeviceChoice(ofMeterAmong: heard, known: known) }
    let strap = wantsHeartRate ? DeviceChoice(of: .heartRate, heard: heard, known: known) : .nothing
    switch (trainer, strap) {
    case (.nothing, _):
      let machines = heard.filter { !$0.otherMachineTypes.isEmpty }.map { Device($0, isKnown: false) }
      throw ControlError(
        .noTrainerInRange, detail: Self.doubtful(heard),
        reason: machines.isEmpty ? nil : machines.strongestFirst)
    case (.several(let trainers), _):
      let straps = strap.isChosen || !wantsHeartRate ? [] : heard.filter { $0.kind == .heartRate }
      var rivals = trainers.map { Device($0, isKnown: false) }
      if isMeter { for index in rivals.indices { rivals[index].kinds = [.power] } }
      let role = isMeter ? DeviceRole.power : .trainer
      throw .several(role, among: rivals + straps.map { Device($0, isKnown: false) })
    case (_, .several(let straps)):
      throw .several(.heartRate, among: straps.map { Device($0, isKnown: false) })
    case (.device(let address, let name, let reason), _):
      self.trainer = Pick(
        kind: isMeter ? .power : .trainer, ridden: RideDevice(address: address, name: name), reason: reason)
    }
    let trainerAddress = self.trainer.ridden.address
    // A device has one link, which the trainer has: a strap or a sensor at its address would wait for another in vain.
    sensors = [DeviceRole: RideDevice](sensorsAmong: known).filter { $0.value.address != trainerAddress }
    guard case .device(let address, let name, let reason) = strap, address != trainerAddress else {
      heartRate = nil
      return
    }
    heartRate = Pick(kind: .heartRate, ridden: RideDevice(address: address, name: name), reason: reason)
  }
}

extension RideDevices {
  /// The devices that may be a trainer, for people; nil if there is none.
  private static func doubtful(_ heard: [Advertisement]) -> String? {
    let names = heard.filter { $0.kinds == [.cyclingPower] || $0.kinds.first == .candidate }.map { advertisement in
      advertisement.name.map { "\($0) (\(advertisement.address))" } ?? advertisement.address.description
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension DeviceChoice {
  fileprivate var isChosen: Bool {
    if case .device(_, _, .chosen) = self { true } else { false }
  }
}

extension RideDevices.Pick {
  /// The device in the socket's terms.
  var spoken: RiddenDevice {
    RiddenDevice(kind: kind, address: ridden.address.description, name: ridden.name, reason: reason)
  }
}

extension Device {
  init(_ advertisement: Advertisement, isKnown: Bool) {
    self.init(
      address: advertisement.address.description, name: advertisement.name, kinds: advertisement.kinds,
      rssi: advertisement.rssi, known: isKnown, addressChanges: advertisement.addressChanges)
  }
}
