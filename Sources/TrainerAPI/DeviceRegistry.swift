import BluetoothLE
import ControlSocket
import ControlWire
import Logging
import Loop
import RideRuntime
import RideSession
import RideStore
import Rides

/// The chosen devices, the devices in range, and the search of a start for devices that were not chosen.
actor DeviceRegistry {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let central: any Central
  let access: StoreAccess
  let driver: RideDriver
  let wallClock: any WallClock
  let admission: Admission
  let log: Logger

  /// The chosen devices as read from the store; nil before the first read and after a change.
  private var known: [DeviceRole: RideDevice]?
  /// The last advertisement of each device since the daemon started; for devices that advertise no kind, since the last
  /// scan began.
  private(set) var advertisements: [DeviceAddress: Advertisement] = [:]
  /// The running scans; a start ends them, because the radio does not connect during a scan.
  private(set) var scans: [Int: Task<Set<DeviceAddress>, any Error>] = [:]
  private var lastScan = 0
  var search: DeviceSearch?
  /// Whether a measurement uses the strap.
  private var isMeasuring = false

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

  /// Whether a start is scanning for its devices.
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
  /// Returns the chosen devices; they are read once, because a status needs them every second.
  func chosen() async throws(ControlError) -> [DeviceRole: RideDevice] {
    if let known { return known }
    var chosen: [DeviceRole: RideDevice] = [:]
    for device in try await all() where device.isChosen {
      chosen[device.kind] = RideDevice(address: device.address, name: device.name)
    }
    known = chosen
    return chosen
  }

  /// Discards the chosen devices, so that their next use reads them again.
  func forgetWhatWasRead() { known = nil }

  /// Returns the known devices; a stepped clock is held until the store, which has its own thread, has answered.
  func all() async throws(ControlError) -> [KnownDevice] {
    loop.hold()
    defer { loop.release() }
    return try await access.stored { store throws(StoreError) in try await store.devices() }
  }

  func forget(_ call: Forget) async throws(ControlError) -> EmptyReply {
    let address = try Self.address(call.address)
    defer { forgetWhatWasRead() }
    let wasKnown = try await access.stored { store throws(StoreError) in try await store.forget(address) }
    guard wasKnown else { throw ControlError(.unknownDevice, subject: call.address) }
    return EmptyReply()
  }

  static func address(_ text: String) throws(ControlError) -> DeviceAddress {
    guard let address = DeviceAddress(text) else { throw ControlError(.invalidParameter, subject: "address") }
    return address
  }

  /// Stores the devices that a start selected, as `use` does, unless others were chosen meanwhile.
  ///
  /// Call it only once the trainer is connected: a device that advertises Cycling Power may not be a trainer, and would
  /// be selected at every start. A stepped clock is held until the store, which has its own thread, has answered.
  func remember(_ devices: RideDevices) async {
    loop.hold()
    defer { loop.release() }
    for pick in devices.all where pick.reason != .chosen {
      do throws(ControlError) {
        guard try await chosen()[pick.kind] == nil else { continue }
        try await choose(pick.ridden.address, name: pick.ridden.name, as: pick.kind)
        log.notice("device chosen", metadata: ["device": "\(pick.ridden.address)", "reason": "\(pick.reason)"])
      } catch {
        known = nil
        log.warning("chosen device not stored", metadata: ["device": "\(pick.ridden.address)", "error": "\(error)"])
      }
    }
  }
}

// MARK: - Listening

extension DeviceRegistry {
  /// Scans for the requested time; with `more` it sends each device as it is found, otherwise all at the end.
  func scan(_ call: Scan, more: Bool) async throws(ControlError) -> ControlAnswer<DeviceList> {
    let seconds = try call.checkedSeconds()
    try await demandIdle()
    let chosen = Set(try await chosen().values.map(\.address))
    guard more else {
      let found = try await listen(seconds: seconds)
      let devices = found.compactMap { advertisements[$0] }.filter(call.reports).map {
        Device($0, isKnown: chosen.contains($0.address))
      }
      return .reply(DeviceList(devices: devices.strongestFirst))
    }
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: DeviceList.self)
    let task = Task(executorPreference: loop) {
      do throws(ControlError) {
        _ = try await self.listen(seconds: seconds) { advertisement in
          guard call.reports(advertisement) else { return }
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

  /// - Throws: `scanDuringRide` during a ride, or while a start scans for its devices; `measurementInProgress`.
  func demandIdle() async throws(ControlError) {
    guard !isMeasuring else { throw ControlError(.measurementInProgress) }
    let isIdle = await driver.snapshot.phase == .idle
    guard isIdle, search == nil else { throw ControlError(.scanDuringRide) }
  }

  /// Cancels the running scans.
  func endScans() {
    for scan in scans.values { scan.cancel() }
  }

  /// Connects to a device to identify it; running scans end, because the radio does not connect during a scan.
  ///
  /// - Throws: `deviceNotFound` if it does not answer; `radioUnavailable`.
  func look(
    at address: DeviceAddress, patience: Duration = .seconds(20)
  ) async throws(ControlError) -> Set<CharacteristicID> {
    endScans()
    for scan in scans.values { _ = await scan.result }
    let found = try await DeviceLook(through: central, on: loop, patience: patience).characteristics(of: address)
    log.info(
      "device inspected",
      metadata: ["device": "\(address)", "kinds": "\(found.kinds.map(\.rawValue))", "services": "\(found.serviceList)"])
    return found
  }

  /// Scans for `seconds`, until `wanted` is found, or until a start ends the scan.
  func listen(
    seconds: Double, until wanted: DeviceAddress? = nil, _ each: (@Sendable (Advertisement) -> Void)? = nil
  ) async throws(ControlError) -> Set<DeviceAddress> {
    try admission.demand()
    if scans.isEmpty { advertisements = advertisements.filter { !$0.value.kinds.isEmpty } }
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

  /// Scans until the task is cancelled, or `wanted` is found.
  private func hear(
    until wanted: DeviceAddress?, _ each: (@Sendable (Advertisement) -> Void)?
  ) async throws -> Set<DeviceAddress> {
    var found: Set<DeviceAddress> = []
    for try await advertisement in central.scan() {
      let address = advertisement.address
      found.insert(address)
      // Not inside the call: its argument is not evaluated if `each` is nil.
      let merged = note(advertisement)
      each?(merged)
      if address == wanted { break }
    }
    return found
  }

  /// Stores an advertisement, and returns it with the data of earlier ones.
  @discardableResult
  func note(_ advertisement: Advertisement) -> Advertisement {
    let merged = advertisements[advertisement.address]?.updated(by: advertisement) ?? advertisement
    advertisements[advertisement.address] = merged
    return merged
  }
}

// MARK: - A strap for a measurement

extension DeviceRegistry {
  /// The lengths of successive scans for a strap that was not chosen, in seconds.
  ///
  /// A strap advertises every second, but one that was just put on starts late.
  private static let strapSeconds = [5.0, 10.0]

  /// Returns the strap for a measurement: the chosen one, else the only one in range.
  ///
  /// - Throws: `severalDevices`; `measurementRefused` if no strap is found, or the task is cancelled.
  func strap() async throws(ControlError) -> DeviceAddress {
    let known = try await all()
    var choice = DeviceChoice(of: .heartRate, advertisements: [], known: known)
    for seconds in Self.strapSeconds where choice == .nothing && !Task.isCancelled {
      let found = try await listen(seconds: seconds).compactMap { advertisements[$0] }
      choice = DeviceChoice(of: .heartRate, advertisements: found, known: known)
    }
    switch choice {
    case .device(let address, _, _): return address
    case .several(let straps): throw .several(.heartRate, among: straps.map { Device($0, isKnown: false) })
    case .nothing: throw .measurementRefused(MeasurementFault(.noStrap))
    }
  }
}

extension Scan {
  /// Returns whether this scan reports such a device.
  func reports(_ advertisement: Advertisement) -> Bool { all == true || !advertisement.kinds.isEmpty }

  /// Returns how long to scan, in seconds.
  ///
  /// - Throws: `invalidParameter` for a time out of range.
  func checkedSeconds() throws(ControlError) -> Double {
    let seconds = seconds ?? Self.usualSeconds
    guard seconds > 0, seconds <= Scan.longestSeconds else {
      throw ControlError(.invalidParameter, subject: "seconds")
    }
    return seconds
  }
}
