import BluetoothLE
import Testing

@testable import RideSession

@Suite("Distance")
struct OdometerTests {
  /// A second at 36 km/h, which is 10 m, while the trainer's count says so much.
  private func second(_ odometer: inout Odometer, totalMeters: Int?) {
    if let totalMeters { odometer.received(totalMeters: totalMeters, at: .origin) }
    odometer.endRow(speedKmh: 36, timerRunning: true)
  }

  @Test func isTheTrainersCountOnceThatHasGrown() {
    var odometer = Odometer()
    odometer.received(totalMeters: 1000, at: .origin)
    for row in 1...20 { second(&odometer, totalMeters: 1000 + 9 * row) }
    #expect(odometer.meters == 180)
  }

  @Test func isThatOfTheSpeedWhereTheCountNeverGrows() {
    var odometer = Odometer()
    for _ in 0..<20 { second(&odometer, totalMeters: 0) }
    #expect(odometer.meters == 200)
    #expect(!odometer.countsItself)
  }

  @Test func isThatOfTheSpeedTenSecondsAfterTheCountStoppedInMotion() {
    var odometer = Odometer()
    odometer.received(totalMeters: 0, at: .origin)
    second(&odometer, totalMeters: 10)
    for _ in 0..<10 { second(&odometer, totalMeters: 10) }
    #expect(odometer.meters == 10)
    for _ in 0..<10 { second(&odometer, totalMeters: 10) }
    #expect(odometer.meters == 110)
    second(&odometer, totalMeters: 19)
    #expect(odometer.meters == 119, "it counts again")
  }

  @Test func doesNotGrowWhileTheTrainerStands() {
    var odometer = Odometer()
    odometer.received(totalMeters: 0, at: .origin)
    second(&odometer, totalMeters: 10)
    for _ in 0..<60 { odometer.endRow(speedKmh: 0, timerRunning: true) }
    #expect(odometer.meters == 10 && odometer.countsItself)
  }

  @Test func leavesOutWhatACountGrewByFasterThanAnybodyRides() {
    var odometer = Odometer()
    odometer.received(totalMeters: 0, at: .origin)
    second(&odometer, totalMeters: 10)
    odometer.received(totalMeters: 11_294_162, at: .origin)
    second(&odometer, totalMeters: 20)
    second(&odometer, totalMeters: 30)
    #expect(odometer.meters == 20)
  }

  @Test func takesWhatACountGrewByWhileTheTrainerWasSilent() {
    var odometer = Odometer()
    odometer.received(totalMeters: 0, at: .origin)
    odometer.received(totalMeters: 150, at: .origin.advanced(by: .seconds(15)))
    odometer.endRow(speedKmh: 36, timerRunning: true)
    #expect(odometer.meters == 150)
  }
}
