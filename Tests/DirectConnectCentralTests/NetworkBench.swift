import BluetoothLE
import DirectConnect
import DirectConnectCentral
import Loop
import Synchronization
import TestKit

/// The trainers on the network with a socket of their own, in stepped time.
///
/// A test's body runs on the loop too, so the time leaps only while all of them wait.
struct NetworkBench: Sendable {
  static let kickr = TrainerOffer(
    address: DeviceAddress(onNetwork: "KICKR"), name: "KICKR", services: [BluetoothUUID(0x1826)])
  static let elite = TrainerOffer(
    address: DeviceAddress(onNetwork: "ELITE"), name: "ELITE", services: [BluetoothUUID(0x1826)])

  let loop: EventLoop
  let central: NetworkCentral
  let path: String

  /// Runs a test's body on the loop.
  static func run<Output: Sendable>(
    _ body: @escaping @Sendable (NetworkBench) async throws -> Output
  ) async throws -> Output {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "trainers.sock")
    let socket = try UnixSocket(listeningAt: path)
    let loop = EventLoop(name: "test", pace: .stepped)
    let central = NetworkCentral(listeningOn: socket.descriptor, on: loop)
    let outcome = await Task(executorPreference: loop) {
      await central.begin()
      return try await body(NetworkBench(loop: loop, central: central, path: path))
    }.result
    await central.close()
    await loop.stop()
    withExtendedLifetime((directory, socket)) {}
    return try outcome.get()
  }

  /// Connects to the socket as jz2bridge does, and offers a trainer.
  func offered(
    _ offer: TrainerOffer = Self.kickr, _ reaction: ScriptedTrainer.Reaction = .connects,
    answer: @escaping @Sendable (DirectConnectRequest, UInt8) -> [UInt8] = ScriptedTrainer.usualAnswer
  ) async -> ScriptedTrainer {
    let trainer = ScriptedTrainer(path, on: loop, reaction, answer: answer)
    await trainer.offer(offer)
    return trainer
  }

  /// Lets a time pass.
  func pass(_ duration: Duration = .milliseconds(1)) async throws { try await loop.sleep(for: duration) }

  /// Connects and records the link's events.
  func linked(_ offer: TrainerOffer = Self.kickr) async throws -> (link: any Link, events: EventLog) {
    let link = try await central.connect(to: offer.address)
    let events = EventLog()
    await link.deliver { event in events.add(event) }
    return (link, events)
  }

  /// Returns the failure of a connection; nil if it succeeds.
  func failure(of device: DeviceAddress = Self.kickr.address) async -> LinkError? {
    do throws(LinkError) {
      _ = try await central.connect(to: device)
      return nil
    } catch {
      return error
    }
  }
}

/// The events of a link.
final class EventLog: Sendable {
  private let events = Mutex<[LinkEvent]>([])

  func add(_ event: LinkEvent) { events.withLock { $0.append(event) } }

  /// The values of the events, in order.
  var values: [[UInt8]] {
    events.withLock(\.self).compactMap { if case .notified(_, let value, _) = $0 { value } else { nil } }
  }

  /// The times of the values.
  var times: [MonotonicInstant] {
    events.withLock(\.self).compactMap { if case .notified(_, _, let at) = $0 { at } else { nil } }
  }

  /// The reason of the end; nil while the link is up.
  var ending: LinkError? {
    events.withLock(\.self).compactMap { if case .closed(let error) = $0 { error } else { nil } }.first
  }
}

extension CharacteristicID {
  static let data = CharacteristicID(0x1826, 0x2AD2)
  static let controlPoint = CharacteristicID(0x1826, 0x2AD9)
  static let feature = CharacteristicID(0x1826, 0x2ACC)
}
