import BluetoothLE
import RideStore
import Rides
import Testing

@Suite struct StoredDeviceTests {
  let state = TemporaryState()

  @Test func `choosing a device replaces the chosen one of its kind`() async throws {
    let store = try state.open()
    let other = DeviceAddress(0x0102_0304_0506)
    try await store.choose(trainer, name: "KICKR", as: .trainer, at: UnixTime(seconds: 1))
    try await store.choose(strap, name: nil, as: .heartRate, at: UnixTime(seconds: 2))
    try await store.choose(other, name: "SUITO", as: .trainer, at: UnixTime(seconds: 3))
    #expect(
      try await store.devices() == [
        KnownDevice(
          address: other, name: "SUITO", kind: .trainer, isChosen: true, lastSeen: UnixTime(seconds: 3)),
        KnownDevice(
          address: trainer, name: "KICKR", kind: .trainer, isChosen: false, lastSeen: UnixTime(seconds: 1)),
        KnownDevice(address: strap, name: nil, kind: .heartRate, isChosen: true, lastSeen: UnixTime(seconds: 2)),
      ])
  }

  @Test func `choosing a device again keeps its known name`() async throws {
    let store = try state.open()
    try await store.choose(trainer, name: "KICKR", as: .trainer, at: UnixTime(seconds: 1))
    try await store.choose(trainer, name: nil, as: .trainer, at: UnixTime(seconds: 2))
    let devices = try await store.devices()
    #expect(devices.map(\.name) == ["KICKR"])
    #expect(devices.map(\.lastSeen) == [UnixTime(seconds: 2)])
  }

  @Test func `forgetting a device reports whether it was known`() async throws {
    let store = try state.open()
    try await store.choose(trainer, name: nil, as: .trainer, at: start)
    #expect(try await store.forget(trainer))
    #expect(try await !store.forget(trainer))
    #expect(try await store.devices().isEmpty)
  }
}
