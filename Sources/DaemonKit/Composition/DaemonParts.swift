package import BlueZ
package import BluetoothLE
import Captures
import ControlWire
import DBus
package import EventLoop
import Glibc
import HCI
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
  /// The radio, if it is one that has to be run.
  let bluez: BlueZCentral?

  /// Opens the store, finishes what a former process left unfinished, and makes the radio.
  package init(
    _ options: DaemonOptions, loop: EventLoop, storeLoop: EventLoop, log: Logger
  ) async throws(DaemonError) {
    let central: any Central
    var bluez: BlueZCentral?
    switch options.radio {
    case .bluez:
      let monitor = Result { () throws(HCIError) in try MonitorChannel(on: loop) }
      let radio = BlueZCentral(
        on: loop, busAddress: Bus.systemAddress, adapter: options.adapter,
        controllers: try? KernelControllers(monitor: monitor))
      central = radio
      bluez = radio
    case .sim:
      central = SimulatedCentral(SimulatedWorld(), clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
    case .replay(let path, let map): central = try Self.replay(path, map, loop: loop, log: log)
    }
    try await self.init(
      options, central: central, bluez: bluez, loop: loop, storeLoop: storeLoop, log: log)
  }

  /// The same, with a radio of the caller's.
  package init(
    _ options: DaemonOptions, central: any Central, bluez: BlueZCentral? = nil, loop: EventLoop, storeLoop: EventLoop,
    log: Logger
  ) async throws(DaemonError) {
    self.central = central
    self.bluez = bluez
    let wallClock = SystemWallClock()
    let archive: RideArchive
    do throws(StoreError) {
      store = try RideStore(directory: options.stateDirectory, executor: storeLoop.serialExecutor)
      archive = RideArchive(store: store, encoder: TCXEncoder(creator: ProductVersion.creator), log: log)
      try await archive.recover()
    } catch {
      throw DaemonError(.stateUnusable, subject: error.path, detail: error.detail)
    }
    let recorder = RideRecorder(
      store: store, archive: archive, loop: loop, isRealTime: options.pace == .real, wallClock: wallClock, log: log)
    driver = RideDriver(
      central: central, recorder: recorder, loop: loop, log: log,
      trace: NotificationTrace(environment: options.environment))
    service = TrainerService(
      driver: driver, central: central, store: store, archive: archive, recorder: recorder,
      stateDirectory: options.stateDirectory, wallClock: wallClock, loop: loop, log: log)
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
