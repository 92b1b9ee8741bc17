import BluetoothLE
import DirectConnect
import Loop
import TestKit
import Testing

@testable import DirectConnectCentral

/// A radio with one strap; or a broken one.
private struct SmallRadio: Central {
  static let strap = DeviceAddress(0xC0FF_EE00_0001)

  var failure: LinkError?

  func state() async -> CentralState { CentralState(radio: "bluez", problem: failure) }

  func scan() -> AsyncThrowingStream<Advertisement, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Advertisement.self)
    continuation.yield(Advertisement(address: Self.strap, name: "strap"))
    if let failure { continuation.finish(throwing: failure) }
    return stream
  }

  func connect(to device: DeviceAddress) async throws(LinkError) -> any Link {
    throw LinkError(.refused, operation: "radio", device: device)
  }

  func whenUsable() async throws(LinkError) {}

  func apply(_ remedy: RadioRemedy) async throws(LinkError) {}

  func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress> { devices }
}

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct CombinedCentralTests {
  private static let adapterMissing = LinkError(.adapterMissing, operation: "scan")

  /// Returns the names that a scan of a second reports, and its error.
  private static func scan(
    _ central: CombinedCentral, on bench: NetworkBench
  ) async throws -> (names: Set<String>, error: LinkError?) {
    let names = EventNames()
    let scan = Task(executorPreference: bench.loop) {
      for try await advertisement in central.scan() { await names.add(advertisement.name ?? "") }
    }
    try await bench.pass(.seconds(1))
    scan.cancel()
    do {
      try await scan.value
      return (await names.all, nil)
    } catch {
      return (await names.all, error as? LinkError)
    }
  }

  private actor EventNames {
    private(set) var all: Set<String> = []

    func add(_ name: String) { all.insert(name) }
  }

  @Test func `a scan finds the devices of both`() async throws {
    try await NetworkBench.run { bench in
      let trainer = await bench.offered()
      let found = try await Self.scan(CombinedCentral(SmallRadio(), and: bench.central), on: bench)
      #expect(found.names == ["strap", "KICKR Wi-Fi"])
      #expect(found.error == nil)
      withExtendedLifetime(trainer) {}
    }
  }

  @Test func `without an adapter a scan finds the trainers on the network`() async throws {
    try await NetworkBench.run { bench in
      let central = CombinedCentral(SmallRadio(failure: Self.adapterMissing), and: bench.central)
      #expect(try await Self.scan(central, on: bench).error == Self.adapterMissing)
      let trainer = await bench.offered()
      try await bench.pass()
      let found = try await Self.scan(central, on: bench)
      #expect(found.names == ["strap", "KICKR Wi-Fi"])
      #expect(found.error == nil)
      #expect(await central.state().problem == Self.adapterMissing)
      _ = try await central.connect(to: NetworkBench.kickr.address)
      let advertisement = await central.advertisement(of: NetworkBench.kickr.address)
      #expect(advertisement?.isConnected == true)
      withExtendedLifetime(trainer) {}
    }
  }

  @Test func `devices of Bluetooth are connected by the radio`() async throws {
    try await NetworkBench.run { bench in
      let central = CombinedCentral(SmallRadio(), and: bench.central)
      await #expect(throws: LinkError(.refused, operation: "radio", device: SmallRadio.strap)) {
        _ = try await central.connect(to: SmallRadio.strap)
      }
    }
  }

  @Test func `no remedy for a trainer on the network reaches the radio`() async throws {
    try await NetworkBench.run { bench in
      let central = CombinedCentral(SmallRadio(), and: bench.central)
      let trainer = NetworkBench.kickr.address
      await #expect(throws: LinkError.self) { try await central.apply(.forget(trainer)) }
      await #expect(throws: LinkError.self) {
        try await central.apply(.powerCycle(costing: [trainer, SmallRadio.strap]))
      }
      try await central.apply(.powerCycle(costing: [SmallRadio.strap]))
      #expect(await central.letGo(of: [trainer, SmallRadio.strap]) == [SmallRadio.strap])
    }
  }
}
