import BluetoothLE
import DBus
import Loop
import Testing

@testable import BlueZ

@Suite struct BondingTests {
  private let path: ObjectPath = "/org/bluez/hci0/dev_1"
  private let device = DeviceAddress(1)

  @Test func `pairing is tried once for each link`() {
    var bonding = Bonding()
    #expect(bonding.pairing(with: path) == nil)
    bonding.beginPairing(with: path)
    #expect(bonding.pairing(with: path) == .underWay)
    bonding.endPairing(with: path, isBonded: true)
    #expect(bonding.pairing(with: path) == .ended(isBonded: true))
    bonding.forgetPairing(with: path)
    #expect(bonding.pairing(with: path) == nil)
  }

  @Test func `a pairing result that arrives after the link's end is ignored`() {
    var bonding = Bonding()
    bonding.beginPairing(with: path)
    bonding.forgetPairing(with: path)
    bonding.endPairing(with: path, isBonded: true)
    #expect(bonding.pairing(with: path) == nil)
  }

  @Test func `a device that requires a bond is paired once`() {
    var bonding = Bonding()
    bonding.want(device)
    #expect(bonding.wantsBond(device))
    let wishes = [bonding.takeWish(of: device), bonding.takeWish(of: device)]
    #expect(wishes == [true, false])
    #expect(!bonding.wantsBond(device))
  }

  @Test func `the first response after bonding proves the bond`() async {
    let loop = EventLoop(name: "bonding-test", pace: .real)
    let timer = loop.schedule(at: loop.now.advanced(by: .seconds(3600))) {}
    var bonding = Bonding()
    #expect(!bonding.isFirstRequest(over: path), "there is no bond")
    let made = [bonding.bondMade(on: path), bonding.bondMade(on: path)]
    #expect(made == [true, false])
    #expect(bonding.isFirstRequest(over: path))
    #expect(!bonding.areProven)
    bonding.expectAnswer(over: path, until: timer)
    #expect(!bonding.isFirstRequest(over: path), "one answer is expected already")
    let isKnown = bonding.bondMade(on: path)
    #expect(!isKnown)
    #expect(bonding.settle(path) == timer)
    #expect(bonding.areProven)
    #expect(bonding.settle(path) == nil)
    await loop.stop()
  }

  @Test func `a bond without a request has no timer to cancel`() {
    var bonding = Bonding()
    _ = bonding.bondMade(on: path)
    #expect(bonding.settle(path) == nil)
    #expect(bonding.areProven)
  }
}
