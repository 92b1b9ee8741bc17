import BluetoothLE
import ControlWire
import RideSession
import RideStore
import Trainers

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
  init(of kind: DeviceRole, heard: some Sequence<Advertisement>, known: [KnownDevice]) {
    if let chosen = known.first(where: { $0.isChosen && $0.kind == kind }) {
      self = .device(chosen.address, name: chosen.name, .chosen)
      return
    }
    // What reports power alone counts once `use` found a trainer in it.
    let candidates = heard.filter { candidate in
      candidate.kind == kind || known.contains { $0.address == candidate.address && $0.kind == kind }
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
  /// - Throws: `noTrainerInRange`, or `severalDevices` with all there is to choose from: who has to choose a trainer is not
  ///   asked for a strap by the next start, so the straps stand among them.
  init(heard: [Advertisement], known: [KnownDevice], wantsHeartRate: Bool) throws(ControlError) {
    let trainer = DeviceChoice(of: .trainer, heard: heard, known: known)
    let strap = wantsHeartRate ? DeviceChoice(of: .heartRate, heard: heard, known: known) : .nothing
    sensors = [DeviceRole: RideDevice](sensorsAmong: known)
    switch (trainer, strap) {
    case (.nothing, _): throw ControlError(.noTrainerInRange, detail: Self.doubtful(heard))
    case (.several(let trainers), _):
      let straps = strap.isChosen || !wantsHeartRate ? [] : heard.filter { $0.kind == .heartRate }
      throw .several(.trainer, among: (trainers + straps).map { Device($0, isKnown: false) })
    case (_, .several(let straps)):
      throw .several(.heartRate, among: straps.map { Device($0, isKnown: false) })
    case (.device(let address, let name, let reason), _):
      self.trainer = Pick(kind: .trainer, ridden: RideDevice(address: address, name: name), reason: reason)
    }
    guard case .device(let address, let name, let reason) = strap else {
      heartRate = nil
      return
    }
    heartRate = Pick(kind: .heartRate, ridden: RideDevice(address: address, name: name), reason: reason)
  }
}

extension RideDevices {
  /// The devices that may be a trainer, for people; nil if there is none.
  private static func doubtful(_ heard: [Advertisement]) -> String? {
    let names = heard.filter { $0.kinds == [.cyclingPower] }.map { advertisement in
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

extension Advertisement {
  /// What it is, or may be, best first.
  var kinds: [DeviceKind] {
    var kinds: [DeviceKind] = []
    if TrainerProtocols.areAdvertised(by: self) { kinds.append(.trainer) }
    if names(.heartRate) { kinds.append(.heartRate) }
    if kinds.isEmpty, names(.cyclingPower) { kinds.append(.cyclingPower) }
    if kinds.isEmpty, names(.cyclingSpeedAndCadence) { kinds.append(.cadence) }
    if names(.headwind) || name?.uppercased().hasPrefix("HEADWIND") == true { kinds.append(.fan) }
    return kinds
  }

  /// The role that a ride gives it: a trainer that relays a heart rate is a trainer.
  var kind: DeviceRole? { kinds.first?.role }

  /// Whether it may have a role in a ride, as far as it tells.
  func suits(_ role: DeviceRole) -> Bool {
    switch role {
    case .trainer: kinds.contains(.trainer)
    case .heartRate: kinds.contains(.heartRate)
    case .power: names(.cyclingPower)
    case .cadence: names(.cyclingSpeedAndCadence) || names(.cyclingPower)
    case .fan: kinds.contains(.fan)
    }
  }

  /// A later report may leave out what an earlier one said.
  func updated(by later: Advertisement) -> Advertisement {
    var merged = later
    merged.name = later.name ?? name
    merged.rssi = later.rssi ?? rssi
    merged.services.formUnion(services)
    merged.serviceData.merge(serviceData) { new, _ in new }
    return merged
  }
}

extension Device {
  init(_ advertisement: Advertisement, isKnown: Bool) {
    self.init(
      address: advertisement.address.description, name: advertisement.name, kinds: advertisement.kinds,
      rssi: advertisement.rssi, known: isKnown, addressChanges: advertisement.addressChanges)
  }
}
