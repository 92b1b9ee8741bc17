import BluetoothLE
import Rides
import Testing

@testable import RideSession

/// Every input of the machine in every stage of a ride, even if no driver would send it then.
@Suite struct EveryInputTests {
  @Test(arguments: Standing.allCases)
  func `no input in any stage of a ride breaks an invariant or the next ride`(_ standing: Standing) {
    let begun = standing.world()
    #expect(begun.flaws.isEmpty)
    #expect(standing.isIn(begun.machine.ride?.stage), "\(String(describing: begun.machine.ride?.stage))")
    var broken: [String] = []
    for (index, input) in InputKind.allCases.flatMap({ $0.samples(at: begun.now) }).enumerated() {
      // Another ride after each input would take most of the time.
      let flaws = Self.flaws(after: input, in: begun, isFollowed: index.isMultiple(of: 5))
      if let first = flaws.first { broken.append("\(input): \(first)") }
    }
    #expect(broken.isEmpty, "\(broken.count) inputs, among them: \(broken.prefix(12).joined(separator: "\n"))")
  }

  @Test(arguments: InputKind.allCases)
  func `every kind of input has samples of its own`(_ kind: InputKind) {
    let samples = kind.samples(at: .origin)
    #expect(!samples.isEmpty && samples.allSatisfy { InputKind($0) == kind })
  }

  @Test(arguments: CommandKind.allCases)
  func `every kind of command has samples of its own`(_ kind: CommandKind) {
    let samples = kind.samples(at: .origin)
    #expect(!samples.isEmpty && samples.allSatisfy { CommandKind($0) == kind })
  }

  /// Sends the input, continues the ride in an obliging world, ends it, and rides another one if `isFollowed` is true.
  private static func flaws(after input: RideInput, in begun: InputWorld, isFollowed: Bool) -> [String] {
    var world = begun
    world.hand(input)
    world.look()
    (world.isPedalling, world.withholds) = (true, { _ in false })
    world.run(for: .seconds(5))
    world.look()
    world.bringToAnEnd()
    guard isFollowed, world.flaws.isEmpty else { return world.flaws }
    world.send(.start(CommandKind.order(.steady(watts: 150, seconds: 60))))
    world.run(until: .riding, within: .seconds(60))
    world.bringToAnEnd()
    return world.flaws
  }
}

/// The state of a ride when the input arrives.
enum Standing: CaseIterable, Sendable {
  case noRide, connecting, settingUp, opening, ready, riding, workout, pausedByRider, pausedByLegs, pausedAlone
  case reconnecting, freeing, closing, suspending

  /// Returns a world with a machine in this state.
  func world() -> InputWorld {
    var world = InputWorld()
    switch self {
    case .noRide: break
    case .connecting:
      world.withholds = { if case .connect = $0 { true } else { false } }
      world.send(.start(Self.steady))
      world.run(for: .seconds(1))
    case .settingUp:
      world.withholds = { if case .connect = $0 { false } else { true } }
      world.send(.start(Self.steady))
      world.run(for: .seconds(1))
    case .opening:
      world.withholds = { $0 == .openRecord }
      world.send(.start(Self.steady))
      world.run(until: .ready, within: .seconds(10))
    case .ready:
      world.isPedalling = false
      world.send(.start(Self.steady))
      world.run(for: .seconds(10))
    case .riding: world = Self.riding(Self.steady)
    case .workout: world = Self.riding(CommandKind.order(CommandKind.plan))
    case .pausedByRider:
      world = Self.riding(Self.steady)
      world.send(.pause)
      world.run(for: .seconds(2))
    case .pausedByLegs:
      world = Self.riding(Self.steady)
      world.isPedalling = false
      world.run(until: .paused, within: .seconds(20))
    case .pausedAlone:
      world = Self.riding(Self.steady)
      world.send(.pause)
      Self.loseTrainer(in: &world)
    case .reconnecting:
      world = Self.riding(Self.steady)
      Self.loseTrainer(in: &world)
    case .freeing:
      world = Self.riding(Self.steady)
      world.withholds = { if case .control = $0 { true } else { false } }
      world.send(.stop)
      world.run(for: .seconds(1))
    case .closing, .suspending:
      world = Self.riding(Self.steady)
      world.withholds = { $0 == .closeRecord }
      world.send(self == .closing ? .stop : .suspend)
      world.run(for: .seconds(10))
    }
    return world
  }

  /// Returns whether a machine in this stage is in this state.
  func isIn(_ stage: Ride.Stage?) -> Bool {
    switch stage {
    case nil: self == .noRide
    // This stage lasts only within one input.
    case .new: false
    case .connecting: self == .connecting || self == .settingUp
    case .ready: self == .opening || self == .ready
    case .riding: self == .riding || self == .workout
    case .paused(by: .rider, _): self == .pausedByRider || self == .pausedAlone
    case .paused(by: .legs, _): self == .pausedByLegs
    case .reconnecting: self == .reconnecting
    case .finishing(let finishing):
      switch finishing.step {
      case .freeing: self == .freeing
      case .closingRecord: self == .closing || self == .suspending
      }
    }
  }

  private static let steady = CommandKind.order(.steady(watts: 150, seconds: 3600))

  private static func riding(_ order: RideOrder) -> InputWorld {
    var world = InputWorld()
    world.send(.start(order))
    world.run(until: .riding, within: .seconds(20))
    world.run(for: .seconds(15))
    return world
  }

  private static func loseTrainer(in world: inout InputWorld) {
    world.withholds = { $0 == .connect(.trainer) }
    world.hand(.linkLost(.trainer, LinkError(.supervisionTimeout, operation: "link")))
    world.run(for: .seconds(5))
  }
}
