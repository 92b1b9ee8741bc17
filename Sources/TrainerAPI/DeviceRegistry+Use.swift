import BluetoothLE
import ControlWire
import Logging
import RideRuntime
import RideSession
import RideStore
import Rides

/// Lists and chooses devices.
extension DeviceRegistry {
  /// How long `use` scans for a device that was not found yet, in seconds.
  private static let searchSeconds = 10.0

  func list() async throws(ControlError) -> DeviceList {
    var devices: [Device] = []
    for known in try await all() {
      let device = Device(
        address: known.address.description, name: known.name, kinds: [DeviceKind(known.kind)],
        rssi: advertisements[known.address]?.rssi, known: known.isChosen)
      // A device may have several roles.
      if let index = devices.firstIndex(where: { $0.address == device.address && $0.known == device.known }) {
        devices[index].kinds += device.kinds
      } else {
        devices.append(device)
      }
    }
    return DeviceList(devices: devices)
  }

  func use(_ call: Use) async throws(ControlError) -> ChosenDevice {
    let address = try Self.address(call.address)
    let stored = try await all().filter { $0.address == address }
    let snapshot = await driver.snapshot
    let kind =
      switch snapshot.phase {
      case .idle, .finishing: try await role(of: address, stored, asked: call.role)
      case .connecting, .ready, .riding, .paused, .reconnecting:
        try await roleInRide(of: address, stored, asked: call.role, snapshot)
      }
    let name = advertisements[address]?.name ?? stored.first?.name
    // A trainer relays its heart rate over its only link, so the device stays the trainer and no strap is chosen.
    let relays = call.role == .heartRate && kind == .trainer
    try await choose(address, name: name, as: kind, withoutStrap: relays)
    return ChosenDevice(
      device: Device(
        address: address.description, name: name, kinds: relays ? [.trainer, .heartRate] : [DeviceKind(kind)],
        rssi: advertisements[address]?.rssi, known: true,
        addressChanges: advertisements[address]?.addressChanges ?? false))
  }

  func choose(
    _ address: DeviceAddress, name: String?, as kind: DeviceRole, withoutStrap: Bool = false
  ) async throws(ControlError) {
    defer { forgetWhatWasRead() }
    let now = wallClock.now
    try await access.stored { store throws(StoreError) in
      try await store.choose(address, name: name, as: kind, at: now)
      if withoutStrap { try await store.chooseNone(of: .heartRate) }
    }
  }
}

// MARK: - Without a ride

extension DeviceRegistry {
  /// Returns a device's role: the requested one, or the one by an earlier choice, its advertisement or a connection.
  ///
  /// - Throws: `deviceNotFound` if it is neither known nor found, or does not answer; `unsuitableDevice` with the kinds
  ///   and services found; `noFitnessMachine` for a device that advertises power and does not offer it.
  private func role(
    of address: DeviceAddress, _ stored: [KnownDevice], asked: DeviceRole?
  ) async throws(ControlError) -> DeviceRole {
    let isTrainer = stored.role(.trainer) != nil || advertisements[address]?.kinds.contains(.trainer) == true
    if isTrainer, (asked ?? stored.role(nil)) == .heartRate { return .trainer }
    if let role = stored.role(asked) { return role }
    if advertisements[address] == nil {
      try await demandIdle()
      _ = try await listen(seconds: Self.searchSeconds, until: address)
    }
    guard let advertisement = advertisements[address] else {
      throw ControlError(.deviceNotFound, subject: address.description)
    }
    if asked == .heartRate, advertisement.kinds.contains(.trainer) { return .trainer }
    if let asked, advertisement.suits(asked) { return asked }
    if asked == nil, let role = advertisement.kind { return role }
    try await demandIdle()
    let found: Set<CharacteristicID>
    do throws(ControlError) { found = try await look(at: address) } catch {
      // A machine that advertises its type is refused as unsuitable, even if it does not answer.
      let isMachine = advertisement.kinds.first.map(DeviceKind.otherMachines.contains) ?? false
      guard isMachine, error.code == .deviceNotFound else { throw error }
      found = []
    }
    return try Self.role(of: advertisement, found, asked: asked)
  }

  /// Returns a device's role by the characteristics that a connection found.
  private static func role(
    of advertisement: Advertisement, _ found: Set<CharacteristicID>, asked: DeviceRole?
  ) throws(ControlError) -> DeviceRole {
    let subject = advertisement.address.description
    let kinds = found.kinds
    if let asked, found.suits(asked) { return asked == .heartRate && kinds.contains(.trainer) ? .trainer : asked }
    if asked == nil {
      if let role = kinds.first?.role { return role }
      if kinds.first == .cyclingPower { return .power }
    }
    // An older trainer may have lost its control; `noFitnessMachine` says how to get it back.
    if asked == nil, kinds.isEmpty, advertisement.kinds.contains(.cyclingPower) {
      throw ControlError(.noFitnessMachine, subject: subject)
    }
    var device = Device(advertisement, isKnown: false)
    device.kinds = kinds.isEmpty ? advertisement.kinds : kinds
    let services = found.serviceList
    throw ControlError(
      .unsuitableDevice, subject: subject, detail: services.isEmpty ? nil : services, reason: [device])
  }
}

// MARK: - During a ride

extension DeviceRegistry {
  /// Returns a device's role in the current ride, which uses it at once.
  ///
  /// A connection to an address that is known or was found needs no scan. A scan would endanger the trainer's link.
  /// - Throws: `scanDuringRide` if the device is neither known nor found, does not advertise its kind, or would be
  ///   another trainer; `unsuitableDevice`.
  private func roleInRide(
    of address: DeviceAddress, _ stored: [KnownDevice], asked: DeviceRole?, _ snapshot: RideSnapshot
  ) async throws(ControlError) -> DeviceRole {
    if advertisements[address] == nil, let advertisement = await central.advertisement(of: address) {
      note(advertisement)
    }
    let advertisement = advertisements[address]
    guard advertisement != nil || !stored.isEmpty else { throw ControlError(.scanDuringRide) }
    let isTrainer = snapshot.trainer?.device.address == address
    if let asked, let advertisement, stored.role(asked) == nil, !advertisement.kinds.isEmpty,
      !advertisement.suits(asked)
    {
      throw ControlError(.unsuitableDevice, subject: address.description)
    }
    guard let role = asked ?? stored.role(nil) ?? advertisement?.kind else {
      throw ControlError(.scanDuringRide, subject: address.description)
    }
    if role == .trainer {
      guard isTrainer else { throw ControlError(.scanDuringRide, subject: DeviceRole.trainer.rawValue) }
      return role
    }
    // A device has one link. The trainer already uses it, and its heart rate comes over it.
    if isTrainer, role == .heartRate { return .trainer }
    guard !isTrainer else { throw ControlError(.unsuitableDevice, subject: address.description) }
    let device = RideDevice(address: address, name: advertisement?.name ?? stored.first?.name)
    switch await driver.use(device, as: role) {
    case .success, .failure(.noRide):
      log.notice("device added to the ride", metadata: ["role": "\(role.rawValue)", "device": "\(address)"])
    case .failure(let refusal): throw ControlError(refusal, trainer: snapshot.trainer?.device)
    }
    return role
  }
}

extension [KnownDevice] {
  /// Returns the role of a known device: the requested one, or else the first; nil without such a role.
  fileprivate func role(_ asked: DeviceRole?) -> DeviceRole? {
    asked == nil ? first?.kind : first { $0.kind == asked }?.kind
  }
}
