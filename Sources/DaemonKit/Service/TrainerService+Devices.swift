import BluetoothLE
import ControlSocket
import ControlWire
import RideSession
import RideStore

extension TrainerService {
  /// How long `use` looks for a device that was not heard yet.
  private static let searchSeconds = 10.0

  /// Scans for a while; with `more` each device is reported as it is heard, without, all at the end.
  func scan(seconds: Double, more: Bool) async throws(ControlError) -> ControlAnswer {
    try Self.check(scanSeconds: seconds)
    try await checkIdle()
    let chosen = Set(try await chosenDevices().values.map(\.address))
    guard more else {
      let found = try await listen(seconds: seconds)
      let devices = found.compactMap { heard[$0] }.map { Device($0, isKnown: chosen.contains($0.address)) }
      return .reply(.devices(devices.strongestFirst))
    }
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: ControlReply.self)
    let task = Task(executorPreference: loop) {
      do throws(ControlError) {
        _ = try await self.listen(seconds: seconds) { advertisement in
          continuation.yield(.devices([Device(advertisement, isKnown: chosen.contains(advertisement.address))]))
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return .stream(stream)
  }

  /// - Throws: `invalidParameter` for a time that no scan takes.
  static func check(scanSeconds seconds: Double) throws(ControlError) {
    guard seconds > 0, seconds <= 3600 else { throw ControlError(.invalidParameter, subject: "seconds") }
  }

  /// Hears what is in the air for so long, until `wanted` was heard, or until a start ends it.
  func listen(
    seconds: Double, until wanted: DeviceAddress? = nil, _ each: (@Sendable (Advertisement) -> Void)? = nil
  ) async throws(ControlError) -> Set<DeviceAddress> {
    guard !isGoingDown else { throw ControlError(.shuttingDown) }
    let hearing = Task(executorPreference: loop) { try await self.hear(until: wanted, each) }
    let timer = Task(executorPreference: loop) { [loop] in
      try await loop.sleep(for: .seconds(seconds))
      hearing.cancel()
    }
    lastScan += 1
    let number = lastScan
    scans[number] = hearing
    defer {
      timer.cancel()
      scans[number] = nil
    }
    do {
      return try await withTaskCancellationHandler {
        try await hearing.value
      } onCancel: {
        hearing.cancel()
      }
    } catch {
      throw ControlError(radio: error)
    }
  }

  /// Hears what is in the air until the task is cancelled, or `wanted` was heard.
  private func hear(
    until wanted: DeviceAddress?, _ each: (@Sendable (Advertisement) -> Void)?
  ) async throws -> Set<DeviceAddress> {
    var found: Set<DeviceAddress> = []
    for try await advertisement in central.scan() where !advertisement.kinds.isEmpty {
      let address = advertisement.address
      let merged = heard[address]?.updated(by: advertisement) ?? advertisement
      heard[address] = merged
      found.insert(address)
      each?(merged)
      if address == wanted { break }
    }
    return found
  }

  private func checkIdle() async throws(ControlError) {
    let isIdle = await driver.snapshot.phase == .idle
    guard isIdle, search == nil else { throw ControlError(.scanDuringRide) }
  }

  func use(_ text: String) async throws(ControlError) -> Device {
    let address = try Self.address(text)
    let known = try await stored { store throws(StoreError) in try await store.devices() }
      .first { $0.address == address }
    if known == nil, heard[address] == nil { try await search(for: address) }
    guard let kind = known?.kind ?? heard[address]?.kind else {
      throw ControlError(heard[address] == nil ? .deviceNotFound : .unsuitableDevice, subject: text)
    }
    let (name, now) = (heard[address]?.name ?? known?.name, wallClock.now)
    defer { chosen = nil }
    try await stored { store throws(StoreError) in try await store.choose(address, name: name, as: kind, at: now) }
    return Device(
      address: address.description, name: name, kinds: [kind], rssi: heard[address]?.rssi, known: true,
      addressChanges: heard[address]?.addressChanges ?? false)
  }

  private func search(for address: DeviceAddress) async throws(ControlError) {
    try await checkIdle()
    _ = try await listen(seconds: Self.searchSeconds, until: address)
  }

  func forget(_ text: String) async throws(ControlError) -> ControlReply {
    let address = try Self.address(text)
    defer { chosen = nil }
    let wasKnown = try await stored { store throws(StoreError) in try await store.forget(address) }
    guard wasKnown else { throw ControlError(.unknownDevice, subject: text) }
    return .done
  }

  func knownDevices() async throws(ControlError) -> [Device] {
    try await stored { store throws(StoreError) in try await store.devices() }.map { device in
      Device(
        address: device.address.description, name: device.name, kinds: [device.kind],
        rssi: heard[device.address]?.rssi, known: device.isChosen)
    }
  }

  private static func address(_ text: String) throws(ControlError) -> DeviceAddress {
    guard let address = DeviceAddress(text) else { throw ControlError(.invalidParameter, subject: "address") }
    return address
  }
}
