import BluetoothLE
import Logging
import Loop
import RideSession
import RideStore

extension RideDriver {
  func carryOut(_ effect: RideEffect) {
    switch effect {
    case .connect(let role, let address): connect(role, to: address)
    case .cancelConnect(let role): connecting[role]?.cancel()
    case .close(let role): close(role)
    case .subscribe(let role, let characteristic): subscribe(role, to: characteristic)
    case .read(let role, let characteristic): read(role, characteristic)
    case .writeControlPoint(let value): writeControlPoint(value)
    case .openRecord(let order, let targetWatts):
      loop.hold()
      opening = Task(executorPreference: loop) { await self.openRecord(order, targetWatts) }
    case .startRecord(let start):
      Task(executorPreference: loop) { [recorder] in await recorder.start(at: start) }
    case .append(let samples, let events):
      Task(executorPreference: loop) { [recorder] in await recorder.append(samples, events, nil) }
    case .keep(let progress, let askedWatts):
      let standing = RideStanding(progress, askedWatts: askedWatts)
      Task(executorPreference: loop) { [recorder] in await recorder.append([], [], standing) }
    case .keepIntervals(let intervals):
      Task(executorPreference: loop) { [recorder] in await recorder.keep(intervals) }
    case .planHappened(let event): planListener?(event, machine.rideInHand?.id)
    case .closeRecord(let start, let end):
      loop.hold()
      Task(executorPreference: loop) { await self.closeRecord(hasRows: start != nil, end) }
    case .resubscribe(let role, let characteristic): resubscribe(role, to: characteristic)
    case .remedy(let remedy): apply(remedy)
    case .awaitRadio: awaitRadio()
    case .reply(let token, let result): waiting.removeValue(forKey: token)?.resume(returning: result)
    case .phaseChanged(let old, let new, let reason):
      rideLog.info("\(old.rawValue) → \(new.rawValue)", metadata: ["reason": "\(reason)"])
    }
  }

  /// The store works on its own thread: a clock that leaps is held until it is done.
  private func openRecord(_ order: RideOrder, _ targetWatts: Int) async {
    defer { loop.release() }
    post(.recordOpened(id: await recorder.open(order, targetWatts: targetWatts)))
  }

  /// A disk may be so slow that the ride ends before the store has taken it.
  private func closeRecord(hasRows: Bool, _ end: RecordEnd) async {
    defer { loop.release() }
    await opening?.value
    post(.recordClosed(isStored: await recorder.close(hasRows: hasRows, end)))
  }
}
