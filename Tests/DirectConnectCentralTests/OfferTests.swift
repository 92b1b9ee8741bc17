import BluetoothLE
import DirectConnect
import Loop
import TestKit
import Testing

@testable import DirectConnectCentral

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct OfferTests {
  @Test func `a scan reports the trainers on the network now, and those that come`() async throws {
    let found = try await NetworkBench.run { bench in
      let first = await bench.offered()
      try await bench.pass()
      let scan = Task(executorPreference: bench.loop) {
        var found: [Advertisement] = []
        for try await advertisement in bench.central.scan() where found.count < 2 {
          found.append(advertisement)
          if found.count == 2 { break }
        }
        return found
      }
      try await bench.pass()
      let second = await bench.offered(NetworkBench.elite)
      return (try await scan.value, [first, second]).0
    }
    #expect(found.map(\.name) == ["KICKR Wi-Fi", "ELITE Wi-Fi"])
    #expect(found.map(\.address) == [NetworkBench.kickr.address, NetworkBench.elite.address])
    #expect(found.map(\.services) == [[BluetoothUUID(0x1826)], [BluetoothUUID(0x1826)]])
  }

  @Test func `a request to connect waits for the trainer`() async throws {
    try await NetworkBench.run { bench in
      let connecting = Task(executorPreference: bench.loop) {
        try await bench.central.connect(to: NetworkBench.kickr.address)
      }
      try await bench.pass(.seconds(30))
      let other = await bench.offered(NetworkBench.elite)
      try await bench.pass(.seconds(5))
      let trainer = await bench.offered()
      #expect(try await connecting.value.device == NetworkBench.kickr.address)
      #expect(await trainer.isConnected)
      #expect(await !other.isConnected)
    }
  }

  @Test func `a request to connect to an absent trainer fails after 40 s`() async throws {
    try await NetworkBench.run { bench in
      #expect(await bench.failure()?.code == .timedOut)
      #expect(bench.loop.now - .origin == .seconds(40))
    }
  }

  @Test func `a request can be withdrawn while it waits, and while jz2bridge connects`() async throws {
    try await NetworkBench.run { bench in
      let waiting = Task(executorPreference: bench.loop) { await bench.failure() }
      try await bench.pass()
      #expect(await bench.failure()?.code == .busy)
      waiting.cancel()
      #expect(await waiting.value?.code == .cancelled)
      let trainer = await bench.offered(NetworkBench.kickr, .hangs)
      let connecting = Task(executorPreference: bench.loop) { await bench.failure() }
      try await bench.pass()
      connecting.cancel()
      #expect(await connecting.value?.code == .cancelled)
      try await bench.pass()
      #expect(await trainer.hasEnded)
    }
  }

  @Test func `jz2bridge's reason for a failure is in the error`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered(NetworkBench.kickr, .fails("Connection refused"))
      let error = await bench.failure()
      #expect(error?.code == .connectFailed)
      #expect(error?.detail == "Connection refused")
      #expect(error?.device == NetworkBench.kickr.address)
      withExtendedLifetime(trainer) {}
    }
  }

  @Test func `jz2bridge has 10 s to connect to the trainer`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered(NetworkBench.kickr, .hangs)
      try await bench.pass()
      let start = bench.loop.now
      #expect(await bench.failure()?.code == .timedOut)
      #expect(bench.loop.now - start == .seconds(10))
      withExtendedLifetime(trainer) {}
    }
  }

  @Test(arguments: [
    "", "trainer", "trainer 1", "GET / HTTP/1.1", "connected", "trainer 2 8A:DC:00:00:00:01 - A",
    "trainer 1 C0:FF:EE:00:00:01 1826 A", "trainer 1 8A:DC:00:00:00:01 18 A",
    String(repeating: "a", count: 2000),
  ])
  func `a connection that does not begin with an offer is ended`(_ line: String) async throws {
    try await NetworkBench.run { bench in
      let other = ScriptedTrainer(bench.path, on: bench.loop)
      await other.say(line)
      try await bench.pass()
      #expect(await other.hasEnded)
      #expect(await !bench.central.hasTrainers)
    }
  }

  @Test func `a connection has 5 s for its offer`() async throws {
    try await NetworkBench.run { bench in
      let other = ScriptedTrainer(bench.path, on: bench.loop)
      await other.send(Array("trainer 1".utf8))
      try await bench.pass(.seconds(6))
      await other.say("")
      try await bench.pass()
      #expect(await other.hasEnded)
    }
  }

  @Test func `an offer replaces an unused one of the same trainer, but not its link`() async throws {
    try await NetworkBench.run { bench in
      let first = await bench.offered()
      try await bench.pass()
      let second = await bench.offered()
      try await bench.pass()
      #expect(await first.hasEnded)
      let (_, events) = try await bench.linked()
      let third = await bench.offered()
      try await bench.pass()
      #expect(await third.hasEnded)
      #expect(await !second.hasEnded)
      #expect(events.ending == nil)
      #expect(await bench.failure()?.code == .busy)
    }
  }

  @Test func `the seventeenth connection is refused`() async throws {
    try await NetworkBench.run { bench in
      var trainers: [ScriptedTrainer] = []
      for number in 1...17 {
        let offer = TrainerOffer(address: DeviceAddress(onNetwork: "\(number)"), name: "\(number)", services: [])
        trainers.append(await bench.offered(offer))
        try await bench.pass()
      }
      var ended: [Bool] = []
      for trainer in trainers { ended.append(await trainer.hasEnded) }
      #expect(ended == Array(repeating: false, count: 16) + [true])
    }
  }
}
