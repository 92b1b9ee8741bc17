package import BlueZ
package import BluetoothLE
import Captures
import ControlWire
import DBus
package import EventLoop
import Glibc
package import HCI
package import Logging
import RadioSim
import RideFiles
package import RideStore

/// The daemon's parts, wired: what runs in a process runs in a test as well.
package struct DaemonParts: Sendable {
  package let central: any Central
  package let store: RideStore
  package let driver: RideDriver
  package let service: TrainerService
  let recorder: RideRecorder
  let loop: EventLoop
  let time: MachineTime
  let log: Logger
  /// What judged the rides that a former process left, and the one of them that goes on.
  let judge: GoingOn
  let left: LeftRides.Candidate?
  /// What keeps the radio traffic of rides; nil for a radio without a controller.
  package let blackBox: BlackBox?
  /// The radio, if it is one that has to be run.
  let bluez: BlueZCentral?

  /// Opens the store, settles what a former process left unfinished, and makes the radio.
  package init(
    _ options: DaemonOptions, loop: EventLoop, storeLoop: EventLoop, log: Logger
  ) async throws(DaemonError) {
    let central: any Central
    var bluez: BlueZCentral?
    var monitor: Result<MonitorChannel, HCIError>?
    var connections: BlackBox.ConnectionLookup = { [] }
    switch options.radio {
    case .bluez:
      let channel = Result { () throws(HCIError) in try MonitorChannel(on: loop) }
      let controllers = try? KernelControllers(monitor: channel)
      let radio = BlueZCentral(
        on: loop, busAddress: Bus.systemAddress, adapter: options.adapter, controllers: controllers
      ) { BluetoothService.flaw(of: await BluetoothService.version()) }
      monitor = channel
      connections = { await Self.connections(of: radio, controllers) }
      central = radio
      bluez = radio
    case .sim:
      central = SimulatedCentral(SimulatedWorld(), clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
    case .replay(let path, let map): central = try Self.replay(path, map, loop: loop, log: log)
    }
    try await self.init(
      options, central: central, bluez: bluez, monitor: monitor, connections: connections,
      time: MachineTime(of: options.pace), loop: loop, storeLoop: storeLoop, log: log)
  }

  /// The same, with a radio and clocks of the caller's.
  package init(
    _ options: DaemonOptions, central: any Central, bluez: BlueZCentral? = nil,
    monitor: Result<MonitorChannel, HCIError>? = nil, connections: @escaping BlackBox.ConnectionLookup = { [] },
    time: MachineTime, loop: EventLoop, storeLoop: EventLoop, log: Logger
  ) async throws(DaemonError) {
    self.central = central
    self.bluez = bluez
    self.time = time
    self.loop = loop
    self.log = log
    do throws(StoreError) {
      store = try RideStore(directory: options.stateDirectory, executor: storeLoop.serialExecutor)
    } catch {
      throw DaemonError(.stateUnusable, subject: error.path, detail: error.detail)
    }
    let archive = RideArchive(store: store, encoder: TCXEncoder(creator: ProductVersion.creator), log: log)
    judge = GoingOn(
      window: options.goOnWindow, now: loop.now, wallNow: time.wallClock.now,
      isSynchronised: time.wallClock.isSynchronised, bootID: time.bootID)
    left = await LeftRides(store: store, log: log).settle(judge)
    await archive.writeMissing()
    recorder = RideRecorder(store: store, archive: archive, loop: loop, time: time, log: log)
    blackBox = monitor.map { [store] monitor in
      BlackBox(
        monitor, store: store, loop: loop, wallClock: time.wallClock, connections: connections, log: log)
    }
    await blackBox?.listen()
    driver = RideDriver(
      central: central, recorder: recorder, rules: options.rules, loop: loop, log: log,
      trace: NotificationTrace(environment: options.environment), blackBox: blackBox)
    service = TrainerService(
      driver: driver, central: central, store: store, archive: archive, recorder: recorder, blackBox: blackBox,
      stateDirectory: options.stateDirectory, wallClock: time.wallClock, loop: loop, log: log)
  }

  /// The connections that the adapter in use has already, those of a former process among them.
  private static func connections(
    of radio: BlueZCentral, _ controllers: KernelControllers?
  ) async -> [DeviceTraffic.Connection] {
    guard let adapter = await radio.state().adapter, let controllers else { return [] }
    let all = (try? await controllers.connections(of: adapter)) ?? []
    return all.filter(\.isLowEnergy).map {
      DeviceTraffic.Connection(adapter: $0.controller, handle: $0.handle, device: $0.device)
    }
  }

  /// What was read before a capture breaks counts; where it breaks is for the journal.
  private static func replay(
    _ path: String, _ mapPath: String?, loop: EventLoop, log: Logger
  ) throws(DaemonError) -> any Central {
    let capture = Capture(decoding: try contents(of: path), map: try mapPath.map(map) ?? AttributeMap())
    if let failure = capture.failure {
      log.warning("the capture is broken", metadata: ["file": "\(path)", "failure": "\(failure)"])
    }
    guard !capture.events.isEmpty else {
      let detail = capture.failure.map { "\($0)" } ?? "it holds no Bluetooth traffic"
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

  static func contents(of path: String) throws(DaemonError) -> [UInt8] {
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
