import BluetoothLE
import DirectConnect
import Glibc
import Loop

/// A connection from jz2bridge: it offers a trainer, and carries the trainer's bytes once a ride wants it.
///
/// It runs on the ride's loop. Everything that it stores or waits for has a limit, and its end ends its link.
actor TrainerConnection {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The state of a connection.
  private enum Phase {
    /// The offer has not arrived.
    case greeting
    case offered(TrainerOffer)
    /// jz2bridge connects to the trainer.
    case connecting(TrainerOffer, CheckedContinuation<Result<Void, LinkError>, Never>)
    /// The bytes are Direct Connect.
    case speaking(TrainerOffer, DirectConnectSession)
    case ended(LinkError)
  }

  /// News for the owner of the connection.
  enum News: Hashable, Sendable {
    case offered(TrainerOffer)
    /// The connection has ended; its last news.
    case ended
  }

  private let descriptor: Int32
  private let limits: ConnectionLimits
  private let report: @Sendable (TrainerConnection, News) -> Void
  private let outlet = LinkOutlet()

  private var phase = Phase.greeting
  private var watch: EventLoop.Watch?
  private var timer: (deadline: MonotonicInstant, timer: EventLoop.Timer)?
  /// The beginning of a line.
  private var partialLine: [UInt8] = []
  private var unsent: [UInt8] = []
  private var answers: [Int: CheckedContinuation<Result<DirectConnectResponse, LinkError>, Never>] = [:]
  private var lastRequest = 0

  /// Creates a connection that owns a connected socket.
  ///
  /// - Parameters:
  ///   - descriptor: The socket; the connection closes it.
  ///   - loop: The thread that it runs on.
  ///   - limits: Its limits.
  ///   - report: Receives its news, on the loop.
  init(
    _ descriptor: Int32, on loop: EventLoop, limits: ConnectionLimits,
    report: @escaping @Sendable (TrainerConnection, News) -> Void
  ) {
    self.descriptor = descriptor
    self.loop = loop
    self.limits = limits
    self.report = report
  }

  /// Starts to read.
  func begin() {
    watch = loop.watch(descriptor, for: .readable) { events in self.assumeIsolated { $0.ready(events) } }
    limit(to: limits.greeting)
  }

  /// The offer; nil before it has arrived and after the end.
  var offer: TrainerOffer? {
    switch phase {
    case .offered(let offer), .connecting(let offer, _), .speaking(let offer, _): offer
    case .greeting, .ended: nil
    }
  }

  /// Whether a ride uses the trainer, or is connecting to it.
  var isInUse: Bool {
    switch phase {
    case .connecting, .speaking: true
    case .greeting, .offered, .ended: false
    }
  }

  /// Whether the trainer's link is up.
  var isSpeaking: Bool { if case .speaking = phase { true } else { false } }

  /// Ends the connection, and everything that waits for it.
  func end(_ error: LinkError) {
    let former = phase
    if case .ended = former { return }
    var error = error
    error.device = error.device ?? offer?.address
    phase = .ended(error)
    if let watch { loop.remove(watch) }
    if let timer { loop.cancel(timer.timer) }
    (watch, timer, unsent, partialLine) = (nil, nil, [], [])
    Glibc.close(descriptor)
    if case .connecting(_, let caller) = former { caller.resume(returning: .failure(error)) }
    let waiting = answers.sorted { $0.key < $1.key }.map(\.value)
    answers = [:]
    for caller in waiting { caller.resume(returning: .failure(error)) }
    outlet.send(.closed(error))
    report(self, .ended)
  }
}

// MARK: - Connecting

extension TrainerConnection {
  /// Connects to the trainer and reads its characteristics; the connection ends if that fails or is cancelled.
  ///
  /// - Throws: `.connectFailed` with the system's message, `.timedOut`, `.servicesUnresolved`, `.cancelled`.
  func connect() async throws(LinkError) -> DirectConnectLink {
    guard case .offered(let offer) = phase else {
      throw LinkError(.busy, operation: "connect", device: offer?.address, detail: "already in use")
    }
    let outcome: Result<DirectConnectLink, LinkError> = await withTaskCancellationHandler {
      do throws(LinkError) {
        try await open(offer)
        return .success(DirectConnectLink(to: offer.address, with: try await characteristics(), over: self))
      } catch {
        end(error)
        return .failure(error)
      }
    } onCancel: {
      loop.schedule(at: .origin) { self.assumeIsolated { $0.end(LinkError(.cancelled, operation: "connect")) } }
    }
    return try outcome.get()
  }

  private func open(_ offer: TrainerOffer) async throws(LinkError) {
    let outcome: Result<Void, LinkError> = await withCheckedContinuation { caller in
      guard case .offered = phase, !Task.isCancelled else {
        return caller.resume(returning: .failure(LinkError(.cancelled, operation: "connect", device: offer.address)))
      }
      phase = .connecting(offer, caller)
      limit(to: limits.connecting)
      send(Array(TrainerLine.connect.text.utf8) + [newline])
    }
    try outcome.get()
  }

  /// Reads the services, and then the characteristics of each.
  private func characteristics() async throws(LinkError) -> Set<CharacteristicID> {
    guard case .services(let services) = try await request(.discoverServices, "discover services") else {
      throw LinkError(.servicesUnresolved, operation: "discover services", detail: "another answer")
    }
    var found: [CharacteristicID] = []
    for service in Set(services).sorted(by: { $0.description < $1.description }).prefix(limits.services) {
      let operation = "discover characteristics of \(service)"
      let answer = try await request(.discoverCharacteristics(of: service), operation)
      guard case .characteristics(let characteristics, _) = answer else { continue }
      found += characteristics.map { CharacteristicID(service: service, characteristic: $0.uuid) }
      if found.count > limits.characteristics { break }
    }
    guard !found.isEmpty else {
      throw LinkError(.servicesUnresolved, operation: "discover characteristics", detail: "no characteristic")
    }
    let all = Array(found.prefix(limits.characteristics))
    change { $0.learn(all) }
    return Set(all)
  }
}

// MARK: - Requests

extension TrainerConnection {
  /// Passes the link's events to `handler`.
  func deliver(to handler: @escaping LinkEventHandler) { outlet.deliver(to: handler) }

  /// Sends a request after those before it, and returns the answer.
  ///
  /// `operation` is its name in an error.
  func request(_ request: DirectConnectRequest, _ operation: String) async throws(LinkError) -> DirectConnectResponse {
    lastRequest += 1
    let number = lastRequest
    let outcome: Result<DirectConnectResponse, LinkError> = await withCheckedContinuation { caller in
      guard case .speaking = phase else { return caller.resume(returning: .failure(ending(operation))) }
      answers[number] = caller
      change { $0.add(request, number: number, operation, at: loop.now) }
    }
    do throws(LinkError) { return try outcome.get() } catch {
      var error = error
      error.device = error.device ?? offer?.address
      throw error
    }
  }

  /// The reason why a request is not possible.
  private func ending(_ operation: String) -> LinkError {
    guard case .ended(let error) = phase else { return LinkError(.failed, operation: operation, detail: "no link") }
    return LinkError(error.code, operation: operation, device: error.device, detail: error.detail)
  }

  /// Marks a characteristic as subscribed: its values are events from now on.
  func subscribed(to characteristic: CharacteristicID) { change { $0.subscribed(to: characteristic) } }

  /// Changes the session, and carries out the effects.
  private func change(_ body: (inout DirectConnectSession) -> Void) {
    guard case .speaking(let offer, var session) = phase else { return }
    body(&session)
    let effects = session.takeEffects()
    phase = .speaking(offer, session)
    arm(session.deadline)
    for effect in effects { carryOut(effect) }
  }

  private func carryOut(_ effect: DirectConnectSession.Effect) {
    switch effect {
    case .send(let bytes): send(bytes)
    case .answered(let number, let outcome): answers.removeValue(forKey: number)?.resume(returning: outcome)
    case .notified(let characteristic, let value):
      outlet.send(.notified(characteristic, value: value, at: loop.now))
    case .failed(let error): end(error)
    }
  }
}

// MARK: - The socket

private let newline = UInt8(ascii: "\n")

extension TrainerConnection {
  /// The most bytes that are read before the loop's other descriptors have their turn.
  private static var portion: Int { 16_384 }

  private func ready(_ events: FileEvents) {
    if !unsent.isEmpty { send([]) }
    if case .ended = phase { return }
    guard !events.isDisjoint(with: [.readable, .hangup, .error]) else { return }
    var bytes = [UInt8](repeating: 0, count: Self.portion)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count > 0 { return receive(bytes.prefix(count)) }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    let detail = count == 0 ? "the connection ended" : String(cString: strerror(errno))
    end(LinkError(isSpeaking ? .lost : .connectFailed, operation: "link", detail: detail))
  }

  private func receive(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      switch phase {
      case .speaking:
        let all = Array(rest)
        return change { $0.receive(all, at: loop.now) }
      case .ended: return
      case .greeting, .offered, .connecting:
        let end = rest.firstIndex(of: newline)
        partialLine += rest[..<(end ?? rest.endIndex)]
        guard partialLine.count <= TrainerLine.longest else { return refuse("a line is too long") }
        guard let end else { return }
        rest = rest[(end + 1)...]
        let text = String(decoding: partialLine, as: UTF8.self)
        partialLine = []
        receive(TrainerLine(text: text))
      }
    }
  }

  private func receive(_ line: TrainerLine?) {
    switch (phase, line) {
    case (.greeting, .offer(let offer)?) where offer.address.isOnNetwork:
      phase = .offered(offer)
      arm(nil)
      report(self, .offered(offer))
    case (.connecting(let offer, let caller), .connected?):
      phase = .speaking(offer, DirectConnectSession(limits: limits.session, at: loop.now))
      arm(nil)
      caller.resume(returning: .success(()))
    case (.connecting, .failed(let reason)?):
      end(LinkError(.connectFailed, operation: "connect", detail: reason))
    case (.greeting, _), (.offered, _), (.connecting, _), (.speaking, _), (.ended, _): refuse("an unexpected line")
    }
  }

  private func refuse(_ reason: String) { end(LinkError(.failed, operation: "connect", detail: reason)) }

  private func send(_ bytes: [UInt8]) {
    unsent += bytes
    while !unsent.isEmpty {
      let count = Glibc.send(descriptor, unsent, unsent.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      unsent.removeFirst(count)
    }
    guard unsent.count <= limits.unsent else {
      return end(LinkError(.lost, operation: "link", detail: "requests are not read"))
    }
    if let watch { loop.update(watch, for: unsent.isEmpty ? .readable : [.readable, .writable]) }
  }
}

// MARK: - Time

extension TrainerConnection {
  private func limit(to duration: Duration) { arm(loop.now.advanced(by: duration)) }

  private func arm(_ deadline: MonotonicInstant?) {
    guard deadline != timer?.deadline else { return }
    if let timer { loop.cancel(timer.timer) }
    timer = deadline.map { deadline in
      (deadline, loop.schedule(at: deadline) { self.assumeIsolated { $0.deadlineCame() } })
    }
  }

  private func deadlineCame() {
    timer = nil
    switch phase {
    case .greeting: refuse("no offer")
    case .connecting: end(LinkError(.timedOut, operation: "connect", detail: "jz2bridge does not answer"))
    case .speaking: change { $0.expire(at: loop.now) }
    case .offered, .ended: break
    }
  }
}

/// The limits of a connection from jz2bridge.
package struct ConnectionLimits: Hashable, Sendable {
  /// The time for the offer, after the connection was accepted.
  package var greeting = Duration.seconds(5)
  /// The time that jz2bridge may take to connect to the trainer.
  package var connecting = Duration.seconds(10)
  /// The most bytes that wait to be sent.
  package var unsent = 65_536
  /// The most services of a trainer that are read.
  package var services = 32
  /// The most characteristics of a trainer.
  package var characteristics = 256
  /// The limits of requests and values.
  package var session = SessionLimits()

  package init() {}
}
