import ControlWire
import Logging
import Rides
import TestKit
import Testing

@testable import DaemonKit

@Suite struct ProblemJournalTests {
  private let start = SuspendingClock.now
  private var journal = ProblemJournal()
  private let away = Problem(.adapterMissing)
  private let lost = Problem(.trainerLost)

  @Test mutating func `a problem is logged once when it begins and once when it ends`() {
    var told: [ProblemJournal.Entry] = []
    for second in stride(from: 0, to: 3600, by: 2) {
      told += journal.take((100..<2000).contains(second) ? [away] : [], at: start + .seconds(second))
    }
    #expect(told == [.began(away), .ended(away)])
  }

  @Test mutating func `a problem that is over after a second is not logged`() {
    #expect(journal.take([away], at: start) == [])
    #expect(journal.take([], at: start + .seconds(1)) == [])
    #expect(journal.take([away], at: start + .seconds(2)) == [], "it is another one")
  }

  @Test mutating func `simultaneous problems are logged separately`() {
    #expect(journal.take([away, lost], at: start) == [])
    #expect(journal.take([away, lost], at: start + .seconds(2)) == [.began(away), .began(lost)])
    #expect(journal.take([lost], at: start + .seconds(4)) == [.ended(away)])
  }

  @Test mutating func `a problem whose cause changes is logged again`() {
    let off = AdapterOffReason.allCases.map { Problem(.adapterOff, detail: .adapterOff($0)) }
    _ = journal.take([off[0]], at: start)
    #expect(journal.take([off[0]], at: start + .seconds(2)) == [.began(off[0])])
    #expect(journal.take([off[1]], at: start + .seconds(4)) == [.began(off[1])])
    #expect(journal.take([], at: start + .seconds(6)) == [.ended(off[1])])
  }

  @Test func `a logged problem has its remedy and its code`() {
    let lines = LogLines()
    lines.logger.problem(.began(away))
    lines.logger.problem(.began(lost))
    lines.logger.problem(.ended(lost))
    #expect(lines.all.map(\.level) == [.error, .warning, .notice])
    #expect(lines.all[0].text == "\(away.message) \(away.remedy) problem=adapterMissing")
    #expect(lines.all[2].text == "solved: \(lost.message) problem=trainerLost")
  }
}

@Suite struct StatusNoticeTests {
  private let start = SuspendingClock.now
  private var notice = StatusNotice()

  private func riding(_ second: Int, watts: Int = 150, problems: [Problem] = []) -> Status {
    Status(
      phase: .riding, problems: problems,
      ride: RideStatus(
        id: 1, targetWatts: watts, timerSeconds: second, elapsedSeconds: second, remainingSeconds: 3600 - second))
  }

  @Test mutating func `the systemd status of a ride changes once a minute`() {
    let lines = (0..<3600).compactMap { notice.take(riding($0), at: start + .seconds($0)) }
    #expect(lines.count == 60)
    #expect(lines.first == "Riding at 150 W, minute 1 of 60.")
    #expect(lines.last == "Riding at 150 W, minute 60 of 60.")
  }

  @Test mutating func `the systemd status shows a new phase at once`() {
    #expect(notice.take(Status(phase: .idle), at: start) == "Idle.")
    #expect(notice.take(Status(phase: .idle), at: start + .seconds(3600)) == nil)
    #expect(notice.take(Status(phase: .connecting), at: start + .seconds(3601)) == "Connecting to the trainer.")
    #expect(notice.take(riding(0), at: start + .seconds(3602)) == "Riding at 150 W, minute 1 of 60.")
    #expect(notice.take(riding(1, watts: 170), at: start + .seconds(3603)) == nil)
  }

  @Test mutating func `the systemd status begins with the problems`() {
    let lost = Problem(.strapLost)
    #expect(notice.take(riding(0), at: start) != nil)
    let text = notice.take(riding(1, problems: [lost]), at: start + .seconds(1))
    #expect(text == "\(lost.message) Riding at 150 W, minute 1 of 60.")
  }

  @Test(arguments: RidePhase.allCases) func `every phase has a one-line systemd status`(_ phase: RidePhase) {
    let text = StatusNotice.text(of: Status(phase: phase))
    #expect(text.hasSuffix(".") && !text.contains("\n") && text.count < 60)
  }
}
