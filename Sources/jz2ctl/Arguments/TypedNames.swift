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

/// The rule for typed names, the only one: a whole name in any case, else the beginning of one name.
enum NameMatch<Item> {
  case one(Item)
  case several([Item])
  /// No name begins with the typed text; the items with the most similar names.
  case none(nearest: [Item])

  /// - Parameters:
  ///   - typed: The typed text, in any case.
  ///   - items: The items, in the order of their list.
  ///   - name: The name of an item; nil for an item without a name.
  init(_ typed: String, among items: [Item], name: (Item) -> String?) {
    let beginning = typed.lowercased()
    let named = items.compactMap { item in name(item).map { (item: item, name: $0, lower: $0.lowercased()) } }
    if let whole = named.first(where: { $0.name == typed }) ?? named.first(where: { $0.lower == beginning }) {
      self = .one(whole.item)
      return
    }
    let found = named.filter { $0.lower.hasPrefix(beginning) }
    switch found.count {
    case 0:
      // Only the start of a name is compared if the name is longer than the typed text.
      let starts = named.map { String($0.lower.prefix(beginning.count)) }
      let near = Suggestions.nearest(to: beginning, among: starts)
      self = .none(nearest: zip(named, starts).filter { near.contains($1) }.map(\.0.item))
    case 1: self = .one(found[0].item)
    default: self = .several(found.map(\.item))
    }
  }
}

extension NameMatch: Equatable where Item: Equatable {}
extension NameMatch: Sendable where Item: Sendable {}

extension NameMatch<String> {
  init(_ typed: String, among names: [String]) { self.init(typed, among: names) { $0 } }

  /// Returns the whole name.
  ///
  /// - Throws: The given error, whose detail is the names to choose from.
  func name(orThrow code: ControlError.Code, typed: String) throws(ControlError) -> String {
    let names: [String]
    switch self {
    case .one(let name): return name
    case .several(let found): names = found
    case .none(let nearest): names = nearest
    }
    throw ControlError(
      code, subject: typed, detail: names.isEmpty ? nil : BodyText.list(names.map(\.printable), .or))
  }
}
