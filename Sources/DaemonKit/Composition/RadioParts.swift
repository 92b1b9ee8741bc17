package import BlueZ
package import BluetoothLE
import Captures
import ControlSocket
package import ControlWire
import DBus
import DirectConnectCentral
import Glibc
package import HCI
package import Logging
package import Loop
import RadioSim
package import RideRuntime

/// The radio and its parts, available from the start, even if the store cannot be opened.
package struct RadioParts: Sendable {
  package let central: any Central
  /// The radio, if it has to be run.
  let bluez: BlueZCentral?
  /// The source of recorded radio traffic; nil for a radio without a controller.
  let monitor: MonitorChannel?
  let connections: BlackBox.ConnectionLookup
  /// The trainers on the network, with their socket; nil without one.
  private let network: (central: NetworkCentral, socket: ListeningSocket)?

  /// A radio from the caller.
  package init(
    central: any Central, bluez: BlueZCentral? = nil, monitor: MonitorChannel? = nil,
    connections: @escaping BlackBox.ConnectionLookup = { [] }
  ) {
    self.central = central
    self.bluez = bluez
    self.monitor = monitor
    self.connections = connections
    network = nil
  }

  /// A radio with the trainers on the network; they are accepted from now on.
  private init(_ radio: RadioParts, _ place: ListeningPlace, loop: EventLoop) throws(DaemonError) {
    let socket: ListeningSocket
    do throws(ListenError) { socket = try ListeningSocket(place) } catch {
      throw DaemonError(.socketUnusable, subject: SocketPath.trainers, detail: "\(error)")
    }
    let trainers = NetworkCentral(listeningOn: socket.descriptor, on: loop)
    Task(executorPreference: loop) { await trainers.begin() }
    central = CombinedCentral(radio.central, and: trainers)
    (bluez, monitor, connections) = (radio.bluez, radio.monitor, radio.connections)
    network = (trainers, socket)
  }

  /// Ends the links to trainers on the network, and their socket.
  func close() async {
    await network?.central.close()
    network?.socket.abandon()
  }

  /// The radio that the options request, and the trainers on the network if there is a socket for them.
  package init(_ options: DaemonOptions, loop: EventLoop, log: Logger) throws(DaemonError) {
    let radio = try RadioParts(radioOf: options, loop: loop, log: log)
    guard let place = options.trainersPlace else {
      self = radio
      return
    }
    self = try RadioParts(radio, place, loop: loop)
  }

  private init(radioOf options: DaemonOptions, loop: EventLoop, log: Logger) throws(DaemonError) {
    switch options.radio {
    case .bluez:
      let monitor = MonitorChannel(on: loop)
      let controllers = try? KernelControllers(monitor: monitor)
      let radio = BlueZCentral(
        on: loop, busAddress: Bus.systemAddress, adapter: options.adapter, controllers: controllers
      ) { BluetoothService.flaw(of: await BluetoothService.version()) }
      self.init(central: radio, bluez: radio, monitor: monitor) { await Self.connections(of: radio, controllers) }
    case .sim(let cast):
      var world = SimulatedWorld(cast)
      options.simulatedBody?.ride(in: &world)
      options.simulatedEvents?.happen(in: &world)
      self.init(
        central: SimulatedCentral(world, clock: loop, executor: loop.serialExecutor, taskExecutor: loop))
    case .replay(let path, let map): self.init(central: try Self.replay(path, map, loop: loop, log: log))
    }
  }

  /// Returns the present connections of the adapter in use, including those of a former process.
  private static func connections(
    of radio: BlueZCentral, _ controllers: KernelControllers?
  ) async -> [DeviceTraffic.Connection] {
    guard let adapter = await radio.state().adapter, let controllers else { return [] }
    let all = (try? await controllers.connections(of: adapter)) ?? []
    return all.filter(\.isLowEnergy).map {
      DeviceTraffic.Connection(adapter: $0.controller, handle: $0.handle, device: $0.device)
    }
  }

  /// Replays a capture up to the point where it is broken, and logs the failure.
  private static func replay(
    _ path: String, _ mapPath: String?, loop: EventLoop, log: Logger
  ) throws(DaemonError) -> any Central {
    let capture = Capture(decoding: try contents(of: path), map: try mapPath.map(map) ?? AttributeMap())
    if let failure = capture.failure {
      log.warning("the capture is damaged", metadata: ["file": "\(path)", "failure": "\(failure)"])
    }
    guard capture.failure?.code == .encrypted ? capture.hasValues : !capture.events.isEmpty else {
      let detail = capture.failure.map { "\($0)" } ?? "it contains no LE connection"
      throw DaemonError(.captureUnreadable, subject: path, detail: detail)
    }
    return ReplayCentral(capture: capture, clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
  }

  private static func map(at path: String) throws(DaemonError) -> AttributeMap {
    let text = String(decoding: try contents(of: path), as: UTF8.self)
    do throws(CaptureFailure) {
      return try AttributeMap(parsing: text)
    } catch {
      throw DaemonError(.captureUnreadable, subject: path, detail: "\(error)")
    }
  }

  private static func contents(of path: String) throws(DaemonError) -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw DaemonError(.captureUnreadable, subject: path, detail: String(cString: strerror(errno)))
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    guard ferror(file) == 0 else {
      throw DaemonError(.captureUnreadable, subject: path, detail: String(cString: strerror(errno)))
    }
    return bytes
  }
}

/// The legs of the simulated rider, and the response of the heart to power; nil members keep the defaults.
package struct SimulatedBody: Hashable, Sendable {
  /// The maximum power of the legs, in watts.
  package var legWatts: Double?
  /// The rise per watt, in beats a minute.
  package var gain: Double?
  /// The time constant of the rise, in seconds.
  package var lagSeconds: Double?
  /// The delay before the rise, in seconds.
  package var delaySeconds: Int?
  /// The rise in an hour of constant power, in beats a minute.
  package var driftPerHour: Double?
  /// The heart rate without any power, in beats a minute.
  package var restingBeatsPerMinute: Double?

  package init() {}

  /// Applies the values to the rider and the strap of a world.
  func ride(in world: inout SimulatedWorld) {
    world.rider.mostWatts = legWatts ?? world.rider.mostWatts
    world.strap.gain = gain ?? world.strap.gain
    world.strap.lagSeconds = lagSeconds ?? world.strap.lagSeconds
    world.strap.delaySeconds = delaySeconds ?? world.strap.delaySeconds
    world.strap.driftPerHour = driftPerHour ?? world.strap.driftPerHour
    world.strap.restingBeatsPerMinute = restingBeatsPerMinute ?? world.strap.restingBeatsPerMinute
  }
}

/// Facts about `bluetoothd` that it does not publish on the bus.
package enum BluetoothService {
  /// Its paths in distributions; it is not in PATH.
  private static let programs = ["/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd"]
  /// It answers within some milliseconds, but later on a Pi that has just booted.
  private static let patience = Duration.seconds(5)

  /// Returns the installed version; nil if it is not known.
  package static func version() async -> BlueZVersion? {
    // A thread of its own, so that only this call waits for the program.
    let loop = EventLoop(name: "jz2-bluetoothd", pace: .real)
    let version = await Task(executorPreference: loop) {
      programs.lazy.compactMap { ProgramOutput.text(of: $0, ["--version"], within: patience) }
        .compactMap(BlueZVersion.init(text:)).first
    }.value
    await loop.stop()
    return version
  }

  /// Returns the flaw of a version; nil for an unknown one.
  ///
  /// A ride is still possible: an older BlueZ leaves the kind of write to chance, which may be the right one.
  package static func flaw(of version: BlueZVersion?) -> LinkError? {
    guard let version, version < .settingPower else { return nil }
    return LinkError(.serviceOutdated, operation: "attach", detail: "BlueZ \(version)")
  }
}
