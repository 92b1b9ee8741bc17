import BluetoothLE
import ControlWire
import RideStore
import Rides

/// The device of a kind that a ride uses.
enum DeviceChoice: Hashable, Sendable {
  /// One device, and the reason for using it.
  case device(DeviceAddress, name: String?, RiddenDevice.Reason)
  /// Several candidates, among which only the rider can choose.
  case several([Advertisement])
  /// No device.
  case nothing
}

extension DeviceChoice {
  /// Chooses among the devices in range.
  ///
  /// - Parameters:
  ///   - kind: The role to fill.
  ///   - advertisements: The devices in range; ignored if `use` chose a device.
  ///   - known: The devices that were chosen at some time.
  ///   - found: Devices that a connection showed to be of this kind, though they do not advertise it.
  init(
    of kind: DeviceRole, advertisements: some Sequence<Advertisement>, known: [KnownDevice],
    found: Set<DeviceAddress> = []
  ) {
    if let chosen = known.first(where: { $0.isChosen && $0.kind == kind }) {
      self = .device(chosen.address, name: chosen.name, .chosen)
      return
    }
    // A device that only reports power counts once `use` found it to be a trainer.
    let candidates = advertisements.filter { candidate in
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
  /// Chooses the power meter that a free ride uses in place of a trainer: the chosen one, else the only one.
  init(ofMeterAmong advertisements: [Advertisement], known: [KnownDevice]) {
    self.init(of: .power, advertisements: advertisements, known: known)
    let meters = advertisements.filter { $0.kinds == [.cyclingPower] }
    guard self == .nothing, let meter = meters.first else { return }
    self = meters.count > 1 ? .several(meters) : .device(meter.address, name: meter.name, .onlyOne)
  }
}

/// The devices for a ride.
struct RideDevices: Hashable, Sendable {
  /// A device and the reason for using it.
  struct Pick: Hashable, Sendable {
    let kind: DeviceRole
    let ridden: RideDevice
    let reason: RiddenDevice.Reason
  }

  let trainer: Pick
  let heartRate: Pick?
  /// The other devices that `use` chose: power meter, cadence sensor, fan.
  let sensors: [DeviceRole: RideDevice]

  /// The trainer, then the strap.
  var all: [Pick] { [trainer] + (heartRate.map { [$0] } ?? []) }
}

extension RideDevices {
  /// Uses the chosen devices, and otherwise the only device of a kind in range.
  ///
  /// - Parameters:
  ///   - advertisements: The devices in range.
  ///   - known: The devices that were chosen at some time.
  ///   - wantsHeartRate: Whether to use a strap.
  ///   - trainers: The devices that a connection showed to be trainers.
  ///   - acceptsMeter: Whether a power meter can replace the trainer.
  /// - Throws: `noTrainerInRange`, or `severalDevices` with all candidates. They include the straps, so that the next
  ///   start does not ask again for a strap.
  init(
    advertisements: [Advertisement], known: [KnownDevice], wantsHeartRate: Bool, trainers: Set<DeviceAddress> = [],
    acceptsMeter: Bool = false
  ) throws(ControlError) {
    var trainer = DeviceChoice(of: .trainer, advertisements: advertisements, known: known, found: trainers)
    let isMeter = acceptsMeter && trainer == .nothing
    if isMeter { trainer = DeviceChoice(ofMeterAmong: advertisements, known: known) }
    let strap = wantsHeartRate ? DeviceChoice(of: .heartRate, advertisements: advertisements, known: known) : .nothing
    switch (trainer, strap) {
    case (.nothing, _):
      let machines = advertisements.filter { !$0.otherMachineTypes.isEmpty }.map { Device($0, isKnown: false) }
      throw ControlError(
        .noTrainerInRange, detail: Self.doubtful(advertisements),
        reason: machines.isEmpty ? nil : machines.strongestFirst)
    case (.several(let trainers), _):
      let straps = strap.isChosen || !wantsHeartRate ? [] : advertisements.filter { $0.kind == .heartRate }
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
    // A device has one link, and the trainer uses it, so a strap or sensor at its address would never connect.
    sensors = [DeviceRole: RideDevice](sensorsAmong: known).filter { $0.value.address != trainerAddress }
    guard case .device(let address, let name, let reason) = strap, address != trainerAddress else {
      heartRate = nil
      return
    }
    heartRate = Pick(kind: .heartRate, ridden: RideDevice(address: address, name: name), reason: reason)
  }
}

extension RideDevices {
  /// Returns the devices that may be a trainer, as text; nil if there are no such devices.
  private static func doubtful(_ advertisements: [Advertisement]) -> String? {
    let names = advertisements.filter { $0.kinds == [.cyclingPower] || $0.kinds.first == .candidate }.map {
      advertisement in
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
  /// The device in wire form.
  var wire: RiddenDevice {
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
