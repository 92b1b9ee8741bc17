import BluetoothLE
import RideSession
import Rides
import Testing

@Suite struct FanSpeedTests {
  /// A fan that receives values every second, and the speeds that it received.
  private struct Ridden {
    var speed: FanSpeed
    private(set) var sent: [Sent] = []
    private var second = 0

    init(_ rule: FanRule) { speed = FanSpeed(rule: rule) }

    /// Rides for some seconds at one power and heart rate.
    mutating func ride(_ seconds: Int, watts: Int? = nil, beats: Int? = nil) {
      for _ in 0..<seconds {
        let now = MonotonicInstant.origin.advanced(by: .seconds(second))
        if let percent = speed.observe(watts: watts, beatsPerMinute: beats, at: now) {
          sent.append(Sent(second: second, percent: percent))
        }
        second += 1
      }
    }
  }

  private struct Sent: Equatable {
    let second: Int
    let percent: Int
  }

  @Test func `a fan whose rule is off gets no speed`() {
    var ride = Ridden(.off)
    ride.ride(60, watts: 200, beats: 150)
    #expect(ride.sent.isEmpty)
    #expect(ride.speed.percent == nil)
  }

  @Test(arguments: [(0, 0), (42, 42), (100, 100), (150, 100), (-1, 0)])
  func `a speed that the rider chose is sent once, exactly, within 0 to 100 %`(_ chosen: Int, _ sent: Int) {
    var ride = Ridden(.percent(chosen))
    ride.ride(60)
    #expect(ride.sent == [Sent(second: 0, percent: sent)])
    #expect(ride.speed.percent == sent)
  }

  @Test(arguments: [
    (0, 0), (50, 0), (100, 0), (120, 10), (150, 25), (200, 50), (206, 55), (250, 75), (290, 95), (300, 100), (900, 100),
  ])
  func `the speed rises from 0 to 100 % between 50 and 150 % of the threshold power, in steps of 5 %`(
    _ watts: Int, _ percent: Int
  ) {
    var ride = Ridden(.power(ftpWatts: 200))
    ride.ride(1, watts: watts)
    #expect(ride.sent == [Sent(second: 0, percent: percent)])
  }

  @Test(arguments: [(60, 0), (100, 0), (109, 15), (130, 50), (148, 80), (160, 100), (190, 100)])
  func `the speed rises from 0 to 100 % over the range of heart rates, in steps of 5 %`(_ beats: Int, _ percent: Int) {
    var ride = Ridden(.heart(beatsPerMinute: 100...160))
    ride.ride(1, beats: beats)
    #expect(ride.sent == [Sent(second: 0, percent: percent)])
  }

  @Test func `with a range of one heart rate the speed is 0 % below it and 100 % from it on`() {
    var ride = Ridden(.heart(beatsPerMinute: 130...130))
    ride.ride(10, beats: 129)
    ride.ride(10, beats: 130)
    #expect(ride.sent == [Sent(second: 0, percent: 0), Sent(second: 10, percent: 100)])
  }

  @Test func `the fan gets a new speed at most every ten seconds`() {
    var ride = Ridden(.heart(beatsPerMinute: 100...160))
    for beats in 100..<160 { ride.ride(1, beats: beats) }
    #expect(ride.sent.map(\.second) == [0, 10, 20, 30, 40, 50])
    #expect(ride.sent.allSatisfy { $0.percent.isMultiple(of: 5) })
    ride.ride(30, beats: 160)
    #expect(ride.sent.last == Sent(second: 60, percent: 100))
  }

  @Test func `the speed follows the mean power of ten seconds`() {
    var ride = Ridden(.power(ftpWatts: 200))
    ride.ride(15, watts: 200)
    ride.ride(25, watts: 300)
    #expect(
      ride.sent == [Sent(second: 0, percent: 50), Sent(second: 15, percent: 55), Sent(second: 25, percent: 100)])
  }

  @Test func `a single hard stroke does not change the speed`() {
    var ride = Ridden(.power(ftpWatts: 200))
    ride.ride(30, watts: 200)
    ride.ride(1, watts: 270)
    ride.ride(30, watts: 200)
    #expect(ride.sent == [Sent(second: 0, percent: 50)])
  }

  @Test func `a value between two steps does not make the speed alternate`() {
    var ride = Ridden(.heart(beatsPerMinute: 100...200))
    for _ in 0..<30 {
      ride.ride(10, beats: 122)
      ride.ride(10, beats: 123)
    }
    #expect(ride.sent == [Sent(second: 0, percent: 20)])
  }

  @Test func `the speed falls to 0 % after the rider stops`() {
    var ride = Ridden(.power(ftpWatts: 200))
    ride.ride(20, watts: 250)
    ride.ride(30, watts: 0)
    #expect(ride.sent.first?.percent == 75)
    #expect(ride.sent.last == Sent(second: 30, percent: 0))
  }

  @Test(arguments: [FanRule.power(ftpWatts: 200), .heart(beatsPerMinute: 100...160), .power(ftpWatts: 0)])
  func `no speed is sent before the first value`(_ rule: FanRule) {
    var ride = Ridden(rule)
    ride.ride(30)
    #expect(ride.sent.isEmpty)
  }

  @Test func `the speed stays the same while the power is unknown`() {
    var ride = Ridden(.power(ftpWatts: 200))
    ride.ride(15, watts: 250)
    ride.ride(60)
    #expect(ride.sent == [Sent(second: 0, percent: 75)])
    #expect(ride.speed.percent == 75)
    ride.ride(1, watts: 200)
    #expect(ride.sent.last == Sent(second: 75, percent: 50))
  }

  @Test(arguments: [nil, 0] as [Int?])
  func `the speed stays the same while the heart rate is unknown`(_ beats: Int?) {
    var ride = Ridden(.heart(beatsPerMinute: 100...160))
    ride.ride(15, beats: 130)
    ride.ride(60, beats: beats)
    #expect(ride.sent == [Sent(second: 0, percent: 50)])
  }

  @Test func `a new rule takes effect ten seconds after the last change of speed`() {
    var ride = Ridden(.power(ftpWatts: 200))
    ride.ride(5, watts: 250)
    ride.speed.rule = .percent(30)
    ride.ride(20, watts: 250)
    #expect(ride.sent == [Sent(second: 0, percent: 75), Sent(second: 10, percent: 30)])
  }
}
