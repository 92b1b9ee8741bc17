import BluetoothLE
import RadioSim
import Testing

@testable import RideSession

@Suite struct ResistanceERGTests {
  private func steady(_ model: SimulatedResistanceBike.Model = .levels24, watts: Int = 180, rpm: Double = 85)
    -> ResistanceRide
  {
    var ride = ResistanceRide(model)
    ride.ride(seconds: 120, wantedWatts: watts, rpm: rpm)
    return ride
  }

  @Test(arguments: ResistanceERGErrorTests.Bike.allCases)
  func `a pause keeps the level, and the power is back 20 s after it`(_ bike: ResistanceERGErrorTests.Bike) {
    var ride = steady(bike.model)
    let level = ride.bike.levelTenths
    ride.ride(seconds: 60, wantedWatts: 180, rpm: 0)
    #expect(ride.bike.levelTenths == level)
    ride.ride(seconds: 60, wantedWatts: { _ in 180 }, rpm: { min(85, 20 + Double($0) * 12) })
    let least = ride.leastError(from: 180, rpm: 85)
    #expect(ride.meanError(from: 180, in: 205..<240) <= max(0.05, least + 0.03))
  }

  @Test(arguments: ResistanceERGErrorTests.Bike.allCases)
  func `legs that stop within seconds do not get a heavier pedal`(_ bike: ResistanceERGErrorTests.Bike) {
    for seconds in [2.0, 4] {
      var ride = steady(bike.model)
      let level = ride.bike.levelTenths
      ride.ride(seconds: 10, wantedWatts: { _ in 180 }, rpm: { max(0, 85 * (1 - Double($0 + 1) / seconds)) })
      #expect(ride.bike.levelTenths <= level, "after \(seconds) s")
    }
  }

  @Test func `other watts change the level while the legs rest`() {
    var ride = steady(watts: 220)
    ride.ride(seconds: 10, wantedWatts: 220, rpm: 0)
    let level = ride.bike.levelTenths
    ride.ride(seconds: 3, wantedWatts: 120, rpm: 0)
    #expect(ride.bike.levelTenths < level)
    #expect(abs(ride.bike.watts(tenths: ride.bike.levelTenths, rpm: 80) / 120 - 1) < 0.15)
  }

  @Test(arguments: ResistanceERGErrorTests.Bike.allCases)
  func `a new link uses the curve from before the drop`(_ bike: ResistanceERGErrorTests.Bike) {
    var ride = steady(bike.model)
    ride.isLinked = false
    ride.ride(seconds: 20, wantedWatts: 180, rpm: 85)
    ride.isLinked = true
    ride.ride(seconds: 60, wantedWatts: 180, rpm: 85)
    let least = ride.leastError(from: 180, rpm: 85)
    #expect(ride.greatestError(from: 180, in: 122..<200) <= max(0.05, least + 0.03))
  }

  @Test func `no power is learnt before the bike has acknowledged the level`() {
    var erg = ResistanceERG(ResistanceLevels(SimulatedResistanceBike.Model.levels24.range))
    var percents: Set<Double> = []
    for second in 1...60 {
      let now = MonotonicInstant.origin.advanced(by: .seconds(second))
      percents.insert(erg.second(wantedWatts: 180, watts: 400, rpm: 80, heldPercent: nil, at: now))
    }
    #expect(percents.count == 1)
  }

  @Test func `the second of two equal intervals begins at its level`() {
    var ride = steady(.levels24, watts: 150, rpm: 88)
    for _ in 0..<2 {
      ride.ride(seconds: 60, wantedWatts: 250, rpm: 92)
      ride.ride(seconds: 60, wantedWatts: 120, rpm: 80)
    }
    let least = ride.leastError(from: 250, rpm: 92)
    #expect(ride.meanError(from: 250, in: 246..<300) <= max(0.05, least + 0.03))
    #expect(ride.changes.filter { (240..<300).contains($0.second) }.count <= 3)
  }

  @Test func `a ramp and a start from standing still end within 5 %`() {
    for bike in [SimulatedResistanceBike.Model.fine, .levels24, .levels32] {
      var ride = ResistanceRide(bike)
      ride.ride(
        seconds: 120, wantedWatts: { 90 + min(90, $0 * 9) }, rpm: { $0 < 3 ? 0 : min(88, 30 + Double($0 - 3) * 15) })
      #expect(ride.meanError(from: 180, in: 40..<120) <= 0.05)
    }
  }

  @Test(arguments: ResistanceERGErrorTests.Bike.allCases)
  func `a bike without a cadence holds its watts more slowly`(_ bike: ResistanceERGErrorTests.Bike) {
    var ride = ResistanceRide(bike.model)
    ride.sendsCadence = false
    ride.ride(seconds: 120, wantedWatts: 180, rpm: 85)
    ride.ride(seconds: 120, wantedWatts: 180, rpm: 75)
    let least = max(ride.leastError(from: 180, rpm: 85), ride.leastError(from: 180, rpm: 75))
    #expect(ride.meanError(from: 180, in: 45..<120) <= max(0.05, least + 0.03))
    #expect(ride.meanError(from: 180, in: 180..<240) <= max(0.05, least + 0.03))
  }

  @Test func `watts above the highest level are reported as its limit, until the bike can give them`() {
    var ride = ResistanceRide(.levels24)
    ride.ride(seconds: 60, wantedWatts: 500, rpm: 70)
    #expect(ride.bike.levelTenths == 240)
    #expect(ride.erg.limit == .most && ride.erg.isLimited)
    ride.ride(seconds: 30, wantedWatts: 200, rpm: 70)
    #expect(!ride.erg.isLimited)
  }

  @Test func `watts below the lowest level are reported as its limit`() {
    var ride = ResistanceRide(.levels16)
    ride.ride(seconds: 60, wantedWatts: 30, rpm: 95)
    #expect(ride.bike.levelTenths == 10)
    #expect(ride.erg.limit == .least)
    ride.ride(seconds: 5, wantedWatts: 30, rpm: 0)
    #expect(!ride.erg.isLimited, "resting legs")
  }

  @Test func `tired legs below 50 rpm get no heavier pedal`() {
    var ride = steady(.fine)
    ride.ride(seconds: 60, wantedWatts: 180, rpm: 50)
    let level = ride.bike.levelTenths
    ride.ride(seconds: 60, wantedWatts: 180, rpm: 38)
    #expect(Double(ride.bike.levelTenths) <= Double(level) * 1.15)
  }

  @Test func `one malformed power does not change the level`() {
    var erg = ResistanceERG(ResistanceLevels(nil))
    var percent: Double?
    for second in 1...200 {
      let now = MonotonicInstant.origin.advanced(by: .seconds(second))
      let watts = second == 150 ? 32_767 : second == 160 ? -5 : Int(30 + 3 * (percent ?? 0))
      let before = percent
      percent = erg.second(wantedWatts: 180, watts: watts, rpm: 80, heldPercent: percent, at: now)
      if second > 100 { #expect(percent == before, "\(second) s") }
    }
    #expect(abs((percent ?? 0) - 50) <= 1)
  }

  @Test func `extreme values from outside leave a level of the bike`() {
    for rpm in [Double.nan, .infinity, -1, 1e300] {
      for held in [Double.nan, .infinity, -5, 1e300] {
        var erg = ResistanceERG(ResistanceLevels(SimulatedResistanceBike.Model.levels24.range))
        for second in 1...20 {
          let now = MonotonicInstant.origin.advanced(by: .seconds(second))
          let percent = erg.second(wantedWatts: .max, watts: .max, rpm: rpm, heldPercent: held, at: now)
          #expect((0...100).contains(percent))
          _ = erg.second(
            wantedWatts: .min, watts: .min, rpm: rpm, heldPercent: held, at: now.advanced(by: .milliseconds(700)))
        }
      }
    }
  }

  @Test func `a second call within the same second has no effect`() {
    var erg = ResistanceERG(ResistanceLevels(nil))
    let first = erg.second(wantedWatts: 100, watts: nil, rpm: nil, heldPercent: nil, at: .origin)
    let soon = MonotonicInstant.origin.advanced(by: .milliseconds(250))
    #expect(erg.second(wantedWatts: 300, watts: nil, rpm: nil, heldPercent: nil, at: soon) == first)
  }
}
