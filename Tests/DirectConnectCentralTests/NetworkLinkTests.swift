import BluetoothLE
import DirectConnect
import Loop
import TestKit
import Testing

@testable import DirectConnectCentral

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct NetworkLinkTests {
  @Test func `a ride's first requests reach a trainer on the network, and its answers come back`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered()
      let (link, events) = try await bench.linked()
      #expect(link.device == NetworkBench.kickr.address)
      #expect(link.characteristics.count == 5)
      try await link.subscribe(to: .controlPoint)
      try await link.subscribe(to: .data)
      #expect(try await link.read(.feature) == [0x86, 0x50])
      try await link.write([0x00], to: .controlPoint)
      try await link.write([0x05, 0xC8, 0x00], to: .controlPoint)
      let before = bench.loop.now
      await trainer.notify([0x44, 0x00], [0x44, 0x01])
      try await bench.pass()
      #expect(events.values == [[0x80, 0x00, 0x01], [0x80, 0x05, 0x01], [0x44, 0x00], [0x44, 0x01]])
      #expect(events.times.last == before)
      #expect(
        await Array(trainer.requests.dropFirst(3)) == [
          .enableNotifications(true, of: BluetoothUUID(0x2AD9)), .enableNotifications(true, of: BluetoothUUID(0x2AD2)),
          .read(BluetoothUUID(0x2ACC)), .write([0x00], to: BluetoothUUID(0x2AD9)),
          .write([0x05, 0xC8, 0x00], to: BluetoothUUID(0x2AD9)),
        ])
    }
  }

  @Test func `a silent characteristic is turned off and on again`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered()
      let (link, _) = try await bench.linked()
      try await link.resubscribe(to: .data)
      #expect(
        await trainer.requests.suffix(2) == [
          .enableNotifications(false, of: BluetoothUUID(0x2AD2)), .enableNotifications(true, of: BluetoothUUID(0x2AD2)),
        ])
    }
  }

  @Test func `values of characteristics without a subscription are dropped`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered()
      let (_, events) = try await bench.linked()
      await trainer.notify([0x44])
      try await bench.pass()
      #expect(events.values.isEmpty)
    }
  }

  @Test func `a trainer that returns gets a new link, and the lost one stays lost`() async throws {
    try await NetworkBench.run { bench in
      let first = await bench.offered()
      let (link, events) = try await bench.linked()
      await first.end()
      try await bench.pass()
      #expect(events.ending?.code == .lost)
      #expect(events.ending?.device == NetworkBench.kickr.address)
      let second = await bench.offered()
      let (other, later) = try await bench.linked()
      try await other.subscribe(to: .data)
      await second.notify([1])
      try await bench.pass()
      #expect(later.values == [[1]])
      await #expect(throws: LinkError.self) { try await link.read(.feature) }
      #expect(events.values.isEmpty)
    }
  }

  @Test func `a link that is closed here ends jz2bridge's connection`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered()
      let (link, events) = try await bench.linked()
      await link.close()
      try await bench.pass()
      #expect(events.ending?.code == .closedHere)
      #expect(await trainer.hasEnded)
    }
  }

  @Test func `two trainers have links of their own`() async throws {
    try await NetworkBench.run { bench in
      let (first, second) = (await bench.offered(), await bench.offered(NetworkBench.elite))
      let (kickr, kickrEvents) = try await bench.linked()
      let (elite, eliteEvents) = try await bench.linked(NetworkBench.elite)
      try await kickr.subscribe(to: .data)
      try await elite.subscribe(to: .data)
      await first.notify([1])
      await second.notify([2])
      try await bench.pass()
      await first.end()
      try await bench.pass()
      #expect(kickrEvents.values == [[1]] && kickrEvents.ending != nil)
      #expect(eliteEvents.values == [[2]] && eliteEvents.ending == nil)
    }
  }

  @Test func `a trainer that is read byte by byte is understood`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered()
      let (link, events) = try await bench.linked()
      try await link.subscribe(to: .data)
      for byte in DirectConnectNotification([7, 8], of: BluetoothUUID(0x2AD2)).frame.encoded() {
        await trainer.send([byte])
        try await bench.pass()
      }
      #expect(events.values == [[7, 8]])
    }
  }
}

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct HungTrainerTests {
  /// Such a trainer keeps its TCP connection, so that no end of it is seen.
  @Test func `the link to a trainer that sends no more bytes ends within half a minute`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered { request, sequence in
        if case .discoverCharacteristics(BluetoothUUID(0x1826)) = request {
          return ScriptedTrainer.usualAnswer(request, sequence)
        }
        if case .discoverServices = request, sequence == 1 {
          return DirectConnectResponse.services([BluetoothUUID(0x1826)]).frame(sequence: sequence).encoded()
        }
        return []
      }
      let (_, events) = try await bench.linked()
      try await bench.pass(.seconds(24))
      #expect(events.ending == nil)
      try await bench.pass(.seconds(2))
      #expect(events.ending?.code == .supervisionTimeout)
      #expect(await trainer.hasEnded)
    }
  }

  @Test func `a request that is not answered fails after 5 s, and the link stays while values come`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered { request, sequence in
        if case .write = request { [] } else { ScriptedTrainer.usualAnswer(request, sequence) }
      }
      let (link, events) = try await bench.linked()
      try await link.subscribe(to: .data)
      let values = Task(executorPreference: bench.loop) {
        for _ in 0..<8 {
          try await bench.pass(.seconds(1))
          await trainer.notify([1])
        }
      }
      let start = bench.loop.now
      await #expect(
        throws: LinkError(.timedOut, operation: "write 1826/2AD9", device: link.device, detail: "no answer")
      ) {
        try await link.write([0x00], to: .controlPoint)
      }
      #expect(bench.loop.now - start == .seconds(5))
      try await values.value
      #expect(try await link.read(.feature) == [0x86, 0x50])
      #expect(events.ending == nil)
    }
  }

  @Test func `an idle trainer is tested by a request every 20 s`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered()
      let (_, events) = try await bench.linked()
      try await bench.pass(.seconds(61))
      #expect(events.ending == nil)
      let tests = await trainer.requests.filter { $0 == .discoverServices }
      #expect(tests.count == 4)
    }
  }
}
