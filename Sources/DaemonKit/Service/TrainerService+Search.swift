import BluetoothLE
import ControlWire
import EventLoop
import Logging
import RideSession
import RideStore

extension TrainerService {
  /// The devices for a ride where a trainer was chosen, else nil; a strap that was not chosen delays nothing.
  func chosenDevices(for wish: RideWish) async throws(ControlError) -> RideDevices? {
    let known = try await stored { store throws(StoreError) in try await store.devices() }
    guard known.contains(where: { $0.isChosen && $0.kind == .trainer }) else { return nil }
    return try RideDevices(heard: [], known: known, wantsHeartRate: wish.wantsHeartRate)
  }

  /// The devices for a ride that are found in the air; `hasStrap` tells whether a strap was chosen.
  ///
  /// The search goes on when its caller goes away, as the ride will. It counts as on until the caller's next step, so that
  /// nobody sees the daemon idle between it and the ride.
  func searchedDevices(for wish: RideWish, hasStrap: Bool) async throws(ControlError) -> RideDevices {
    let found = await listening(wantsStrap: wish.wantsHeartRate && !hasStrap)
    defer { loop.release() }
    do throws(ControlError) {
      let inTheAir = try found.get().compactMap { heard[$0] }
      let known = try await stored { store throws(StoreError) in try await store.devices() }
      guard !isGoingDown else { throw ControlError(.shuttingDown) }
      guard search?.isWithdrawn != true else { throw ControlError(.startWithdrawn) }
      let devices = try RideDevices(heard: inTheAir, known: known, wantsHeartRate: wish.wantsHeartRate)
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
  /// The way back to the caller leads over another thread, and the store has one of its own: a clock that leaps is held from
  /// the end of the listening on, for the caller to release.
  private func listening(wantsStrap: Bool) async -> Result<Set<DeviceAddress>, ControlError> {
    log.info("no trainer is chosen; listening for one")
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

  /// Remembers what a start took by itself, as `use` would, unless somebody has chosen meanwhile.
  ///
  /// Only once the trainer is in hand: what advertises Cycling Power may be no trainer, and would be taken again and again.
  /// The store works on its own thread: a clock that leaps is held until it has remembered.
  func choose(_ devices: RideDevices) async {
    loop.hold()
    defer { loop.release() }
    for pick in devices.all where pick.reason != .chosen {
      defer { chosen = nil }
      do throws(ControlError) {
        guard try await chosenDevices()[pick.kind] == nil else { continue }
        let now = wallClock.now
        try await stored { store throws(StoreError) in
          try await store.choose(pick.ridden.address, name: pick.ridden.name, as: pick.kind, at: now)
        }
        log.notice("taken for rides", metadata: ["device": "\(pick.ridden.address)", "reason": "\(pick.reason)"])
      } catch {
        log.warning("not remembered", metadata: ["device": "\(pick.ridden.address)", "error": "\(error)"])
      }
    }
  }
}
