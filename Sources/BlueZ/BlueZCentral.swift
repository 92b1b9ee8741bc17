package import BluetoothLE
import DBus
package import EventLoop
package import HCI

/// BlueZ as the radio: a mirror of its objects, and what is asked of it, over one bus connection.
///
/// It works while ``run()`` does. When `bluetoothd` or the bus goes away its links close and ``state()`` says
/// `.serviceMissing`; when they are back it goes on by itself.
///
/// One connection to the bus serves every link. BlueZ then switches the notifications of a device that returns on by
/// itself, before they are asked for again, which costs no time and no packets; asking again is still needed, to
/// know that they are on.
package actor BlueZCentral: Central {
  /// The thread of its work; the bus connection lives there too.
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// BlueZ's name on the bus.
  static let service = "org.bluez"

  let busAddress: String
  let askedAdapter: DeviceAddress?
  let patience: Patience
  /// What goes past `bluetoothd`, where there is such a way.
  let controllers: (any Controllers)?
  /// Looks at the `bluetoothd` that has come; what it finds is said, and connections are tried all the same.
  let examine: @Sendable () async -> LinkError?

  // The bus and the mirror: BlueZCentral+Attaching.
  var bus: BusConnection?
  /// The unique name of the `bluetoothd` that is mirrored.
  var owner: String?
  /// Whether `bluetoothd` came while this process ran, or may have, unseen: nobody else has asked it for a link by then.
  var isServiceNew = false
  var tree = ObjectTree()
  /// Why the mirror is of no use; nil while it is.
  var problem: LinkError? = LinkError(.serviceMissing, operation: "attach", detail: "not attached yet")
  /// Whether the first attempt to attach has come to an end.
  var hasSettled = false
  /// What is wrong with the `bluetoothd` that is mirrored itself; nil for nothing, and until that is known.
  var flaw: LinkError?
  /// Devices whose signals are subscribed to.
  var followed: Set<ObjectPath> = []

  /// Characteristics whose values the bus is asked to deliver.
  var signalled: Set<ObjectPath> = []

  // Who waits for the mirror to change: BlueZCentral+Waiting.
  var waiters: [UInt64: Waiter] = [:]
  var lastID: UInt64 = 0

  // BlueZCentral+Scanning and BlueZCentral+Discovery.
  var scanners: [UInt64: Scanner] = [:]
  var discovery = Discovery.idle
  var discoveryUsers = 0

  // BlueZCentral+Connecting and BlueZCentral+Links.
  var connecting: DeviceAddress?
  /// What BlueZ answered to the latest `Connect`; nil while it is pending.
  var connectAnswer: (id: UInt64, outcome: Result<Void, DBusError>)?
  var links: [ObjectPath: BlueZLink] = [:]
  /// Devices whose link was given up, until BlueZ has taken it down.
  var leaving: Set<ObjectPath> = []
  var routes: [Route] = []
  /// When something last came over each link by itself.
  var heardAt: [ObjectPath: MonotonicInstant] = [:]
  /// Characteristics with a write that BlueZ has not answered yet.
  var writing: Set<ObjectPath> = []
  /// Why each device's last link ended.
  var endings: [ObjectPath: LinkError] = [:]
  /// The adapter of the last link: it is kept to while it is on.
  var lastAdapter: DeviceAddress?
  /// Why a link is ending, between being told so and seeing it: by the kernel, or by BlueZ.
  var announcedEndings: [ObjectPath: LinkError] = [:]
  /// The characteristics whose notifications BlueZ switches on by itself when their device returns, in the order in which
  /// they were asked for.
  var renewed: [ObjectPath] = []

  // BlueZCentral+Pairing.
  /// The devices that are being paired with, or were on their present link.
  var pairing: [ObjectPath: Pairing] = [:]
  /// The devices with whom a bond was made on the present link, until the first answer after it.
  var unprovenBonds: [ObjectPath: UnprovenBond] = [:]
  /// Devices whose last link ended for want of a bond.
  var wantsPairing: Set<DeviceAddress> = []

  // BlueZCentral+Controllers, +Health, +Parameters and +Values.
  var connections = ConnectionTable()
  var tap = NotificationTap()
  var health = ControllerHealth()
  var healthTimer: EventLoop.Timer?
  /// How many records of the monitor channel were lost so far.
  var lostRecords = 0
  /// How the links that are up are cared for, by their devices.
  var upkeeps: [DeviceAddress: ConnectionUpkeep] = [:]
  var upkeepTimers: [DeviceAddress: EventLoop.Timer] = [:]
  /// Devices that ended a link over its parameters.
  var unhurried: Set<DeviceAddress> = []
  /// Why the parameters of the last link could not be set; nil where they could.
  var upkeepFailure: HCIError?

  /// A radio that is reached over the bus at `busAddress`, and uses the adapter with the address `adapter`, or else the
  /// first that is on; `controllers` is the way past `bluetoothd`, and `examine` says what is wrong with it beyond what the
  /// bus tells: its version, which is asked each time that it has come.
  package init(
    on loop: EventLoop, busAddress: String, adapter: DeviceAddress? = nil, controllers: (any Controllers)? = nil,
    examine: @escaping @Sendable () async -> LinkError? = { nil }, patience: Patience = Patience()
  ) {
    self.controllers = controllers
    self.examine = examine
    self.loop = loop
    self.busAddress = busAddress
    self.patience = patience
    askedAdapter = adapter
  }

  /// What the radio is; waits for the first attempt to reach BlueZ, a few milliseconds, and for nothing else.
  package func state() async -> CentralState {
    try? await attached("state")
    return presentState
  }

  /// What the radio is, as far as it is known by now.
  var presentState: CentralState {
    CentralState(radio: "bluez", adapter: adapterAddress, problem: presentProblem, limitation: presentLimitation)
  }

  /// The address of the adapter in use.
  var adapterAddress: DeviceAddress? { chosenAdapter.flatMap { tree.adapter($0)?.address } }

  /// The adapter to use now.
  var chosenAdapter: ObjectPath? { tree.chosenAdapter(askedAdapter, keepingTo: lastAdapter) }

  private var presentProblem: LinkError? {
    if let problem { return problem }
    guard let path = chosenAdapter, let adapter = tree.adapter(path) else { return adapterMissing }
    guard !adapter.isPowered else { return stuckError(path, "state") ?? flaw }
    return LinkError(.adapterOff, operation: "state", detail: adapter.isBlocked ? "blocked by rfkill" : nil)
  }

  var adapterMissing: LinkError {
    LinkError(.adapterMissing, operation: "find adapter", detail: askedAdapter?.description)
  }
}

extension BlueZCentral {
  /// How long to wait for what.
  package struct Patience: Hashable, Sendable {
    /// For the first attempt to reach BlueZ.
    package var attaching = Duration.seconds(5)
    /// Between attempts to reach the bus, at first and at last: a machine without one is not to be kept awake, and a ride
    /// whose bus is restarted not to wait.
    package var reattaching = Duration.milliseconds(200)...(.milliseconds(500))
    /// Between attempts to be let in: each is a line in the journal of the bus.
    package var asking = Duration.seconds(60)
    /// For an answer that needs no radio.
    package var answer = Duration.seconds(10)
    /// For a device to be heard that BlueZ does not know.
    package var searching = Duration.seconds(10)
    /// For `Connect`, which BlueZ itself gives up after about 40 s.
    package var connecting = Duration.seconds(60)
    /// For the services once the link is up.
    package var resolving = Duration.seconds(20)
    /// For the services of a link that was there before and that somebody else may just have asked for.
    package var inheriting = Duration.seconds(5)
    /// For an ATT request, which itself times out after 30 s.
    package var request = Duration.seconds(32)
    /// For the first answer after a bond was made; a device takes a fraction of a second.
    package var bonding = Duration.seconds(3)
    /// For more objects once the first came later than they should.
    package var straggling = Duration.milliseconds(300)
    /// Between two looks whether a device that returned can be asked already.
    package var renewing = Duration.milliseconds(15)
    /// Before renewed notifications are asked for again: the target of a trainer that returned goes first.
    package var confirming = Duration.seconds(1)
    /// For BlueZ to say that a link is gone, once it has taken it down.
    package var leaving = Duration.seconds(1)
    /// For the bus to bring what was read from the monitor channel as well, once it is asked to.
    package var echoing = Duration.seconds(1)
    /// For a controller that is about to connect to say what came of it; the kernel calls it off after that long.
    package var attempting = Duration.seconds(4)
    /// Before each measurement of a link's signal strength; a link that has just come up has more urgent things to do.
    package var measuring = Duration.seconds(10)

    package init() {}
  }
}
