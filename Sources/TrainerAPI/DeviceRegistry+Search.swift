import BluetoothLE
import ControlWire
import Logging
import Loop
import RideRuntime
import RideStore
import Rides

/// The search in the air with which a start without a choice begins.
extension DeviceRegistry {
  /// The devices for a ride if a trainer was chosen, else nil; a strap that was not chosen delays nothing.
  func chosenDevices(wantsHeartRate: Bool) async throws(ControlError) -> RideDevices? {
    let known = try await all()
    guard known.contains(where: { $0.isChosen && $0.kind == .trainer }) else { return nil }
    return try RideDevices(heard: [], known: known, wantsHeartRate: wantsHeartRate)
  }

  /// The devices for a ride that are found in the air; `hasStrap` tells whether a strap was chosen, and `acceptsMeter` whether
  /// a power meter will do where no trainer is heard.
  ///
  /// The search goes on when its caller goes away, as the ride will. It counts as on until the caller's next step, so
  /// that nobody sees the daemon idle between it and the ride.
  func searchedDevices(
    wantsHeartRate: Bool, hasStrap: Bool, acceptsMeter: Bool = false
  ) async throws(ControlError) -> RideDevices {
    let hasMeter = acceptsMeter ? try await chosen()[.power] != nil : false
    let found = await listening(
      DeviceListening(wantsStrap: wantsHeartRate && !hasStrap, acceptsMeter: acceptsMeter, hasMeter: hasMeter))
    defer { loop.release() }
    do throws(ControlError) {
      let inTheAir = try found.get().compactMap { heard[$0] }
      let known = try await all()
      let trainers = await trainers(among: inTheAir, known)
      try admission.demand()
      guard search?.isWithdrawn != true else { throw ControlError(.startWithdrawn) }
      let devices = try RideDevices(
        heard: inTheAir, known: known, wantsHeartRate: wantsHeartRate, trainers: trainers, acceptsMeter: acceptsMeter)
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

  /// How many devices a start looks at, and how long it tries to connect to each.
  private static let looks = (count: 3, patience: Duration.seconds(10))

  /// The devices that only have the name, or the maker's service, of a trainer, and that a connection shows to be one.
  ///
  /// The clock, which is held since the listening, goes on meanwhile. A device that does not answer is none.
  private func trainers(among heard: [Advertisement], _ known: [KnownDevice]) async -> Set<DeviceAddress> {
    guard !known.contains(where: { $0.isChosen && $0.kind == .trainer }) else { return [] }
    let candidates = heard.filter { $0.kinds.first == .candidate }
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

  /// Listens for as long as it takes, and returns what is in the air.
  ///
  /// The way back to the caller leads over another thread, and the store has one of its own: a clock that leaps is held
  /// from the end of the listening on, for the caller to release.
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
    search?.looking?.cancel()
    _ = await search?.looking?.value
    return true
  }
}

/// A search in the air for the devices of a ride.
struct DeviceSearch {
  let begun: MonotonicInstant
  /// Listens; cancelled when enough was heard.
  let hearing: Task<Void, Never>
  var listening: DeviceListening
  /// Looks at a device that does not say what it is; nil before.
  var looking: Task<Set<CharacteristicID>?, Never>?
  /// Ends it when enough was heard.
  var timer: EventLoop.Timer?
  /// Whether a stop came.
  var isWithdrawn = false
}

/// The time that a start listens for devices, if none was chosen.
///
/// Trainers advertise every 0.1 to 1 s and straps about every second, and a scan misses some of that: who is awake is heard
/// within two or three seconds. The first to be heard may have a rival, so the silence after it is listened to as well.
struct DeviceListening: Hashable, Sendable {
  /// A trainer that is awake, and a strap, and whatever rivals them, has been heard by then.
  static let shortest = Duration.seconds(5)
  /// A strap that was just put on gets so long beside a trainer that was heard; a rider who wears none waits for it.
  static let incomplete = Duration.seconds(8)
  /// A trainer is asleep until somebody turns its pedals.
  static let unheard = Duration.seconds(15)
  /// A rival that woke up together with the last one heard has advertised twice by then.
  static let settling = Duration.seconds(2)
  /// However many keep turning up.
  static let longest = Duration.seconds(20)

  private let wantsStrap: Bool
  private let acceptsMeter: Bool
  /// Whether a power meter that will do was chosen, or heard.
  private var hasMeter: Bool
  private var kinds: [DeviceAddress: DeviceRole] = [:]
  private var lastNews = Duration.zero

  /// Nothing was heard yet.
  init(wantsStrap: Bool, acceptsMeter: Bool = false, hasMeter: Bool = false) {
    (self.wantsStrap, self.acceptsMeter, self.hasMeter) = (wantsStrap, acceptsMeter, hasMeter)
  }

  /// Takes note of what was heard, and how long after the beginning.
  mutating func heard(_ advertisement: Advertisement, after elapsed: Duration) {
    if acceptsMeter, advertisement.kinds.contains(.cyclingPower) { hasMeter = true }
    let kind = advertisement.kinds.first == .candidate ? .trainer : advertisement.kind
    guard let kind, kind == .trainer || wantsStrap else { return }
    if kinds.updateValue(kind, forKey: advertisement.address) != kind { lastNews = elapsed }
  }

  /// When it is enough, counted from the beginning, if nothing more is heard.
  var end: Duration {
    // A trainer that is awake would have been heard along with the meter.
    guard kinds.values.contains(.trainer) || hasMeter else { return Self.unheard }
    let isComplete = !wantsStrap || kinds.values.contains(.heartRate)
    return min(Self.longest, max(isComplete ? Self.shortest : Self.incomplete, lastNews + Self.settling))
  }
}
