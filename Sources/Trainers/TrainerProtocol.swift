package import BluetoothLE

/// How a kind of trainer is spoken to: procedures become bytes, and bytes become news.
///
/// The ride's machine knows trainers by this alone. A value serves one trainer for one ride; what belongs to a link is
/// forgotten in `linked`. To add a protocol: a folder beside the others, and its type in `TrainerProtocols.all`.
package protocol TrainerProtocol: Sendable {
  /// The protocol's name, for the journal and for JSON.
  static var name: TrainerProtocolName { get }

  /// The services that only such trainers advertise.
  static var services: Set<BluetoothUUID> { get }
  /// How the names of such trainers begin that advertise no more than Cycling Power, in small letters.
  static var names: [String] { get }

  /// Whether a link with these characteristics is spoken to in this way.
  static func isSpoken(on characteristics: Set<CharacteristicID>) -> Bool

  init(rider: TrainerRider)

  /// What the trainer can do, as far as it is known by now.
  var ability: TrainerAbility { get }
  /// The characteristic that the trainer notifies as long as it lives.
  var stream: CharacteristicID { get }
  /// The characteristic by which it answers; targets are written once this one is subscribed to.
  var answers: CharacteristicID { get }

  /// Begins a link; returns what is to be asked on it: subscriptions in their order, and reads.
  mutating func linked(with characteristics: Set<CharacteristicID>) -> [TrainerRequest]

  /// Takes the result of a read; nil if it failed.
  mutating func learnt(_ value: [UInt8]?, from characteristic: CharacteristicID)

  /// Whether every read that must come before the first target has ended.
  var isLearnt: Bool { get }

  /// How many notifications of this ride had a wrong check.
  var damagedFrames: Int { get }

  /// The bytes of a procedure, in their order.
  func writes(for procedure: ControlProcedure) -> [GATTWrite]

  /// Takes a notification or an indication; `outstanding` is the procedure that was written and not answered yet.
  ///
  /// Bytes that mean nothing are no news, and never a reason to end a link.
  mutating func take(
    _ value: [UInt8], from characteristic: CharacteristicID, outstanding: ControlProcedure?, at now: MonotonicInstant
  ) -> [TrainerNews]
}

extension TrainerProtocol {
  /// None, for a protocol without checks of its own.
  package var damagedFrames: Int { 0 }
}

/// Something to ask on a link.
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
  /// No protocol of control: the machine only reports.
  case listening
}

/// What some trainers want to know of the rider.
package struct TrainerRider: Hashable, Sendable {
  package var kilograms: Double

  package init(kilograms: Double) {
    self.kilograms = kilograms
  }
}

/// The protocols that are known.
package enum TrainerProtocols {
  /// The best first: a trainer that speaks several is asked by the first of them, and never by two.
  static let all: [any TrainerProtocol.Type] = [
    FitnessMachineTrainer.self, TacxTrainer.self, WahooTrainer.self, ListeningTrainer.self,
  ]

  /// Whether an advertisement is that of a trainer, as far as its services and its name tell.
  ///
  /// A treadmill, or another fitness machine that is no bike, is no trainer although it advertises Fitness Machine.
  package static func areAdvertised(by advertisement: Advertisement) -> Bool {
    guard advertisement.otherMachineTypes.isEmpty else { return false }
    if all.contains(where: { $0.services.contains(where: advertisement.names) }) { return true }
    guard advertisement.names(.cyclingPower), let name = advertisement.name?.lowercased() else { return false }
    return all.contains { $0.names.contains { name.hasPrefix($0) } }
  }

  /// Whether an advertisement without a trainer's service may be that of a trainer, so that a connection is worth it: by the
  /// maker's own service, or by a name.
  package static func mayBeAdvertised(by advertisement: Advertisement) -> Bool {
    guard advertisement.otherMachineTypes.isEmpty else { return false }
    if advertisement.names(.wahoo) { return true }
    guard let name = advertisement.name.map({ $0.lowercased() + " " }) else { return false }
    return (all.flatMap { $0.names } + otherNames).contains { name.hasPrefix($0) }
  }

  /// How the names of trainers begin that speak Fitness Machine and do not always advertise it, in small letters.
  ///
  /// Sources: cagnulein/qdomyos-zwift `src/devices/bluetooth.cpp` (Suito, Direto, Zumo, Zwift Hub, Magnus, Victory, Volt,
  /// InRide, Wattbike, Schwinn's IC Bike and SCH_, Stages Bike); Berg0162/simcline#7 (Zwift Hub); the names of models in
  /// elfrances/wahoo-fitness-tnp (Justo, Avanti). The names of makers are ours. A space marks the end of a word.
  private static let otherNames = [
    "avanti", "direto", "drivo", "elite ", "h3 ", "ic bike", "inride", "jetblack", "justo", "magnus", "sch_", "schwinn",
    "stages bike", "suito", "victory", "volt ", "wahoo", "wattbike", "zumo", "zwift hub",
  ]

  /// The protocol for a link with these characteristics; nil if there is none.
  ///
  /// - Parameters:
  ///   - characteristics: The characteristics of the link.
  ///   - isListeningEnough: Whether a machine counts that cannot be controlled and only reports.
  /// - Returns: The name of the protocol.
  package static func spoken(
    on characteristics: Set<CharacteristicID>, isListeningEnough: Bool = false
  ) -> TrainerProtocolName? {
    let name = all.first { $0.isSpoken(on: characteristics) }?.name
    return name == .listening && !isListeningEnough ? nil : name
  }
}

/// A trainer of any protocol.
///
/// The box keeps the machine that holds it a plain struct: with an existential in it, the compiler takes each access to a
/// member for one to the whole.
package struct AnyTrainer: Sendable {
  private final class Box: Sendable {
    let trainer: any TrainerProtocol

    init(_ trainer: any TrainerProtocol) { self.trainer = trainer }
  }

  private var box: Box

  /// A trainer that speaks `name`; nil if nobody does.
  package init?(_ name: TrainerProtocolName, rider: TrainerRider) {
    guard let type = TrainerProtocols.all.first(where: { $0.name == name }) else { return nil }
    box = Box(type.init(rider: rider))
  }

  /// The trainer, which is changed through `change`.
  package var spoken: any TrainerProtocol { box.trainer }
  package var name: TrainerProtocolName { type(of: box.trainer).name }

  /// Changes the trainer, and returns what `change` returns.
  package mutating func change<Result>(_ change: (inout any TrainerProtocol) -> Result) -> Result {
    var trainer = box.trainer
    defer { box = Box(trainer) }
    return change(&trainer)
  }
}
