package import AppBridge
package import BluetoothLE
package import ControlSocket
import DirectConnect
import Glibc
package import Logging
package import Loop

/// Serves apps over TCP by Direct Connect.
///
/// Each connection is an app of its own: some apps open one for each of their sensors.
package actor AppServer {
  /// The limits for apps.
  package struct Limits: Hashable, Sendable {
    /// The most connections; further ones are closed at once.
    package var connections = 32
    /// The most connections of one address.
    package var ofAddress = 8
    /// The time for the first request.
    package var first = Duration.seconds(30)
    /// How long an app may leave values unread.
    package var unread = Duration.seconds(20)
    /// The most bytes of responses that wait for one app.
    package var waiting = 65_536
    /// The longest body of a request, in bytes; the longest value of a known app has 21.
    package var body = 600
    /// The time between two checks of the limits.
    package var check = Duration.seconds(5)

    package init() {}
  }

  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let driver: BridgeDriver
  private let limits: Limits
  private let log: Logger
  /// The characteristics whose values answer requests: an app must get each.
  private let indicated: Set<CharacteristicID>
  private let isNear: @Sendable (_ app: NetworkAddress, _ own: NetworkAddress?) -> Bool
  private var listeners: [(descriptor: Int32, watch: EventLoop.Watch)] = []
  private var connections: [BridgeMachine.AppID: AppConnection] = [:]
  private var timer: EventLoop.Timer?

  /// - Parameters:
  ///   - driver: The driver of the machine; its loop is the server's.
  ///   - limits: The limits for apps.
  ///   - isNear: Whether an app's address is in the local network; by default as far as the address shows.
  ///   - log: The log.
  package init(
    for driver: BridgeDriver, limits: Limits = Limits(),
    isNear: @escaping @Sendable (_ app: NetworkAddress, _ own: NetworkAddress?) -> Bool = {
      $0.isNear(reachedAt: $1)
    }, log: Logger
  ) {
    loop = driver.loop
    self.driver = driver
    self.limits = limits
    self.isNear = isNear
    self.log = log
    indicated = Set(
      driver.services.flatMap(\.characteristics).filter { $0.properties.contains(.indicate) }.map(\.id))
  }

  /// The number of connected apps.
  package var count: Int { connections.count }

  /// Opens a port and starts to accept apps.
  ///
  /// - Parameters:
  ///   - host: An address of this computer; nil for all.
  ///   - port: The port; 0 for any free one.
  /// - Returns: The port.
  /// - Throws: `portUnusable`.
  package func listen(at host: String?, port: Int) throws(BridgeStartFault) -> Int {
    do throws(NetworkSocket.Fault) { return try accept(from: [NetworkSocket.listen(host, port: port)]) } catch {
      throw BridgeStartFault(.portUnusable, "\(host ?? "") port \(port), \(error)")
    }
  }

  /// Starts to accept apps on sockets from systemd.
  ///
  /// - Returns: The port.
  /// - Throws: `portUnusable`.
  package func listen(on passed: [Int32]) throws(BridgeStartFault) -> Int {
    for descriptor in passed { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
    do throws(NetworkSocket.Fault) { return try accept(from: passed) } catch {
      throw BridgeStartFault(.portUnusable, "the passed socket, \(error)")
    }
  }

  private func accept(from descriptors: [Int32]) throws(NetworkSocket.Fault) -> Int {
    for descriptor in descriptors {
      let watch = loop.watch(descriptor, for: .readable) { [weak self] _ in
        self?.assumeIsolated { $0.accept(from: descriptor) }
      }
      listeners.append((descriptor, watch))
    }
    guard let port = descriptors.lazy.compactMap({ NetworkSocket.address(of: $0, isOwn: true)?.port }).first else {
      throw NetworkSocket.Fault(call: "getsockname", number: ENOTSOCK)
    }
    return port
  }

  /// Closes the sockets and all connections.
  package func close() {
    for listener in listeners {
      loop.remove(listener.watch)
      Glibc.close(listener.descriptor)
    }
    listeners = []
    if let timer { loop.cancel(timer) }
    for app in connections.keys.sorted(by: { $0.rawValue < $1.rawValue }) { end(app, because: nil) }
  }

  private func accept(from listener: Int32) {
    while let descriptor = NetworkSocket.accept(listener) { admit(descriptor) }
  }

  private func admit(_ descriptor: Int32) {
    guard let address = NetworkSocket.address(of: descriptor, isOwn: false)?.address else {
      Glibc.close(descriptor)
      return
    }
    let own = NetworkSocket.address(of: descriptor, isOwn: true)?.address
    guard isNear(address, own) else { return refuse(descriptor, address, "it is outside the local network") }
    guard connections.count < limits.connections,
      connections.values.count(where: { $0.address == address }) < limits.ofAddress
    else { return refuse(descriptor, address, "there are too many connections") }
    NetworkSocket.prepare(descriptor)
    let app = driver.assumeIsolated { $0.join(by: .network, from: "\(address)") }
    let watch = loop.watch(descriptor, for: .readable) { [weak self] events in
      self?.assumeIsolated { $0.handle(events, of: app) }
    }
    connections[app] = AppConnection(
      descriptor, from: address, watch: watch, longestBody: limits.body, at: loop.now)
    log.info("App connected.", metadata: ["from": "\(address)", "app": "\(app.rawValue)"])
    if timer == nil { scheduleCheck() }
  }

  private func refuse(_ descriptor: Int32, _ address: NetworkAddress, _ reason: String) {
    Glibc.close(descriptor)
    log.info("A connection was closed: \(reason).", metadata: ["from": "\(address)"])
  }

  private func end(_ app: BridgeMachine.AppID, because reason: String?) {
    guard let connection = connections.removeValue(forKey: app) else { return }
    loop.remove(connection.watch)
    Glibc.close(connection.descriptor)
    var metadata: Logger.Metadata = ["from": "\(connection.address)", "app": "\(app.rawValue)"]
    if let reason { metadata["reason"] = "\(reason)" }
    log.info("App disconnected.", metadata: metadata)
    driver.assumeIsolated { $0.take(.left(app)) }
  }

  private func scheduleCheck() {
    timer = loop.schedule(at: loop.now.advanced(by: limits.check)) { [weak self] in
      self?.assumeIsolated { $0.check() }
    }
  }

  /// Ends the connections of apps that send no request, or do not read.
  private func check() {
    timer = nil
    let now = loop.now
    for (app, connection) in connections {
      if !connection.isKnown, connection.since.duration(to: now) >= limits.first {
        end(app, because: "it sent no request")
      } else if let blocked = connection.blockedSince, blocked.duration(to: now) >= limits.unread {
        end(app, because: "it does not read")
      }
    }
    if !connections.isEmpty { scheduleCheck() }
  }
}

// MARK: - Bytes

extension AppServer {
  private func handle(_ events: FileEvents, of app: BridgeMachine.AppID) {
    guard let connection = connections[app] else { return }
    if connection.blockedSince != nil {
      flush(connection, app)
      guard connections[app] != nil, connection.blockedSince == nil else {
        // A hang-up is reported again and again, also while no byte can be sent.
        if !events.isDisjoint(with: [.error, .hangup]) { end(app, because: nil) }
        return
      }
      // Frames that arrived with those that are answered by now.
      guard answer(connection, app) else { return }
    }
    if !events.isDisjoint(with: [.readable, .error, .hangup]) { receive(connection, app) }
  }

  private func receive(_ connection: AppConnection, _ app: BridgeMachine.AppID) {
    switch NetworkSocket.receive(connection.descriptor) {
    case .notYet: break
    case .end: end(app, because: nil)
    case .bytes(let bytes):
      connection.reader.append(bytes)
      _ = answer(connection, app)
    }
  }

  /// Answers the complete frames that have arrived, as long as the app reads the responses.
  ///
  /// - Returns: Whether the connection still reads.
  private func answer(_ connection: AppConnection, _ app: BridgeMachine.AppID) -> Bool {
    do throws(DirectConnectFailure) {
      while connection.blockedSince == nil, let frame = try connection.reader.next() {
        connection.isKnown = true
        driver.assumeIsolated { driver in
          driver.answer(frame, from: app) { response in self.assumeIsolated { $0.respond(response, to: app) } }
        }
        guard connections[app] === connection else { return false }
      }
      return connection.blockedSince == nil
    } catch {
      end(app, because: "it sent something else than Direct Connect")
      return false
    }
  }

  private func respond(_ response: DirectConnectFrame, to app: BridgeMachine.AppID) {
    guard let connection = connections[app] else { return }
    connection.outgoing.append(response.encoded())
    flush(connection, app)
  }

  /// Sends as much as the app reads, and waits for the rest; until then, its requests wait, too.
  private func flush(_ connection: AppConnection, _ app: BridgeMachine.AppID) {
    var hasEnded = false
    connection.outgoing.flush { bytes in
      let count = NetworkSocket.send(connection.descriptor, bytes)
      hasEnded = count < 0
      return count
    }
    if hasEnded { return end(app, because: nil) }
    if connection.outgoing.waiting > limits.waiting { return end(app, because: "it does not read") }
    let isBlocked = !connection.outgoing.isEmpty
    guard isBlocked != (connection.blockedSince != nil) else { return }
    connection.blockedSince = isBlocked ? loop.now : nil
    loop.update(connection.watch, for: isBlocked ? .writable : .readable)
  }
}

extension AppServer: BridgeDoor {
  package nonisolated func notify(
    _ apps: Set<BridgeMachine.AppID>, _ characteristic: CharacteristicID, _ value: [UInt8]
  ) {
    assumeIsolated { $0.send(value, of: characteristic, to: apps) }
  }

  /// Responses to writes are frames of the machine.
  package nonisolated func answerWrite(of app: BridgeMachine.AppID, _ refusal: BridgeMachine.WriteRefusal?) {}

  private func send(_ value: [UInt8], of characteristic: CharacteristicID, to apps: Set<BridgeMachine.AppID>) {
    let frame = DirectConnectNotification(value, of: characteristic.characteristic).frame.encoded()
    let isKept = indicated.contains(characteristic)
    for app in apps {
      guard let connection = connections[app] else { continue }
      if isKept { connection.outgoing.append(frame) } else { connection.outgoing.replace(characteristic, with: frame) }
      if connection.blockedSince == nil {
        flush(connection, app)
      } else if connection.outgoing.waiting > limits.waiting {
        end(app, because: "it does not read")
      }
    }
  }

}

/// A connection with an app; used on the loop only.
private final class AppConnection {
  let descriptor: Int32
  let address: NetworkAddress
  let watch: EventLoop.Watch
  /// When it was accepted.
  let since: MonotonicInstant
  var reader: DirectConnectReader
  var outgoing = Outgoing()
  /// Whether it has sent a request.
  var isKnown = false
  /// When the app stopped reading; nil while it reads.
  var blockedSince: MonotonicInstant?

  init(
    _ descriptor: Int32, from address: NetworkAddress, watch: EventLoop.Watch, longestBody: Int,
    at now: MonotonicInstant
  ) {
    self.descriptor = descriptor
    self.address = address
    self.watch = watch
    since = now
    reader = DirectConnectReader(limit: longestBody)
  }
}

/// The reason why jz2bridge does not start.
package struct BridgeStartFault: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// The port cannot be opened.
    case portUnusable
  }

  package let code: Code
  package let detail: String

  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
