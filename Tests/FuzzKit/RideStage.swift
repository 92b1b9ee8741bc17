import BluetoothLE
import FitnessGATT
import RideSession
import Rides

/// A ride's machine with a simulated driver and world: events are chosen, its requests are tracked, and its promises
/// are checked.
struct RideStage {
  static let trainer = RideDevice(address: DeviceAddress(0xC0FF_EE00_0011), name: "KICKR")
  static let strap = RideDevice(address: DeviceAddress(0xC0FF_EE00_0012))
  static let sensors: [DeviceRole: RideDevice] = [
    .power: RideDevice(address: DeviceAddress(0xC0FF_EE00_0013)),
    .cadence: RideDevice(address: DeviceAddress(0xC0FF_EE00_0014)),
    .fan: RideDevice(address: DeviceAddress(0xC0FF_EE00_0015)),
  ]

  private(set) var machine = RideMachine(at: .origin)
  private(set) var now = MonotonicInstant.origin
  var choices: Choices
  /// The requests that have not been answered, oldest first.
  var waiting: [Request] = []
  /// All links, including those being closed.
  var links: Set<DeviceRole> = []
  private(set) var unanswered: Set<CommandToken> = []
  private var watch = RideWatch()
  private var lastToken = 0

  /// A request to the world, which ends at some time.
  enum Request: Hashable {
    case connect(DeviceRole, isCancelled: Bool)
    case close(DeviceRole)
    case subscribe(DeviceRole, CharacteristicID)
    case read(DeviceRole, CharacteristicID)
    case write([UInt8])
    case openRecord
    case closeRecord
    case remedy(RadioRemedy)
    case radio

    /// The device whose link the request needs; nil if it does not need a link.
    var role: DeviceRole? {
      switch self {
      case .close(let role), .subscribe(let role, _), .read(let role, _): role
      case .write: .trainer
      case .connect, .openRecord, .closeRecord, .remedy, .radio: nil
      }
    }
  }

  init(_ choices: Choices) { self.choices = choices }

  static func address(of role: DeviceRole) -> DeviceAddress {
    role == .trainer ? trainer.address : (sensors[role] ?? strap).address
  }

  mutating func pass(_ duration: Duration) { now = now.advanced(by: duration) }

  mutating func send(_ command: RideCommand) throws {
    lastToken += 1
    let token = CommandToken(lastToken)
    unanswered.insert(token)
    if case .resumeUnfinished(let ride) = command, machine.phase == .idle { watch.goesOn(ride) }
    try hand(.command(command, token))
  }

  mutating func hand(_ input: RideInput) throws {
    watch.trainerCounts(for: machine.trainerAge)
    for effect in machine.handle(input, at: now) {
      try watch.look(at: effect, links: links, waiting: waiting)
      try carryOut(effect)
    }
    if case .notified(.trainer, .indoorBikeData, _) = input { watch.trainerSent(at: now) }
    try watch.look(at: machine, now: now)
  }

  /// Advances to the next deadline; a handled deadline must not recur endlessly at the same time.
  mutating func passToDeadline() throws {
    guard let deadline = machine.deadline else { return }
    now = max(now, deadline)
    var turns = 0
    while let deadline = machine.deadline, deadline <= now {
      turns += 1
      try promise("the deadline at \(deadline) is dealt with", turns <= 10)
      try hand(.deadline)
    }
  }

  /// Stops the ride: if all requests are answered, the ride must end and every command must get a reply.
  mutating func bringToAnEnd() throws {
    try send(.stop)
    var turns = 0
    while machine.phase != .idle || !waiting.isEmpty {
      turns += 1
      try promise("the ride ends: \(machine.phase), \(waiting)", turns < 1000)
      if waiting.isEmpty { try passToDeadline() } else { try answerOldest() }
    }
    try promise("\(unanswered) are answered", unanswered.isEmpty)
  }

  private mutating func carryOut(_ effect: RideEffect) throws {
    switch effect {
    case .connect(let role, _): waiting.append(.connect(role, isCancelled: false))
    case .cancelConnect(let role):
      guard let index = waiting.firstIndex(of: .connect(role, isCancelled: false)) else { return }
      waiting[index] = .connect(role, isCancelled: true)
    case .close(let role): waiting.append(.close(role))
    case .subscribe(let role, let characteristic), .resubscribe(let role, let characteristic):
      if links.contains(role) { waiting.append(.subscribe(role, characteristic)) }
    case .read(let role, let characteristic): if links.contains(role) { waiting.append(.read(role, characteristic)) }
    case .control(let writes):
      if links.contains(.trainer), let value = writes.last?.value { waiting.append(.write(value)) }
    case .openRecord: waiting.append(.openRecord)
    case .closeRecord: waiting.append(.closeRecord)
    case .remedy(let remedy): waiting.append(.remedy(remedy))
    case .awaitRadio: waiting.append(.radio)
    case .reply(let token, _):
      try promise("\(token) is answered once", unanswered.remove(token) != nil)
    case .startRecord, .append, .keep, .keepIntervals, .planHappened, .testEnded, .calibrated, .phaseChanged, .write:
      break
    }
  }
}
