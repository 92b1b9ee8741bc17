package import BluetoothLE
import DirectConnect
import Glibc
package import Loop

/// The trainers on the network, which jz2bridge offers through a Unix socket.
///
/// This process opens no network connection: jz2bridge finds the trainers, connects to them and passes the bytes on.
/// Without jz2bridge there is no trainer, and a request to connect waits for one.
package actor NetworkCentral: Central {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The time that a request to connect waits for the trainer.
  private static let patience = Duration.seconds(40)
  /// The most connections.
  private static let mostConnections = 16
  /// The pause after connections could not be accepted.
  private static let acceptPause = Duration.seconds(1)
  /// The end of the names of these trainers, because a trainer may also be found by Bluetooth, as another device.
  private static let nameSuffix = " Wi-Fi"

  private let descriptor: Int32
  private let limits: ConnectionLimits
  private var watch: EventLoop.Watch?
  private var isClosed = false
  private var connections: [ObjectIdentifier: TrainerConnection] = [:]
  /// The connections that offer a trainer, or carry its bytes.
  private var offers: [DeviceAddress: TrainerConnection] = [:]
  private var waiting: Waiting?
  private var lastWait = 0
  private var isConnecting = false
  private var scans: [Int: AsyncThrowingStream<Advertisement, any Error>.Continuation] = [:]
  private var lastScan = 0

  /// A request that waits for its trainer.
  private struct Waiting {
    var number: Int
    var address: DeviceAddress
    var timer: EventLoop.Timer
    var caller: CheckedContinuation<Result<TrainerConnection, LinkError>, Never>
  }

  /// Creates the radio of a listening socket.
  ///
  /// - Parameters:
  ///   - descriptor: The listening Unix socket; the caller closes it after ``close()``.
  ///   - loop: The thread of the ride.
  ///   - limits: The limits of each connection.
  package init(listeningOn descriptor: Int32, on loop: EventLoop, limits: ConnectionLimits = ConnectionLimits()) {
    self.descriptor = descriptor
    self.loop = loop
    self.limits = limits
  }

  /// Starts to accept connections.
  package func begin() {
    guard watch == nil, !isClosed else { return }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    watch = loop.watch(descriptor, for: .readable) { _ in self.assumeIsolated { $0.accept() } }
  }

  /// Ends all connections, and accepts no others.
  package func close() {
    isClosed = true
    if let watch { loop.remove(watch) }
    watch = nil
    let error = LinkError(.closedHere, operation: "link")
    for connection in connections.values { connection.assumeIsolated { $0.end(error) } }
    for scan in scans.values { scan.finish() }
    stopWaiting(lastWait, .cancelled)
  }

  /// Whether a trainer is offered or linked.
  package var hasTrainers: Bool { !offers.isEmpty }
}

// MARK: - Central

extension NetworkCentral {
  package func state() async -> CentralState { CentralState(radio: "network") }

  package nonisolated func scan() -> AsyncThrowingStream<Advertisement, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Advertisement.self)
    let scanning = Task(executorPreference: loop) { await self.add(continuation) }
    continuation.onTermination = { [loop] _ in
      Task(executorPreference: loop) { await self.remove(scan: await scanning.value) }
    }
    return stream
  }

  private func add(_ continuation: AsyncThrowingStream<Advertisement, any Error>.Continuation) -> Int {
    lastScan += 1
    scans[lastScan] = continuation
    for address in offers.keys.sorted() {
      if let advertisement = present(address) { continuation.yield(advertisement) }
    }
    return lastScan
  }

  private func remove(scan number: Int) { scans[number] = nil }

  // It is async, because otherwise async callers of this type get the protocol's default.
  package func advertisement(of device: DeviceAddress) async -> Advertisement? { present(device) }

  private func present(_ device: DeviceAddress) -> Advertisement? {
    guard let (offer, isLinked) = offers[device]?.assumeIsolated({ ($0.offer, $0.isSpeaking) }), let offer else {
      return nil
    }
    return Advertisement(
      address: device, name: offer.name + Self.nameSuffix, services: Set(offer.services), isConnected: isLinked)
  }

  package func connect(to device: DeviceAddress) async throws(LinkError) -> any Link {
    guard !isConnecting else { throw LinkError(.busy, operation: "connect", device: device) }
    isConnecting = true
    defer { isConnecting = false }
    return try await offered(device).connect()
  }

  package func whenUsable() async throws(LinkError) {}

  /// Has no effect: no remedy of a radio helps a trainer on the network.
  package func apply(_ remedy: RadioRemedy) async throws(LinkError) {}
}

// MARK: - Waiting for a trainer

extension NetworkCentral {
  /// Returns the connection that offers a trainer, as soon as there is one.
  private func offered(_ device: DeviceAddress) async throws(LinkError) -> TrainerConnection {
    if let connection = offers[device] { return connection }
    lastWait += 1
    let number = lastWait
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        if Task.isCancelled || isClosed {
          let error = LinkError(.cancelled, operation: "connect", device: device)
          return caller.resume(returning: Result<TrainerConnection, LinkError>.failure(error))
        }
        let timer = loop.schedule(at: loop.now.advanced(by: Self.patience)) {
          self.assumeIsolated { $0.stopWaiting(number, .timedOut) }
        }
        waiting = Waiting(number: number, address: device, timer: timer, caller: caller)
      }
    } onCancel: {
      loop.schedule(at: .origin) { self.assumeIsolated { $0.stopWaiting(number, .cancelled) } }
    }
    return try outcome.get()
  }

  private func stopWaiting(_ number: Int, _ code: LinkError.Code) {
    guard let waiting, waiting.number == number else { return }
    let detail = code == .timedOut ? "not found on the network" : nil
    stopWaiting(.failure(LinkError(code, operation: "connect", device: waiting.address, detail: detail)))
  }

  private func stopWaiting(_ outcome: Result<TrainerConnection, LinkError>) {
    guard let waiting else { return }
    self.waiting = nil
    loop.cancel(waiting.timer)
    waiting.caller.resume(returning: outcome)
  }
}

// MARK: - Connections

extension NetworkCentral {
  private func accept() {
    let connected = Glibc.accept(descriptor, nil, nil)
    guard connected >= 0 else {
      return [EAGAIN, EINTR, ECONNABORTED].contains(errno) ? () : pauseAccepting()
    }
    // No child inherits it before: `linux_spawn` closes all descriptors.
    _ = fcntl(connected, F_SETFD, FD_CLOEXEC)
    guard connections.count < Self.mostConnections else {
      _ = Glibc.close(connected)
      return
    }
    let connection = TrainerConnection(connected, on: loop, limits: limits) { connection, news in
      self.assumeIsolated { $0.handle(news, of: connection) }
    }
    connections[ObjectIdentifier(connection)] = connection
    connection.assumeIsolated { $0.begin() }
  }

  /// Waits a moment: a process without free descriptors would otherwise be called for the connection without end.
  private func pauseAccepting() {
    guard let watch else { return }
    loop.update(watch, for: [])
    loop.schedule(at: loop.now.advanced(by: Self.acceptPause)) {
      self.assumeIsolated { central in
        if let watch = central.watch { central.loop.update(watch, for: .readable) }
      }
    }
  }

  private func handle(_ news: TrainerConnection.News, of connection: TrainerConnection) {
    switch news {
    case .offered(let offer): add(offer, connection)
    case .ended:
      connections[ObjectIdentifier(connection)] = nil
      for (address, other) in offers where other === connection { offers[address] = nil }
    }
  }

  /// Adds an offer; it replaces an unused one of the same trainer, which a jz2bridge before this one made.
  private func add(_ offer: TrainerOffer, _ connection: TrainerConnection) {
    let refusal = LinkError(.busy, operation: "offer", device: offer.address, detail: "offered twice")
    if let former = offers[offer.address] {
      let isInUse = former.assumeIsolated { $0.isInUse }
      (isInUse ? connection : former).assumeIsolated { $0.end(refusal) }
      guard !isInUse else { return }
    }
    offers[offer.address] = connection
    if let advertisement = present(offer.address) {
      for scan in scans.values { scan.yield(advertisement) }
    }
    if waiting?.address == offer.address { stopWaiting(.success(connection)) }
  }
}
