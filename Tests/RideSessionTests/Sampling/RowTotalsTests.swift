import BluetoothLE
import Rides
import Testing

@testable import RideSession

@Suite struct RowTotalsTests {
  /// Returns the rows of a trainer at 200 W and 36 km/h that notifies every `periodMilliseconds`.
  private func rows(seconds: Int, periodMilliseconds: Int, silent: Range<Int> = 0..<0) -> [RideSample] {
    var (sampler, rows, next) = (Sampler(start: .origin), [RideSample](), 0)
    while rows.count < seconds {
      while next < (rows.count + 1) * 1000 {
        if !silent.contains(next / 1000) {
          sampler.received(powerWatts: 200)
          sampler.received(speedKmh: 36)
        }
        next += periodMilliseconds
      }
      rows.append(sampler.endRow(timerRunning: true, targetWatts: 200, beatsPerMinute: nil))
    }
    return rows
  }

  @Test(arguments: [250, 1000, 1020, 1500, 2900])
  func `totals cover the whole time, whatever the trainer's period`(milliseconds: Int) throws {
    let rows = rows(seconds: 900, periodMilliseconds: milliseconds)
    let totals = RideTotals(rows)
    #expect(totals.joules == 180_000)
    #expect(totals.averageWatts == 200)
    #expect(abs(try #require(totals.distanceMeters) - 9000) < 0.001)
  }

  @Test func `a row without new values is empty`() {
    let rows = rows(seconds: 9, periodMilliseconds: 1500)
    #expect(rows.map { $0.powerWatts == nil } == [false, false, true, false, false, true, false, false, true])
    #expect(rows.map { $0.speedKmh == nil } == rows.map { $0.powerWatts == nil })
  }

  @Test func `the last values count for three seconds after the trainer goes silent`() {
    let totals = RideTotals(rows(seconds: 60, periodMilliseconds: 250, silent: 10..<60))
    #expect(totals.joules == 13 * 200)
    #expect(totals.distanceMeters == 130)
  }

  @Test func `power does not count while the timer is stopped, and does not carry over a stop`() {
    var rows = rows(seconds: 30, periodMilliseconds: 250, silent: 10..<30)
    for index in 10..<20 { rows[index].timerRunning = false }
    #expect(RideTotals(rows).joules == 10 * 200)
  }

  @Test func `totals are the same live and from the rows of two processes`() {
    let rows = rows(seconds: 301, periodMilliseconds: 1500)
    var live = RideTotals(rows[..<150])
    for row in rows[150...] { live.add(row) }
    #expect(live == RideTotals(rows))
  }

  @Test(arguments: [149, 150, 151, 152])
  func `the totals of the laps add up to those of the ride`(lapAt row: Int) {
    let rows = rows(seconds: 301, periodMilliseconds: 2900)
    let record = RideRecord(
      id: 1, start: UnixTime(seconds: 0), plannedSeconds: 301, trainerName: nil, samples: rows, events: [])
    let laps = [0..<row, row..<301].map { RideTotals($0, of: record) }
    #expect(laps.reduce(0) { $0 + $1.joules } == RideTotals(rows).joules)
    #expect(laps.allSatisfy { $0.averageWatts == 200 })
  }
}
