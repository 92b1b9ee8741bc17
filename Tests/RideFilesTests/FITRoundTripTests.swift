import Foundation
import Rides
import Testing

@testable import RideFiles

@Suite struct FITRoundTripTests {
  private static func again(_ record: RideRecord) throws -> RideRecord {
    try decodeFIT(FITEncoderTests.encoder.encode(record))
  }

  @Test func `a ride from FIT is unchanged after writing and reading it`() throws {
    var first = try decodeFIT(goldenFIT)
    #expect(try Self.again(first) == first)
    first.laps = [
      RideLap(
        second: 0, trigger: .time, fileTotals: [.closedSeconds: 3, .elapsedSeconds: 2.751, .averageCadenceRpm: 87.5]),
      RideLap(second: 3, isResting: true, fileTotals: [.closedSeconds: 60, .timerSeconds: 1.25, .averageWatts: 111]),
    ]
    #expect(try Self.again(first).laps.map(\.trigger) == [.time, .manual])
    #expect(try Self.again(first).laps.map { $0.fileTotals[.closedSeconds] } == [3, 60])
    #expect(try Self.again(Self.again(first)) == Self.again(first))
  }

  /// A device may continue to record while its timer is stopped.
  @Test func `values recorded during a pause are the same after writing and reading FIT`() throws {
    var file = FITFile.short
    file.record(3, heartRate: 103)
    file.timer(0, 0)
    file.timer(1, 4)
    file.timer(3, 0)
    file.timer(4, 4)
    let ride = try decodeFIT(file.bytes())
    #expect(ride.samples.map(\.timerRunning) == [true, true, false, true])
    #expect(ride.samples.map(\.beatsPerMinute) == [100, 101, 102, 103])
    let again = try Self.again(ride)
    #expect(again.samples == ride.samples)
  }

  @Test func `seconds between two FIT points repeat the first point and are not written`() throws {
    var file = FITFile.empty
    for second in [0, 5, 10] { file.record(UInt64(second), heartRate: 100) }
    let ride = try decodeFIT(file.bytes())
    #expect(ride.samples.map(\.second) == Array(0...10))
    #expect(ride.samples.count(where: \.isCarried) == 8)
    let again = try Self.again(ride)
    #expect(again.samples == ride.samples)
    #expect(FITEncoderTests.encoder.encode(ride).count < 400)
  }

  @Test(.enabled(if: SharedFIT.exist, "needs ../shared"), arguments: SharedFIT.files)
  func `another program's FIT file is the same ride after writing and reading it`(_ file: URL) throws {
    let ride = try decodeFIT(Array(try Data(contentsOf: file)))
    let again = try Self.again(ride)
    #expect(again == ride)
  }

  @Test(.enabled(if: SharedFIT.exist, "needs ../shared"))
  func `the FIT file of an Edge 800 is read in full`() throws {
    let ride = try decodeFIT(Array(try Data(contentsOf: SharedFIT.indoorTrainer)), pieces: 1000)
    #expect(ride.start.rfc3339 == "2011-11-02T12:54:19Z" && ride.activityID == ride.start)
    // One second has no record, and the last record is from the moment when the timer stopped.
    #expect(ride.samples.count == 2264 && ride.samples.count(where: \.hasValue) == 2263)
    #expect(ride.samples.filter { !$0.timerRunning }.map(\.second) == [2263])
    #expect(ride.laps.map(\.second) == [0, 377, 978, 1349, 1950])
    #expect(ride.laps.map(\.trigger) == [.manual, .manual, .manual, .manual, .end])
    #expect(ride.laps.map { $0.fileTotals[.elapsedSeconds] } == [377.075, 601.075, 370.975, 600.975, 311.75])
    #expect(ride.laps.map { $0.fileTotals[.closedSeconds] } == [377, 601, 371, 601, 362])
    #expect(ride.fileTotals[.trainingStressScore] == 50.8 && ride.fileTotals[.intensityFactor] == 0.914)
    #expect(ride.fileTotals[.strokes] == 2995 && ride.fileTotals[.thresholdWatts] == 250)
    #expect(ride.origin?.device == .init(manufacturer: 1, product: 1169, serial: 3_818_583_228, version: [2, 40]))
  }
}
