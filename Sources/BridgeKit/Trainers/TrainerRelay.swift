import BluetoothLE
import ControlSocket
import DirectConnect
import Glibc
import Logging
import Loop

/// Offers one trainer to jz2d, and passes bytes between jz2d and the trainer while a ride uses it.
///
/// It connects to the trainer only when jz2d requests that: many trainers accept one app only. After the end of a link
/// it offers the trainer again.
actor TrainerRelay {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private enum Side: Hashable {
    case daemon, trainer

    var other: Side { self == .daemon ? .trainer : .daemon }
  }

  /// One end of the relay.
  private struct End {
    var descriptor: Int32
    var watch: EventLoop.Watch
    /// The bytes that it has not accepted yet.
    var unsent: [UInt8] = []
  }

  private enum Phase: Hashable {
    /// Without a connection.
    case resting
    /// jz2d knows the trainer.
    case offering
    /// The trainer is being connected.
    case connecting
    case relaying
    case ended
  }

  /// The time for the trainer's answer to a connection.
  private static let patience = Duration.seconds(5)
  /// The time without jz2d between two attempts to reach it.
  private static let daemonPause = Duration.seconds(5)
  /// The first and the longest pause after failures of the trainer.
  private static let pauses = (first: Duration.milliseconds(500), longest: Duration.seconds(8))
  /// The most bytes that wait for one side; the other is not read until they are sent.
  private static let mostUnsent = 65_536

  private let daemonPath: String
  private let log: Logger
  private var trainer: AnnouncedTrainer
  private var phase = Phase.resting
  private var ends: [Side: End] = [:]
  private var line: [UInt8] = []
  private var timer: EventLoop.Timer?
  private var failures = 0
  /// Whether the trainer's announcement is gone: its link, if there is one, is the last.
  private var isWithdrawn = false

  init(_ trainer: AnnouncedTrainer, to daemonPath: String, on loop: EventLoop, log: Logger) {
    self.trainer = trainer
    self.daemonPath = daemonPath
    self.loop = loop
    var log = log
    log[metadataKey: "trainer"] = "\(trainer.offer.name)"
    self.log = log
  }

  /// Whether it was withdrawn, and has no link.
  var hasEnded: Bool { phase == .ended }

  /// Starts to offer the trainer.
  func begin() {
    if phase == .resting { offer() }
  }

  /// Uses a new announcement of the same trainer, from the next link on.
  func update(_ trainer: AnnouncedTrainer) {
    isWithdrawn = false
    guard trainer != self.trainer else { return }
    self.trainer = trainer
    if phase == .offering { rest(for: .zero) }
  }

  /// Ends the offer; a link continues to its end.
  func withdraw() {
    isWithdrawn = true
    if phase == .resting || phase == .offering { end() }
  }

  /// Ends offer and link.
  func end() {
    clear()
    phase = .ended
  }
}

// MARK: - Offering

extension TrainerRelay {
  /// Closes both sides, and stops waiting.
  private func clear() {
    if let timer { loop.cancel(timer) }
    timer = nil
    for end in ends.values {
      loop.remove(end.watch)
      close(end.descriptor)
    }
    (ends, line) = ([:], [])
  }

  /// Closes both sides, and offers the trainer after a pause.
  private func rest(for pause: Duration) {
    clear()
    guard !isWithdrawn else { return phase = .ended }
    phase = .resting
    wait(pause) { relay in relay.offer() }
  }

  private func wait(_ pause: Duration, then body: @escaping @Sendable (isolated TrainerRelay) -> Void) {
    if let timer { loop.cancel(timer) }
    timer = loop.schedule(at: loop.now.advanced(by: pause)) { self.assumeIsolated { body($0) } }
  }

  private func offer() {
    guard let descriptor = RelaySocket.connected(toUnix: daemonPath) else { return rest(for: Self.daemonPause) }
    phase = .offering
    add(descriptor, as: .daemon)
    send(Self.bytes(of: .offer(trainer.offer)), to: .daemon)
  }

  private func connect() {
    guard let descriptor = RelaySocket.connecting(to: trainer.place) else {
      return fail(String(cString: strerror(errno)))
    }
    phase = .connecting
    NetworkSocket.prepare(descriptor)
    add(descriptor, as: .trainer)
    wait(Self.patience) { relay in relay.fail("no answer") }
  }

  /// Reports the failure to jz2d, and rests for longer after each failure.
  private func fail(_ reason: String) {
    log.info("The trainer cannot be connected.", metadata: ["place": "\(trainer.place)", "reason": "\(reason)"])
    send(Self.bytes(of: .failed(reason)), to: .daemon)
    let pause = Self.pauses.first * (1 << min(failures, 8))
    failures += 1
    rest(for: min(pause, Self.pauses.longest))
  }

  private func connected() {
    if let timer { loop.cancel(timer) }
    (phase, failures, timer) = (.relaying, 0, nil)
    log.info("The trainer is connected.", metadata: ["place": "\(trainer.place)"])
    send(Self.bytes(of: .connected), to: .daemon)
  }

  private static func bytes(of line: TrainerLine) -> [UInt8] { Array(line.text.utf8) + [UInt8(ascii: "\n")] }
}

// MARK: - Bytes

extension TrainerRelay {
  private func add(_ descriptor: Int32, as side: Side) {
    let watch = loop.watch(descriptor, for: .readable) { events in self.assumeIsolated { $0.ready(side, events) } }
    ends[side] = End(descriptor: descriptor, watch: watch)
    updateWatches()
  }

  private func ready(_ side: Side, _ events: FileEvents) {
    if side == .trainer, phase == .connecting { return trainerAnswered() }
    if !events.isDisjoint(with: .writable) { flush(side) }
    guard !events.isDisjoint(with: [.readable, .hangup, .error]), let end = ends[side] else { return }
    switch NetworkSocket.receive(end.descriptor) {
    case .bytes(let bytes): receive(bytes, from: side)
    case .notYet: break
    case .end: ended(side)
    }
  }

  private func trainerAnswered() {
    guard let end = ends[.trainer] else { return }
    let error = RelaySocket.error(of: end.descriptor)
    if error == 0 { connected() } else { fail(String(cString: strerror(error))) }
  }

  private func receive(_ bytes: [UInt8], from side: Side) {
    switch phase {
    case .relaying: send(bytes, to: side.other)
    case .offering:
      line += bytes
      guard line.last == UInt8(ascii: "\n") else {
        if line.count > TrainerLine.longest { rest(for: Self.daemonPause) }
        return
      }
      let isRequest = TrainerLine(text: String(decoding: line.dropLast(), as: UTF8.self)) == .connect
      isRequest ? connect() : rest(for: Self.daemonPause)
    case .resting, .connecting, .ended: rest(for: Self.daemonPause)
    }
  }

  /// Offers the trainer again, at once after a link, because a ride waits for it.
  private func ended(_ side: Side) {
    if phase == .relaying {
      log.info("The link has ended.", metadata: ["by": side == .daemon ? "jz2d" : "the trainer"])
      return rest(for: .zero)
    }
    rest(for: phase == .connecting ? Self.pauses.first : Self.daemonPause)
  }

  private func send(_ bytes: [UInt8], to side: Side) {
    ends[side]?.unsent += bytes
    flush(side)
  }

  private func flush(_ side: Side) {
    while let end = ends[side], !end.unsent.isEmpty {
      let count = NetworkSocket.send(end.descriptor, end.unsent[...])
      // After -1, the end of the connection is read.
      guard count > 0 else { break }
      ends[side]?.unsent.removeFirst(count)
    }
    updateWatches()
  }

  /// Reads a side only while the other accepts bytes.
  private func updateWatches() {
    for (side, end) in ends {
      var events: FileEvents = []
      if (ends[side.other]?.unsent.count ?? 0) < Self.mostUnsent { events.insert(.readable) }
      if !end.unsent.isEmpty || (side == .trainer && phase == .connecting) { events.insert(.writable) }
      loop.update(end.watch, for: events)
    }
  }
}

/// The system calls for the sockets of a relay, which never block.
enum RelaySocket {
  private static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  /// Returns a socket that is connected to a Unix socket; nil if no program accepts it now.
  static func connected(toUnix path: String) -> Int32? {
    var place = sockaddr_un()
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: place.sun_path), !bytes.contains(0) else {
      return nil
    }
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { return nil }
    if connect(descriptor, &place) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// Returns a socket that is being connected to a trainer; nil with `errno` on failure.
  ///
  /// It is writable at the outcome.
  static func connecting(to trainer: TrainerPlace) -> Int32? {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = trainer.port.bigEndian
    withUnsafeMutableBytes(of: &place.sin_addr) { $0.copyBytes(from: trainer.address.bytes.prefix(4)) }
    let descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else { return nil }
    if connect(descriptor, &place) == 0 || errno == EINPROGRESS { return descriptor }
    let reason = errno
    close(descriptor)
    errno = reason
    return nil
  }

  /// Returns the error of a connection that was being made; 0 if it was made.
  static func error(of descriptor: Int32) -> Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
  }

  private static func connect<Place>(_ descriptor: Int32, _ place: inout Place) -> Int32 {
    withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Place>.size))
      }
    }
  }
}
