import BluetoothLE
import ControlWire
import Logging
import Loop
import RideRuntime
import RideStore
import Rides

/// The scan that a start runs if a device that it needs was not chosen.
extension DeviceRegistry {
  /// Returns the devices for a ride, or nil if no trainer was chosen; it does not scan for a strap that was not chosen.
  func chosenDevices(wantsHeartRate: Bool) async throws(ControlError) -> RideDevices? {
    let known = try await all()
    guard known.contains(where: { $0.isChosen && $0.kind == .trainer }) else { return nil }
    return try RideDevices(advertisements: [], known: known, wantsHeartRate: wantsHeartRate)
  }

  /// Scans and returns the devices found for a ride.
  ///
  /// `hasStrap` means that a strap was chosen, `acceptsMeter` that a power meter is enough if no trainer is found. The
  /// search continues if its caller disconnects, as the ride does. It counts as running until the caller's next step,
  /// so that the daemon never appears idle between the search and the ride.
  func searchedDevices(
    wantsHeartRate: Bool, hasStrap: Bool, acceptsMeter: Bool = false
  ) async throws(ControlError) -> RideDevices {
    let hasMeter = acceptsMeter ? try await chosen()[.power] != nil : false
    let found = await listening(
      DeviceListening(wantsStrap: wantsHeartRate && !hasStrap, acceptsMeter: acceptsMeter, hasMeter: hasMeter))
    defer { loop.release() }
    do throws(ControlError) {
      let inTheAir = try found.get().compactMap { advertisements[$0] }
      let known = try await all()
      let trainers = await trainers(among: inTheAir, known)
      try admission.demand()
      guard search?.isWithdrawn != true else { throw ControlError(.startWithdrawn) }
      let devices = try RideDevices(
        advertisements: inTheAir, known: known, wantsHeartRate: wantsHeartRate, trainers: trainers,
        acceptsMeter: acceptsMeter)
      search = nil
      return devices
    } catch {
      search = nil
      await driver.announce()
      guard error.code == .noTrainerInRange else { throw error }
      let others = await central.state().otherAdapters.map(\.description).joined(separator: ", ")
      throw ControlError(
        error.code, subject: others.isEmpty ? nil : others, detail: error.detail, reason: error.reason)
    }
  }

  /// The most devices that a start connects to in order to identify them, and the time limit of each connection.
  private static let looks = (count: 3, patience: Duration.seconds(10))

  /// Returns the candidates that a connection shows to be trainers.
  ///
  /// A candidate only has the name, or the maker's service, of a trainer. The clock, held since the end of the scan,
  /// runs meanwhile. A device that does not answer is not a trainer.
  private func trainers(among advertisements: [Advertisement], _ known: [KnownDevice]) async -> Set<DeviceAddress> {
    guard !known.contains(where: { $0.isChosen && $0.kind == .trainer }) else { return [] }
    let candidates = advertisements.filter { $0.kinds.first == .candidate }
      .sorted { ($0.rssi ?? .min, $1.address) > ($1.rssi ?? .min, $0.address) }
    guard !candidates.isEmpty else { return [] }
    loop.release()
    defer { loop.hold() }
    var trainers: Set<DeviceAddress> = []
    for candidate in candidates.prefix(Self.looks.count) where search?.isWithdrawn == false {
      let looking = Task(executorPreference: loop) {
        try? await self.look(at: candidate.address, patience: Self.looks.patience)
      }
      search?.looking = looking
      if await looking.value?.kinds.first == .trainer { trainers.insert(candidate.address) }
    }
    return trainers
  }

  /// Scans for as long as `DeviceListening` needs, and returns the devices found.
  ///
  /// A stepped clock is held from the end of the scan, because the caller and the store continue on other threads. The
  /// caller releases it.
  private func listening(_ listening: DeviceListening) async -> Result<Set<DeviceAddress>, ControlError> {
    log.info("a device is missing; listening")
    let begun = loop.now
    let found = await withCheckedContinuation { ended in
      let hearing = Task(executorPreference: loop) {
        await self.driver.announce()
        let found = await self.hearDevices()
        self.loop.hold()
        ended.resume(returning: found)
      }
      search = DeviceSearch(begun: begun, hearing: hearing, listening: listening)
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
    self.search?.listening.receive(advertisement, after: loop.now - search.begun)
    armSearchEnd()
  }

  private func armSearchEnd() {
    guard let search else { return }
    if let timer = search.timer { loop.cancel(timer) }
    self.search?.timer = loop.schedule(at: search.begun.advanced(by: search.listening.end)) { search.hearing.cancel() }
  }

  /// Ends the search for good.
  ///
  /// - Returns: Whether a search was running.
  func withdrawSearch() async -> Bool {
    guard let hearing = search?.hearing else { return false }
    search?.isWithdrawn = true
    hearing.cancel()
    await hearing.value
    search?.looking?.cancel()
    _ = await search?.looking?.value
    return true
  }
}

/// A scan for the devices of a ride.
struct DeviceSearch {
  let begun: MonotonicInstant
  /// The scan; cancelled when enough devices were found.
  let hearing: Task<Void, Never>
  var listening: DeviceListening
  /// The connection that identifies a candidate; nil before.
  var looking: Task<Set<CharacteristicID>?, Never>?
  /// Cancels the scan when enough devices were found.
  var timer: EventLoop.Timer?
  /// Whether `stop` ended the search.
  var isWithdrawn = false
}

/// The time that a start scans for devices that were not chosen.
///
/// Trainers advertise every 0.1 to 1 s and straps about every second. A scan misses some of these advertisements, so it
/// finds a device that is awake within two or three seconds. Another device of the same kind may follow, so the scan
/// continues for some time after the first one.
struct DeviceListening: Hashable, Sendable {
  /// Time in which a scan finds every trainer and strap that is awake.
  static let shortest = Duration.seconds(5)
  /// Time for a strap that was just put on, once a trainer is found; a rider without a strap waits for it.
  static let incomplete = Duration.seconds(8)
  /// Time for the rider to wake the trainer by turning its pedals.
  static let withoutDevice = Duration.seconds(15)
  /// Time in which a device that woke up together with the last one found advertises twice.
  static let settling = Duration.seconds(2)
  /// The limit, even if new devices keep appearing.
  static let longest = Duration.seconds(20)

  private let wantsStrap: Bool
  private let acceptsMeter: Bool
  /// Whether a suitable power meter was chosen or found.
  private var hasMeter: Bool
  private var kinds: [DeviceAddress: DeviceRole] = [:]
  private var lastNews = Duration.zero

  init(wantsStrap: Bool, acceptsMeter: Bool = false, hasMeter: Bool = false) {
    (self.wantsStrap, self.acceptsMeter, self.hasMeter) = (wantsStrap, acceptsMeter, hasMeter)
  }

  /// Records an advertisement; `elapsed` is the time since the scan began.
  mutating func receive(_ advertisement: Advertisement, after elapsed: Duration) {
    if acceptsMeter, advertisement.kinds.contains(.cyclingPower) { hasMeter = true }
    let kind = advertisement.kinds.first == .candidate ? .trainer : advertisement.kind
    guard let kind, kind == .trainer || wantsStrap else { return }
    if kinds.updateValue(kind, forKey: advertisement.address) != kind { lastNews = elapsed }
  }

  /// The end of the scan, as time since it began, if no more devices are found.
  var end: Duration {
    // A trainer that is awake would have been found along with the meter.
    guard kinds.values.contains(.trainer) || hasMeter else { return Self.withoutDevice }
    let isComplete = !wantsStrap || kinds.values.contains(.heartRate)
    return min(Self.longest, max(isComplete ? Self.shortest : Self.incomplete, lastNews + Self.settling))
  }
}
