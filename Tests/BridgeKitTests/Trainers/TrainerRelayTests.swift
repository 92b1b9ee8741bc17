import BluetoothLE
import DirectConnect
import DirectConnectCentral
import Locks
import Logging
import Loop
import TestKit
import Testing

@testable import BridgeKit

/// jz2d's half and jz2bridge's half, with a trainer on a port of this computer.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct TrainerRelayTests {
  private static let data = CharacteristicID(0x1826, 0x2AD2)

  private struct Bench: Sendable {
    let loop: EventLoop
    let central: NetworkCentral
    let trainer: TCPTrainer
    let trainers: NetworkTrainers
    /// The path of jz2d's socket.
    let path: String
    /// The address by which jz2d knows the trainer.
    let address: DeviceAddress
  }

  /// Runs a test's body on the loop; `offers` means that jz2bridge knows the trainer.
  private static func run(offers: Bool = true, _ body: @escaping @Sendable (Bench) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "trainers.sock")
    let socket = try UnixSocket(listeningAt: path)
    let loop = EventLoop(name: "test", pace: .real)
    let trainer = try TCPTrainer(on: loop)
    await trainer.begin()
    let central = NetworkCentral(listeningOn: socket.descriptor, on: loop)
    await central.begin()
    let options = NetworkTrainers.Options(daemonPath: path, named: offers ? [trainer.place] : [], bus: nil)
    let trainers = NetworkTrainers(on: loop, options, log: silence)
    await trainers.begin()
    let bench = Bench(
      loop: loop, central: central, trainer: trainer, trainers: trainers, path: path,
      address: AnnouncedTrainer(at: trainer.place).offer.address)
    let outcome = await Task(executorPreference: loop) { try await body(bench) }.result
    await trainers.end()
    await central.close()
    await trainer.close()
    await loop.stop()
    withExtendedLifetime((directory, socket)) {}
    try outcome.get()
  }

  @Test func `a trainer is connected only when jz2d requests it, and its values reach jz2d`() async throws {
    try await Self.run { bench in
      var scan = bench.central.scan().makeAsyncIterator()
      let found = try await scan.next()
      #expect(found?.address == bench.address)
      #expect(await bench.trainer.connections == 0)
      let link = try await bench.central.connect(to: bench.address)
      #expect(link.characteristics == [Self.data])
      var events = await link.events.makeAsyncIterator()
      try await link.subscribe(to: Self.data)
      await bench.trainer.notify([1, 2])
      guard case .notified(Self.data, [1, 2], _)? = await events.next() else {
        Issue.record("no value")
        return
      }
      #expect(await bench.trainer.connections == 1)
    }
  }

  @Test func `a trainer that ends the link is offered again at once`() async throws {
    try await Self.run { bench in
      for number in 1...5 {
        let link = try await bench.central.connect(to: bench.address)
        var events = await link.events.makeAsyncIterator()
        await bench.trainer.drop()
        guard case .closed(let error)? = await events.next() else {
          Issue.record("no end")
          return
        }
        #expect(error.code == .lost)
        #expect(await bench.trainer.connections == number)
      }
    }
  }

  @Test func `the end of a ride ends the trainer's connection, and the trainer can be ridden again`() async throws {
    try await Self.run { bench in
      for number in 1...3 {
        let link = try await bench.central.connect(to: bench.address)
        #expect(try await link.read(Self.data) == [1])
        await link.close()
        #expect(await bench.trainer.connections == number)
      }
    }
  }

  @Test func `a trainer that is no longer announced keeps its link, and is not offered again`() async throws {
    try await Self.run(offers: false) { bench in
      let relay = TrainerRelay(AnnouncedTrainer(at: bench.trainer.place), to: bench.path, on: bench.loop, log: silence)
      await relay.begin()
      let link = try await bench.central.connect(to: bench.address)
      await relay.withdraw()
      #expect(try await link.read(Self.data) == [1])
      #expect(await !relay.hasEnded)
      await bench.trainer.drop()
      await bench.loop.untilItHolds { relay.assumeIsolated { $0.hasEnded } }
      await bench.loop.untilItHolds { bench.central.assumeIsolated { !$0.hasTrainers } }
    }
  }

  @Test func `the reason why a trainer cannot be connected reaches jz2d`() async throws {
    try await Self.run { bench in
      await bench.trainer.close()
      do throws(LinkError) {
        _ = try await bench.central.connect(to: bench.address)
        Issue.record("connected")
      } catch {
        #expect(error.code == .connectFailed)
        #expect(error.detail == "Connection refused")
      }
    }
  }
}
