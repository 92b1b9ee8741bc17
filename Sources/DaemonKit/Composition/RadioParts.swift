package import BlueZ
package import BluetoothLE
import Captures
import DBus
import Glibc
package import HCI
package import Logging
package import Loop
import RadioSim

/// The radio and what belongs to it: what the daemon has at once, whatever becomes of its store.
package struct RadioParts: Sendable {
  package let central: any Central
  /// The radio, if it is one that has to be run.
  let bluez: BlueZCentral?
  /// What the traffic of rides is recorded from; nil for a radio without a controller.
  let monitor: MonitorChannel?
  let connections: BlackBox.ConnectionLookup

  /// A radio of the caller's.
  package init(
    central: any Central, bluez: BlueZCentral? = nil, monitor: MonitorChannel? = nil,
    connections: @escaping BlackBox.ConnectionLookup = { [] }
  ) {
    self.central = central
    self.bluez = bluez
    self.monitor = monitor
    self.connections = connections
  }

  /// The radio that was asked for.
  package init(_ options: DaemonOptions, loop: EventLoop, log: Logger) throws(DaemonError) {
    switch options.radio {
    case .bluez:
      let monitor = MonitorChannel(on: loop)
      let controllers = try? KernelControllers(monitor: monitor)
      let radio = BlueZCentral(
        on: loop, busAddress: Bus.systemAddress, adapter: options.adapter, controllers: controllers
      ) { BluetoothService.flaw(of: await BluetoothService.version()) }
      self.init(central: radio, bluez: radio, monitor: monitor) { await Self.connections(of: radio, controllers) }
    case .sim:
      var world = SimulatedWorld()
      options.simulatedHeart?.beat(in: &world)
      self.init(
        central: SimulatedCentral(world, clock: loop, executor: loop.serialExecutor, taskExecutor: loop))
    case .replay(let path, let map): self.init(central: try Self.replay(path, map, loop: loop, log: log))
    }
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
    guard capture.failure?.code == .encrypted ? capture.hasValues : !capture.events.isEmpty else {
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
