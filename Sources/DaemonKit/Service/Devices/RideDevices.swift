import BluetoothLE
import ControlWire
import RideSession
import RideStore

/// What a ride is to be ridden with.
struct RideDevices: Hashable, Sendable {
  /// A device and why it was taken.
  struct Pick: Hashable, Sendable {
    let kind: DeviceRole
    let ridden: RideDevice
    let reason: RiddenDevice.Reason
  }

  let trainer: Pick
  let heartRate: Pick?

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
    switch (trainer, strap) {
    case (.nothing, _): throw ControlError(.noTrainerInRange)
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
