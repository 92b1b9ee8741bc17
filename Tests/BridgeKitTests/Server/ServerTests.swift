import AppBridge
import BluetoothLE
import ClientTestKit
import ControlWire
import DirectConnect
import TestKit
import Testing

@testable import BridgeKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ServerTests {
  private static let machine = BluetoothUUID(0x1826)

  @Test func `an app discovers the trainer and the strap, and the control point of the trainer`() async throws {
    try await withBridge { bench in
      let app = try await AppClient(port: bench.port)
      let services = try DirectConnectResponse(try #require(try await app.ask(.discoverServices)))
      guard case .services(let uuids) = services else { return #expect(Bool(false), "\(services)") }
      let known: Set<BluetoothUUID> = [BluetoothUUID(0x1826), BluetoothUUID(0x1818), BluetoothUUID(0x180D)]
      #expect(known.isSubset(of: uuids))
      let frame = try await app.ask(.discoverCharacteristics(of: Self.machine))
      guard case .characteristics(let all, Self.machine) = try DirectConnectResponse(try #require(frame)) else {
        return #expect(Bool(false))
      }
      let controlPoint = all.first { $0.uuid == BluetoothUUID(0x2AD9) }
      #expect(controlPoint?.properties == [.write, .notify])
      let numbers = all.map(\.uuid)
      #expect(numbers.contains(BluetoothUUID(0x2AD2)))
    }
  }

  @Test func `an app reads the features, and is refused a service that is not there`() async throws {
    try await withBridge { bench in
      let app = try await AppClient(port: bench.port)
      let features = try #require(try await app.ask(.read(BluetoothUUID(0x2ACC))))
      #expect(features.code == .success && features.body.count == 24)
      let absent = try #require(try await app.ask(.discoverCharacteristics(of: BluetoothUUID(0x1815))))
      #expect(absent.code == .serviceNotFound && absent.body.isEmpty)
    }
  }

  @Test func `a subscribed app gets each new power, and another app gets none`() async throws {
    try await withBridge { bench in
      let (app, other) = (try await AppClient(port: bench.port), try await AppClient(port: bench.port))
      await bench.hasApps(2)
      try await app.subscribe(to: 0x2A63)
      for watts in [148, 149, 230] {
        await bench.send(Samples.riding(watts: watts))
        let value = try await app.value(of: 0x2A63) { $0.count >= 4 && Int($0[2]) | Int($0[3]) << 8 == watts }
        #expect(value != nil)
      }
      // The first frame that the other app gets is the response.
      try await other.send(DirectConnectRequest.unnamed.frame(sequence: 9).encoded())
      #expect(try await other.next() == DirectConnectFrame(.unnamed, sequence: 9))
    }
  }

  @Test func `the app in control sets the power of the ride`() async throws {
    try await withBridge { bench in
      let app = try await AppClient(port: bench.port)
      await bench.send(Samples.riding)
      try await app.subscribe(to: 0x2AD9)
      let control = BluetoothUUID(0x2AD9)
      #expect(try await app.ask(.write([0x00], to: control))?.code == .success)
      #expect(try await app.value(of: 0x2AD9) == [0x80, 0x00, 0x01])
      #expect(try await app.ask(.write([0x05, 0xC8, 0x00], to: control))?.code == .success)
      #expect(try await app.value(of: 0x2AD9) == [0x80, 0x05, 0x01])
      await bench.hasCalled { $0 == .setWatts(200) }
      #expect(bench.made == [.setWatts(200)])
    }
  }

  @Test func `requests that arrive together are all answered, in order`() async throws {
    try await withBridge { bench in
      let app = try await AppClient(port: bench.port)
      let numbers = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
      async let sent: Void = app.send(
        numbers.flatMap { DirectConnectRequest.discoverServices.frame(sequence: $0).encoded() })
      for number in numbers {
        let frame = try #require(try await app.next())
        #expect(frame.sequence == number && frame.message == .discoverServices)
      }
      try await sent
    }
  }

  @Test func `a request that arrives byte by byte is answered`() async throws {
    try await withBridge { bench in
      let app = try await AppClient(port: bench.port)
      for byte in DirectConnectRequest.read(BluetoothUUID(0x2ACC)).frame(sequence: 3).encoded() {
        try await app.send([byte])
      }
      #expect(try await app.next()?.sequence == 3)
    }
  }

  @Test func `an app that sends garbage is disconnected, and others are not`() async throws {
    try await withBridge { bench in
      let (good, bad) = (try await AppClient(port: bench.port), try await AppClient(port: bench.port))
      await bench.hasApps(2)
      try await bad.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
      #expect(try await bad.isClosed())
      #expect(try await good.ask(.discoverServices)?.code == .success)
      await bench.hasApps(1)
    }
  }

  @Test func `a connection from an address outside the local network is closed at once`() async throws {
    try await withBridge(isNear: { _, _ in false }) { bench in
      let app = try await AppClient(port: bench.port)
      #expect(try await app.isClosed())
      #expect(await bench.server.count == 0)
    }
  }

  @Test func `an address gets eight connections`() async throws {
    try await withBridge { bench in
      var apps: [AppClient] = []
      for _ in 0..<8 { apps.append(try await AppClient(port: bench.port)) }
      await bench.hasApps(8)
      let ninth = try await AppClient(port: bench.port)
      #expect(try await ninth.isClosed())
      #expect(try await apps[7].ask(.discoverServices)?.code == .success)
      // An app that leaves makes room.
      apps.removeFirst()
      await bench.hasApps(7)
      let tenth = try await AppClient(port: bench.port)
      #expect(try await tenth.ask(.discoverServices)?.code == .success)
    }
  }

  @Test func `a connection without a request is closed`() async throws {
    var limits = AppServer.Limits()
    (limits.first, limits.check) = (.milliseconds(50), .milliseconds(20))
    try await withBridge(limits: limits) { bench in
      let (silent, asking) = (try await AppClient(port: bench.port), try await AppClient(port: bench.port))
      #expect(try await asking.ask(.unnamed)?.code == .success)
      #expect(try await silent.isClosed())
      #expect(try await asking.ask(.unnamed)?.code == .success)
    }
  }

  @Test func `a port that systemd has opened accepts apps`() async throws {
    try await withBridge { bench in
      let passed = try NetworkSocket.listen("127.0.0.1", port: 0)
      let port = try await bench.server.listen(on: [passed])
      let app = try await AppClient(port: port)
      #expect(port != bench.port)
      #expect(try await app.ask(.discoverServices)?.code == .success)
    }
  }

  @Test func `a port that another program uses is refused with a reason`() async throws {
    try await withBridge { bench in
      let other = AppServer(for: bench.driver, log: silence)
      let fault = await #expect(throws: BridgeStartFault.self) {
        try await other.listen(at: "127.0.0.1", port: bench.port)
      }
      #expect(fault?.code == .portUnusable && fault?.detail.contains("Address already in use") == true)
    }
  }
}
