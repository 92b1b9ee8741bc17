import ControlWire
import RideText
import Rides
import TrainerClient

// Names that riders type, resolved with the lists of the daemon.

extension DaemonConnection {
  /// Makes a call with a plan's name; if there is no such plan, with the name that begins with the typed text.
  ///
  /// - Throws: The call's error; `unknownPlan` with the names to choose from.
  func withPlan<Reply>(
    _ typed: String, _ call: (String) throws(ControlError) -> Reply
  ) throws(ControlError) -> Reply {
    do throws(ControlError) { return try call(typed) } catch {
      guard error.code == .unknownPlan, error.subject == nil || error.subject == typed else { throw error }
      return try call(self.call(Plans(all: true)).plans.name(meantBy: typed))
    }
  }

  /// Returns the number of a ride as the daemon accepts it, or `last`.
  ///
  /// - Throws: `unknownRide` if no ride is that far back, or has a name or a plan with that beginning.
  func number(of ride: RideArgument, deleted: Bool = false) throws(ControlError) -> String {
    let list = deleted ? true : nil
    switch ride {
    case .last: return ride.text
    case .number(let number): return "\(number)"
    case .back(let count):
      guard let ride = try call(Rides(limit: 1, offset: count, deleted: list)).rides.first else { break }
      return "\(ride.id)"
    case .beginning(let text):
      let found = try call(Rides(search: text, deleted: list)).rides
      // Rides of one plan share their name: the newest one counts.
      let typed = text.lowercased()
      let names = found.map { ride in [ride.name, ride.plan].compactMap { $0?.lowercased() } }
      let index = names.firstIndex { $0.contains(typed) } ?? names.firstIndex { $0.contains { $0.hasPrefix(typed) } }
      guard let index else { break }
      return "\(found[index].id)"
    }
    throw ControlError(.unknownRide, subject: ride.text)
  }

  /// Returns the address of a device in `devices`.
  ///
  /// - Throws: `unknownDevice`.
  func address(ofKnown device: DeviceArgument) throws(ControlError) -> String {
    if case .address(let address) = device { return address }
    return try device.match(in: call(Devices()).devices).address
  }

  /// Returns the address of a device in range: in the list that was printed last, known, or found by a new scan.
  ///
  /// - Throws: `unknownDevice`, and the errors of a scan.
  func address(ofHeard device: DeviceArgument, listed: [Device]) throws(ControlError) -> String {
    switch device {
    case .address(let address): return address
    case .listed: return try device.match(in: listed).address
    case .beginning:
      let known = try listed + call(Devices()).devices
      do throws(ControlError) { return try device.match(in: known).address } catch {
        guard error.code == .unknownDevice else { throw error }
        var heard: Device?
        try stream(Scan(all: true)) { part throws(ControlError) in
          heard = try? device.match(in: part.devices)
          return heard == nil
        }
        guard let heard else { throw ControlError(.deviceNotFound, subject: device.text) }
        return heard.address
      }
    }
  }
}

extension PlanSummary {
  /// - Throws: `planReadOnly` for a workout of a calendar or of the package.
  func demandOwn() throws(ControlError) {
    if source != nil { throw ControlError(.planReadOnly, subject: name) }
    if kind != nil { throw ControlError(.planReadOnly, subject: name, detail: ControlError.ofPackage) }
  }
}

extension [PlanSummary] {
  /// Returns the name of the plan that is meant by a typed text.
  ///
  /// The beginning of one of the rider's own names comes before those of the package's workouts.
  /// - Throws: `unknownPlan` with the names to choose from.
  func name(meantBy typed: String) throws(ControlError) -> String {
    let own = filter { $0.kind == nil }.map(\.name)
    let isWhole = contains { $0.name.lowercased() == typed.lowercased() }
    let isOwn = !isWhole && own.contains { $0.lowercased().hasPrefix(typed.lowercased()) }
    return try NameMatch(typed, among: isOwn ? own : map(\.name)).name(orThrow: .unknownPlan, typed: typed)
  }
}

extension DeviceArgument {
  /// Returns the device in a list.
  ///
  /// - Throws: `unknownDevice`; the detail has the names to choose from.
  fileprivate func match(in devices: [Device]) throws(ControlError) -> Device {
    switch self {
    case .address(let address):
      if let device = devices.first(where: { $0.address == address }) { return device }
    case .listed(let number):
      if devices.indices.contains(number - 1) { return devices[number - 1] }
    case .beginning(let text):
      var unique: [Device] = []
      for device in devices where !unique.contains(where: { $0.address == device.address }) { unique.append(device) }
      switch NameMatch(text, among: unique, name: \.name) {
      case .one(let device): return device
      case .several(let devices): throw .several(devices[0].kinds.first?.role ?? .trainer, among: devices)
      case .none: break
      }
    }
    throw ControlError(.unknownDevice, subject: text)
  }
}
