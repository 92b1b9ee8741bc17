import BluetoothLE
import ControlWire
import Rides
import Testing

@testable import TrainerAPI

@Suite struct DeviceListeningTests {
  private static let trainer = Advertisement(address: DeviceAddress(1), services: [.fitnessMachine])
  private static let rival = Advertisement(address: DeviceAddress(2), services: [.fitnessMachine])
  private static let pedals = Advertisement(address: DeviceAddress(3), services: [.cyclingPower])
  private static let strap = Advertisement(address: DeviceAddress(4), services: [.heartRate])

  /// Returns the end of the scan after advertisements at the given seconds.
  private func end(
    _ advertisements: [(Advertisement, Double)], wantsStrap: Bool = true, acceptsMeter: Bool = false,
    hasMeter: Bool = false
  ) -> Duration {
    var listening = DeviceListening(wantsStrap: wantsStrap, acceptsMeter: acceptsMeter, hasMeter: hasMeter)
    for (advertisement, second) in advertisements { listening.receive(advertisement, after: .seconds(second)) }
    return listening.end
  }

  @Test func `a search waits 15 s for a trainer`() {
    #expect(end([]) == .seconds(15))
    #expect(end([(Self.strap, 1)]) == .seconds(15))
  }

  @Test func `a search that found all wanted devices ends after 5 s`() {
    #expect(end([(Self.trainer, 0.2), (Self.strap, 1)]) == .seconds(5))
    #expect(end([(Self.trainer, 0.2)], wantsStrap: false) == .seconds(5))
  }

  @Test func `a missing strap prolongs a search to 8 s`() {
    #expect(end([(Self.trainer, 0.2)]) == .seconds(8))
  }

  @Test func `a search that found only pedals waits 15 s for a trainer`() {
    #expect(end([(Self.pedals, 0.2), (Self.strap, 1)]) == .seconds(15))
    #expect(end([(Self.pedals, 0.2), (Self.strap, 1), (Self.trainer, 2)]) == .seconds(5))
  }

  @Test func `a search for a ride without a target ends early if a power meter is in range or chosen`() {
    #expect(end([(Self.pedals, 0.2), (Self.strap, 1)], acceptsMeter: true) == .seconds(5))
    #expect(end([(Self.pedals, 0.2)], wantsStrap: false, acceptsMeter: true) == .seconds(5))
    #expect(end([], wantsStrap: false, acceptsMeter: true, hasMeter: true) == .seconds(5))
    #expect(end([], wantsStrap: false, acceptsMeter: true) == .seconds(15))
  }

  @Test func `a device found late prolongs a search, up to 20 s`() {
    #expect(end([(Self.trainer, 0.2), (Self.strap, 4.5)]) == .seconds(6.5))
    #expect(end([(Self.trainer, 0.2), (Self.strap, 1), (Self.rival, 4)]) == .seconds(6))
    #expect(end([(Self.trainer, 14.5)]) == .seconds(16.5))
    #expect(end([(Self.trainer, 19)]) == .seconds(20), "not for ever")
  }

  @Test func `a device found again does not prolong a search`() {
    #expect(end([(Self.trainer, 0.2), (Self.strap, 1), (Self.trainer, 4.9), (Self.strap, 4.9)]) == .seconds(5))
  }

  @Test func `a strap does not prolong a search if none is wanted`() {
    #expect(end([(Self.trainer, 0.2), (Self.strap, 4.5)], wantsStrap: false) == .seconds(5))
  }

  @Test func `a client waits longer than a search and a start take`() {
    #expect(Start(watts: 150, minutes: 1).patience > DeviceListening.longest + .seconds(60))
  }
}
