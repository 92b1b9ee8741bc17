import BluetoothLE
import ControlSocket
import ControlWire
import Logging
import Loop
import RideRuntime
import RideSession
import RideStore

/// The devices: those that are chosen, those in the air, and the search with which a start without a choice begins.
actor DeviceRegistry {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let central: any Central
  private let access: StoreAccess
  private let driver: RideDriver
  private let wallClock: any WallClock
  private let admission: Admission
  private let log: Logger

  /// The devices for rides, once they were read from the store; nil after a change.
  private var known: [DeviceRole: RideDevice]?
  /// The last advertisement of each device since the daemon began.
  private var heard: [DeviceAddress: Advertisement] = [:]
  /// The scans that are going on; a start ends them, since no connection is made beside a scan.
  private(set) var scans: [Int: Task<Set<DeviceAddress>, any Error>] = [:]
  private var lastScan = 0
  private var search: DeviceSearch?
  /// Whether a measurement has the strap.
  private var isMeasuring = false

  /// How long `use` looks for a device that was not heard yet.
  private static let searchSeconds = 10.0

  init(
    central: any Central, access: StoreAccess, driver: RideDriver, wallClock: any WallClock, admission: Admission,
    loop: EventLoop, log: Logger
  ) {
    self.central = central
    self.access = access
    self.driver = driver
    self.wallClock = wallClock
    self.admission = admission
    self.loop = loop
    self.log = log
  }

  func setMeasuring(_ isMeasuring: Bool) { self.isMeasuring = isMeasuring }

  /// Whether a start is looking for its devices.
  var isSearching: Bool { search != nil }
}

extension DeviceRegistry: CallService {
  nonisolated func setHandlers(in router: inout CallRouter) {
    router.stream(Scan.self) { call, _, more throws(ControlError) in try await self.scan(call, more: more) }
    router.answer(Use.self) { call, _ throws(ControlError) in try await self.use(call) }
    router.answer(Forget.self) { call, _ throws(ControlError) in try await self.forget(call) }
    router.answer(Devices.self) { _, _ throws(ControlError) in try await self.list() }
  }
}

// MARK: - Choosing

extension DeviceRegistry {
  /// The chosen devices; a status asks every second, so they are read once.
  func chosen() async throws(ControlError) -> [DeviceRole: RideDevice] {
    if let known { return known }
    var chosen: [DeviceRole: RideDevice] = [:]
    for device in try await all() where device.isChosen {
      chosen[device.kind] = RideDevice(address: device.address, name: device.name)
    }
    known = chosen
    return chosen
  }

  /// Reads the chosen devices again before their next use: another library was put in place.
  func forgetWhatWasRead() { known = nil }

  /// The known devices; a clock that leaps is held until the store, which has a thread of its own, has answered.
  private func all() async throws(ControlError) -> [KnownDevice] {
    loop.hold()
    defer { loop.release() }
    return try await access.stored { store throws(StoreError) in try await store.devices() }
  }

  func list() async throws(ControlError) -> DeviceList {
    DeviceList(
      devices: try await all().map { device in
        Device(
          address: device.address.description, name: device.name, kinds: [DeviceKind(device.kind)],
          rssi: heard[device.address]?.rssi, known: device.isChosen)
      })
  }

  func use(_ call: Use) async throws(ControlError) -> ChosenDevice {
    let address = try Self.address(call.address)
    let stored = try await all().first { $0.address == address }
    if stored == nil || call.role != nil && call.role != stored?.kind, heard[address] == nil {
      try await demandIdle()
      _ = try await listen(seconds: Self.searchSeconds, until: address)
    }
    let kind = try await role(of: address, stored, asked: call.role)
    let name = heard[address]?.name ?? stored?.name
    try await choose(address, name: name, as: kind)
    return ChosenDevice(
      device: Device(
        address: address.description, name: name, kinds: [DeviceKind(kind)], rssi: heard[address]?.rssi, known: true,
        addressChanges: heard[address]?.addressChanges ?? false))
  }

  /// What a device is to rides: as is asked for, as it was chosen before, as it advertises, or as a connection shows.
  private func role(
    of address: DeviceAddress, _ stored: KnownDevice?, asked: DeviceRole?
  ) async throws(ControlError) -> DeviceRole {
    let isKnown = asked == nil || asked == stored?.kind
    if isKnown, let role = stored?.kind ?? heard[address]?.kind { return role }
    guard let advertisement = heard[address] else {
      throw ControlError(.deviceNotFound, subject: address.description)
    }
    if let asked {
      guard advertisement.suits(asked) else { throw ControlError(.unsuitableDevice, subject: address.description) }
      return asked
    }
    guard advertisement.kinds.contains(.cyclingPower) else {
      throw ControlError(.unsuitableDevice, subject: address.description)
    }
    try await demandIdle()
    guard try await DeviceLook(through: central, on: loop).isTrainer(address) else {
      throw ControlError(.noFitnessMachine, subject: address.description)
    }
    return .trainer
  }

  private func choose(_ address: DeviceAddress, name: String?, as kind: DeviceRole) async throws(ControlError) {
    defer { known = nil }
    let now = wallClock.now
    try await access.stored { store throws(StoreError) in try await store.choose(address, name: name, as: kind, at: now)
    }
  }

  func forget(_ call: Forget) async throws(ControlError) -> EmptyReply {
    let address = try Self.address(call.address)
    defer { known = nil }
    let wasKnown = try await access.stored { store throws(StoreError) in try await store.forget(address) }
    guard wasKnown else { throw ControlError(.unknownDevice, subject: call.address) }
    return EmptyReply()
  }

  private static func address(_ text: String) throws(ControlError) -> DeviceAddress {
    guard let address = DeviceAddress(text) else { throw ControlError(.invalidParameter, subject: "address") }
    return address
  }

  /// Remembers what a start took by itself, as `use` would, unless somebody has chosen meanwhile.
  ///
  /// Only once the trainer is in hand: what advertises Cycling Power may be no trainer, and would be taken again and
  /// again. The store works on its own thread: a clock that leaps is held until it has remembered.
  func remember(_ devices: RideDevices) async {
    loop.hold()
    defer { loop.release() }
    for pick in devices.all where pick.reason != .chosen {
      do throws(ControlError) {
        guard try await chosen()[pick.kind] == nil else { continue }
        try await choose(pick.ridden.address, name: pick.ridden.name, as: pick.kind)
        log.notice("taken for rides", metadata: ["device": "\(pick.ridden.address)", "reason": "\(pick.reason)"])
      } catch {
        known = nil
        log.warning("not remembered", metadata: ["device": "\(pick.ridden.address)", "error": "\(error)"])
      }
    }
  }
}

// MARK: - Listening

extension DeviceRegistry {
  /// Scans for a while; with `more` each device is answered as it is heard, without, all at the end.
  func scan(_ call: Scan, more: Bool) async throws(ControlError) -> ControlAnswer<DeviceList> {
    let seconds = try call.checkedSeconds()
    try await demandIdle()
    let chosen = Set(try await chosen().values.map(\.address))
    guard more else {
      let found = try await listen(seconds: seconds)
      let devices = found.compactMap { heard[$0] }.map { Device($0, isKnown: chosen.contains($0.address)) }
      return .reply(DeviceList(devices: devices.strongestFirst))
    }
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: DeviceList.self)
    let task = Task(executorPreference: loop) {
      do throws(ControlError) {
        _ = try await self.listen(seconds: seconds) { advertisement in
          let device = Device(advertisement, isKnown: chosen.contains(advertisement.address))
          continuation.yield(DeviceList(devices: [device]))
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return .stream(stream, answering: call)
  }

  /// - Throws: `scanDuringRide` if a ride is on, or a start looks for its devices; `measurementInProgress`.
  private func demandIdle() async throws(ControlError) {
    guard !isMeasuring else { throw ControlError(.measurementInProgress) }
    let isIdle = await driver.snapshot.phase == .idle
    guard isIdle, search == nil else { throw ControlError(.scanDuringRide) }
  }

  /// Ends the scans that are going on.
  func endScans() {
    for scan in scans.values { scan.cancel() }
  }

  /// Hears what is in the air for so long, until `wanted` was heard, or until a start ends it.
  private func listen(
    seconds: Double, until wanted: DeviceAddress? = nil, _ each: (@Sendable (Advertisement) -> Void)? = nil
  ) async throws(ControlError) -> Set<DeviceAddress> {
    try admission.demand()
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
}

// MARK: - A strap for a measurement

extension DeviceRegistry {
  /// How long a strap is listened for that nobody chose, one time after the other until one is heard: a strap advertises
  /// every second, and one that was just put on begins late.
  private static let strapSeconds = [5.0, 10.0]

  /// The strap for a measurement: the chosen one, else the only one that is heard.
  ///
  /// - Throws: `severalDevices`; `measurementRefused` if none is heard, or the task is cancelled.
  func strap() async throws(ControlError) -> DeviceAddress {
    let known = try await all()
    var choice = DeviceChoice(of: .heartRate, heard: [], known: known)
    for seconds in Self.strapSeconds where choice == .nothing && !Task.isCancelled {
      let found = try await listen(seconds: seconds).compactMap { heard[$0] }
      choice = DeviceChoice(of: .heartRate, heard: found, known: known)
    }
    switch choice {
    case .device(let address, _, _): return address
    case .several(let straps): throw .several(.heartRate, among: straps.map { Device($0, isKnown: false) })
    case .nothing: throw .measurementRefused(MeasurementFault(.noStrap))
    }
  }
}

// MARK: - Searching

extension DeviceRegistry {
  /// The devices for a ride if a trainer was chosen, else nil; a strap that was not chosen delays nothing.
  func chosenDevices(wantsHeartRate: Bool) async throws(ControlError) -> RideDevices? {
    let known = try await all()
    guard known.contains(where: { $0.isChosen && $0.kind == .trainer }) else { return nil }
    return try RideDevices(heard: [], known: known, wantsHeartRate: wantsHeartRate)
  }

  /// The devices for a ride that are found in the air; `hasStrap` tells whether a strap was chosen.
  ///
  /// The search goes on when its caller goes away, as the ride will. It counts as on until the caller's next step, so
  /// that nobody sees the daemon idle between it and the ride.
  func searchedDevices(wantsHeartRate: Bool, hasStrap: Bool) async throws(ControlError) -> RideDevices {
    let found = await listening(wantsStrap: wantsHeartRate && !hasStrap)
    defer { loop.release() }
    do throws(ControlError) {
      let inTheAir = try found.get().compactMap { heard[$0] }
      let known = try await all()
      try admission.demand()
      guard search?.isWithdrawn != true else { throw ControlError(.startWithdrawn) }
      let devices = try RideDevices(heard: inTheAir, known: known, wantsHeartRate: wantsHeartRate)
      search = nil
      return devices
    } catch {
      search = nil
      await driver.announce()
      throw error
    }
  }

  /// Listens for as long as it takes, and returns what is in the air.
  ///
  /// The way back to the caller leads over another thread, and the store has one of its own: a clock that leaps is held
  /// from the end of the listening on, for the caller to release.
  private func listening(wantsStrap: Bool) async -> Result<Set<DeviceAddress>, ControlError> {
    log.info("a device is missing; listening")
    let begun = loop.now
    let found = await withCheckedContinuation { ended in
      let hearing = Task(executorPreference: loop) {
        await self.driver.announce()
        let found = await self.hearDevices()
        self.loop.hold()
        ended.resume(returning: found)
      }
      search = DeviceSearch(begun: begun, hearing: hearing, listening: DeviceListening(wantsStrap: wantsStrap))
      armSearchEnd()
    }
    if let timer = search?.timer { loop.cancel(timer) }
    let count = (try? found.get().count) ?? 0
    log.info("listened", metadata: ["seconds": "\((loop.now - begun).seconds)", "devices": "\(count)"])
    return found
  }

  private func hearDevices() async -> Result<Set<DeviceAddress>, ControlError> {
    do throws(ControlError) {
      return .success(
        try await listen(seconds: DeviceListening.longest.seconds) { advertisement in
          self.assumeIsolated { $0.noteForSearch(advertisement) }
        })
    } catch {
      return .failure(error)
    }
  }

  private func noteForSearch(_ advertisement: Advertisement) {
    guard let search else { return }
    self.search?.listening.heard(advertisement, after: loop.now - search.begun)
    armSearchEnd()
  }

  private func armSearchEnd() {
    guard let search else { return }
    if let timer = search.timer { loop.cancel(timer) }
    self.search?.timer = loop.schedule(at: search.begun.advanced(by: search.listening.end)) { search.hearing.cancel() }
  }

  /// Ends a search for good.
  ///
  /// - Returns: Whether there was one.
  func withdrawSearch() async -> Bool {
    guard let hearing = search?.hearing else { return false }
    search?.isWithdrawn = true
    hearing.cancel()
    await hearing.value
    return true
  }
}

/// A search in the air for the devices of a ride.
private struct DeviceSearch {
  let begun: MonotonicInstant
  /// Listens; cancelled when enough was heard.
  let hearing: Task<Void, Never>
  var listening: DeviceListening
  /// Ends it when enough was heard.
  var timer: EventLoop.Timer?
  /// Whether a stop came.
  var isWithdrawn = false
}

extension Scan {
  /// How long to scan, in seconds.
  ///
  /// - Throws: `invalidParameter` for a time that no scan takes.
  func checkedSeconds() throws(ControlError) -> Double {
    let seconds = seconds ?? Self.usualSeconds
    guard seconds > 0, seconds <= Scan.longestSeconds else {
      throw ControlError(.invalidParameter, subject: "seconds")
    }
    return seconds
  }
}
