import Foundation
import Rides
import Testing

@Suite struct WPrimeBalanceTests {
  @Test func `above critical power it falls by the excess`() {
    var balance = WPrimeBalance(criticalWatts: 250, wPrimeKilojoules: 20)
    for _ in 0..<120 { balance.add(watts: 350) }
    #expect(abs(balance.joules - 8000) < 1e-6)
    #expect(balance.status.leastKilojoules == balance.status.kilojoules)
  }

  /// The solution of the differential equation: the spent part falls exponentially, with the time constant W′/(CP − P).
  @Test func `below critical power the spent part returns exponentially`() {
    var balance = WPrimeBalance(criticalWatts: 250, wPrimeKilojoules: 20)
    for _ in 0..<150 { balance.add(watts: 350) }
    for _ in 0..<300 { balance.add(watts: 150) }
    let exact = 20_000 - 15_000 * exp(-100 * 300 / 20_000.0)
    #expect(abs(balance.joules - exact) / exact < 0.005)
    #expect(abs(balance.leastJoules - 5000) < 1e-6)
  }

  @Test func `it becomes negative if the rider does more than the model allows, and never exceeds W′`() {
    var balance = WPrimeBalance(criticalWatts: 200, wPrimeKilojoules: 10)
    for _ in 0..<600 { balance.add(watts: 100) }
    #expect(balance.joules == 10_000)
    for _ in 0..<60 { balance.add(watts: 400) }
    #expect(balance.joules == -2000)
  }

  @Test func `a row without power changes only a pause`() {
    var balance = WPrimeBalance(criticalWatts: 200, wPrimeKilojoules: 10)
    for _ in 0..<30 { balance.add(watts: 400) }
    let before = balance.joules
    balance.add(RideSample(second: 30, timerRunning: true))
    for watts in [Double.nan, .infinity, 1e300, -1] { balance.add(watts: watts) }
    #expect(balance.joules == before)
    balance.add(RideSample(second: 31, timerRunning: false))
    #expect(balance.joules > before)
  }

  @Test func `it needs both settings`() {
    var settings = RiderSettings()
    settings.criticalWatts = 240
    #expect(WPrimeBalance(settings) == nil)
    settings.wPrimeKilojoules = 18
    #expect(WPrimeBalance(settings)?.fullJoules == 18_000)
  }
}
