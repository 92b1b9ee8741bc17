package import BluetoothLE

/// A protocol for trainers: encodes procedures into bytes, and decodes bytes into news.
///
/// The ride machine uses trainers only through this protocol. A value serves one trainer for one ride; `linked` resets
/// the state of a link. To add a protocol, add a folder next to the others, and add its type to `TrainerProtocols.all`.
package protocol TrainerProtocol: Sendable {
  /// The protocol's name, used in the journal and in JSON.
  static var name: TrainerProtocolName { get }

  /// The services that only trainers with this protocol advertise.
  static var services: Set<BluetoothUUID> { get }
  /// Prefixes of the names of such trainers, in lower case, for those that advertise only Cycling Power.
  static var names: [String] { get }

  /// Returns whether this protocol can be used on a link with these characteristics.
  static func isSupported(on characteristics: Set<CharacteristicID>) -> Bool

  init(rider: TrainerRider)

  /// The trainer's abilities, as far as they are known.
  var ability: TrainerAbility { get }
  /// The characteristic that the trainer notifies for as long as it is connected.
  var stream: CharacteristicID { get }
  /// The characteristic that carries the answers. Targets are written only after it is subscribed to.
  var answers: CharacteristicID { get }

  /// Begins a link. Returns the requests to send: subscriptions in their order, and reads.
  mutating func linked(with characteristics: Set<CharacteristicID>) -> [TrainerRequest]

  /// Receives the result of a read; nil if it failed.
  mutating func learnt(_ value: [UInt8]?, from characteristic: CharacteristicID)

  /// Whether all reads that must precede the first target have ended.
  var isLearnt: Bool { get }

  /// The number of notifications in this ride with a wrong checksum.
  var damagedFrames: Int { get }

  /// Returns the writes for a procedure, in order.
  func writes(for procedure: ControlProcedure) -> [GATTWrite]

  /// Decodes a notification or an indication. `outstanding` is the procedure that was written and is still unanswered.
  ///
  /// Bytes that do not decode give an empty result. They never end a link.
  mutating func take(
    _ value: [UInt8], from characteristic: CharacteristicID, outstanding: ControlProcedure?, at now: MonotonicInstant
  ) -> [TrainerNews]
}

extension TrainerProtocol {
  /// Zero, for a protocol without checksums of its own.
  package var damagedFrames: Int { 0 }
}

/// A request to send on a link.
package enum TrainerRequest: Hashable, Sendable {
  case subscribe(CharacteristicID)
  case read(CharacteristicID)
  case write(GATTWrite)
}

/// The names of the protocols.
package enum TrainerProtocolName: String, Hashable, Sendable, CaseIterable {
  case fitnessMachine
  case wahoo
  case tacx
  /// No control protocol, because the machine only reports.
  case listening
}

/// The rider's data for trainers that request it.
package struct TrainerRider: Hashable, Sendable {
  package var kilograms: Double

  package init(kilograms: Double) {
    self.kilograms = kilograms
  }
}

/// All supported protocols.
package enum TrainerProtocols {
  /// In order of preference.
  ///
  /// A trainer that supports several is controlled by the first, and never by two.
  static let all: [any TrainerProtocol.Type] = [
    FitnessMachineTrainer.self, TacxTrainer.self, WahooTrainer.self, ListeningTrainer.self,
  ]

  /// Returns whether an advertisement comes from a trainer, judged by its services and name.
  ///
  /// A treadmill, or another fitness machine that is not a bike, is not a trainer, although it advertises Fitness
  /// Machine.
  package static func areAdvertised(by advertisement: Advertisement) -> Bool {
    guard advertisement.otherMachineTypes.isEmpty else { return false }
    if all.contains(where: { $0.services.contains(where: advertisement.names) }) { return true }
    guard advertisement.names(.cyclingPower), let name = advertisement.name?.lowercased() else { return false }
    return all.contains { $0.names.contains { name.hasPrefix($0) } }
  }

  /// Returns whether an advertisement without a trainer's service may come from a trainer, so that it is worth a
  /// connection.
  ///
  /// The maker's own service or the name decides.
  package static func mayBeAdvertised(by advertisement: Advertisement) -> Bool {
    guard advertisement.otherMachineTypes.isEmpty else { return false }
    if advertisement.names(.wahoo) { return true }
    guard let name = advertisement.name.map({ $0.lowercased() + " " }) else { return false }
    return (all.flatMap { $0.names } + otherNames).contains { name.hasPrefix($0) }
  }

  /// Prefixes of the names of trainers, in lower case, that have Fitness Machine and do not always advertise it.
  ///
  /// Sources: cagnulein/qdomyos-zwift `src/devices/bluetooth.cpp` (Suito, Direto, Zumo, Zwift Hub, Magnus, Victory,
  /// Volt, InRide, Wattbike, Schwinn's IC Bike and SCH_, Stages Bike); Berg0162/simcline#7 (Zwift Hub); the names of
  /// models in elfrances/wahoo-fitness-tnp (Justo, Avanti). The names of makers are ours. A space marks the end of a
  /// word.
  private static let otherNames = [
    "avanti", "direto", "drivo", "elite ", "h3 ", "ic bike", "inride", "jetblack", "justo", "magnus", "sch_", "schwinn",
    "stages bike", "suito", "victory", "volt ", "wahoo", "wattbike", "zumo", "zwift hub",
  ]

  /// Returns the protocol for a link with these characteristics.
  ///
  /// - Parameters:
  ///   - characteristics: The characteristics of the link.
  ///   - isListeningEnough: Whether a machine that only reports is accepted.
  /// - Returns: The name of the protocol; nil if no protocol fits.
  package static func supported(
    on characteristics: Set<CharacteristicID>, isListeningEnough: Bool = false
  ) -> TrainerProtocolName? {
    let name = all.first { $0.isSupported(on: characteristics) }?.name
    return name == .listening && !isListeningEnough ? nil : name
  }
}

/// A trainer of any protocol.
///
/// The box keeps the machine that stores it a plain struct. If it stored an existential, the compiler would treat each
/// access to one member as an access to all.
package struct AnyTrainer: Sendable {
  private final class Box: Sendable {
    let trainer: any TrainerProtocol

    init(_ trainer: any TrainerProtocol) { self.trainer = trainer }
  }

  private var box: Box

  /// Creates a trainer for a protocol; nil if the protocol is unknown.
  package init?(_ name: TrainerProtocolName, rider: TrainerRider) {
    guard let type = TrainerProtocols.all.first(where: { $0.name == name }) else { return nil }
    box = Box(type.init(rider: rider))
  }

  /// The trainer.
  ///
  /// Use `update` to change it.
  package var current: any TrainerProtocol { box.trainer }
  package var name: TrainerProtocolName { type(of: box.trainer).name }

  /// Changes the trainer, and returns the result of `change`.
  package mutating func update<Result>(_ change: (inout any TrainerProtocol) -> Result) -> Result {
    var trainer = box.trainer
    defer { box = Box(trainer) }
    return change(&trainer)
  }
}
