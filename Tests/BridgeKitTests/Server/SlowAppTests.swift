import BluetoothLE
import ClientTestKit
import DirectConnect
import TestKit
import Testing

@testable import BridgeKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct SlowAppTests {
  private static let power = CharacteristicID(0x1818, 0x2A63)
  private static let heartRate = CharacteristicID(0x180D, 0x2A37)

  @Test func `an app that does not read gets the newest value and costs no memory`() async throws {
    var limits = AppServer.Limits()
    // A busy computer may need long for so many statuses.
    limits.unread = .seconds(3600)
    try await withBridge(limits: limits) { bench in
      let app = try await AppClient(port: bench.port, buffer: 4096)
      try await app.subscribe(to: 0x2A63)
      let statuses = 4_000
      // At once: the kernel gives up an app that reads nothing for 20 s.
      await bench.send((1...statuses).map { Samples.riding(watts: $0 % 1000) })
      // Without a new status the bridge would soon send 0 W.
      let feed = Task {
        while !Task.isCancelled {
          await bench.send(Samples.riding(watts: 1234))
          try? await Task.sleep(for: .milliseconds(200))
        }
      }
      defer { feed.cancel() }
      var values = 0
      let last = try await app.value(of: 0x2A63) { value in
        values += 1
        return value.count >= 4 && Int(value[2]) | Int(value[3]) << 8 == 1234
      }
      feed.cancel()
      await feed.value
      #expect(last != nil && values < statuses / 2, "\(values) values")
    }
  }

  @Test func `an app that never reads is disconnected`() async throws {
    var limits = AppServer.Limits()
    (limits.unread, limits.check) = (.milliseconds(50), .milliseconds(20))
    try await withBridge(limits: limits) { bench in
      let app = try await AppClient(port: bench.port, buffer: 4096)
      try await app.subscribe(to: 0x2A63)
      for number in 1...4_000 { await bench.send(Samples.riding(watts: number % 1000)) }
      await bench.hasApps(0)
    }
  }

  @Test func `responses are kept in order, and notifications only by their newest value`() {
    var outgoing = Outgoing()
    outgoing.append([1])
    outgoing.replace(Self.power, with: [2])
    outgoing.replace(Self.heartRate, with: [3])
    outgoing.replace(Self.power, with: [4])
    outgoing.append([5])
    #expect(!outgoing.isEmpty && outgoing.waiting == 2)
    var sent: [UInt8] = []
    outgoing.flush { bytes in
      sent += bytes
      return bytes.count
    }
    #expect(sent == [1, 5, 4, 3])
    #expect(outgoing.isEmpty)
  }

  @Test func `a frame that was sent in part is completed before any other`() {
    var outgoing = Outgoing()
    outgoing.append([1, 2, 3, 4])
    var sent: [UInt8] = []
    var room = 2
    func send(_ bytes: ArraySlice<UInt8>) -> Int {
      let count = min(room, bytes.count)
      sent += bytes.prefix(count)
      room -= count
      return count
    }
    outgoing.flush(send)
    outgoing.replace(Self.power, with: [9])
    outgoing.append([5])
    #expect(sent == [1, 2] && outgoing.waiting == 3)
    room = 100
    outgoing.flush(send)
    #expect(sent == [1, 2, 3, 4, 5, 9] && outgoing.isEmpty)
  }
}
