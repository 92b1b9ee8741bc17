import BluetoothLE
import DBus
import Loop
import Testing

@testable import BlueZ
@testable import HCI

/// Creates links without a radio.
struct LinkMaker {
  static let trainer: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01"
  static let strap: ObjectPath = "/org/bluez/hci1/dev_C0_FF_EE_00_00_02"
  static let bikeData: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01/service0010/char0011"
  static let heartRate: ObjectPath = "/org/bluez/hci1/dev_C0_FF_EE_00_00_02/service0010/char0011"

  private let loop: EventLoop
  private let central: BlueZCentral

  static func run(_ body: (LinkMaker) throws -> Void) async rethrows {
    let loop = EventLoop(name: "link-test", pace: .stepped)
    do { try body(LinkMaker(loop: loop, central: BlueZCentral(on: loop, busAddress: ""))) } catch {
      await loop.stop()
      throw error
    }
    await loop.stop()
  }

  /// Creates a link to the device at `path`, on connection 0x40 of its controller.
  func link(to path: ObjectPath = trainer) -> BlueZLink {
    let device = path == Self.trainer ? Scene.trainer : Scene.strap
    let connection = HCIConnection(
      device: device, controller: path.controllerNumber ?? 0, handle: 0x40, isLowEnergy: true)
    return BlueZLink(
      device, at: path, [.indoorBikeData: Self.bikeData], places: [], hasClaimedBattery: false,
      connection: connection, lostRecordsBefore: 0, of: central)
  }
}

private func at(_ seconds: Int) -> MonotonicInstant { MonotonicInstant(sinceOrigin: .seconds(seconds)) }

@Suite struct LinkTableTests {
  private let lost = LinkError(.lost, operation: "link")

  @Test func `confirming the services of an ended link does not confirm those of the next one`() async {
    await LinkMaker.run { maker in
      var table = LinkTable()
      let (first, second) = (maker.link(), maker.link())
      table.insert(first, isConfirmed: false, on: nil)
      #expect(!table.isConfirmed(first))
      _ = table.end(first, lost)
      table.insert(second, isConfirmed: false, on: nil)
      table.confirm(first)
      #expect(!table.isConfirmed(second))
      table.confirm(second)
      #expect(table.isConfirmed(second))
    }
  }

  @Test func `a link ends once, and every later operation fails with its error`() async {
    await LinkMaker.run { maker in
      var table = LinkTable()
      let link = maker.link()
      #expect(table.ending(of: link, "read").code == .lost, "before anything is known")
      table.insert(link, on: DeviceAddress(1))
      #expect(table.isUp(link))
      #expect(table[link.path] === link)
      let error = table.end(link, LinkError(.closedByPeer, operation: "link"))
      #expect(error == LinkError(.closedByPeer, operation: "link", device: Scene.trainer))
      #expect(table.end(link, lost) == nil)
      #expect(!table.isUp(link))
      #expect(table.ending(of: link, "read") == LinkError(.closedByPeer, operation: "read", device: Scene.trainer))
    }
  }

  @Test func `an earlier link to a device is down when a later one is up`() async {
    await LinkMaker.run { maker in
      var table = LinkTable()
      let (first, second) = (maker.link(), maker.link())
      table.insert(first, on: nil)
      _ = table.end(first, lost)
      table.insert(second, on: nil)
      #expect(!table.isUp(first))
      #expect(table.end(first, lost) == nil)
      #expect(table.isUp(second))
    }
  }

  @Test func `the adapter of the last link is preferred to any other`() async {
    await LinkMaker.run { maker in
      var table = LinkTable()
      table.prefer(nil)
      table.prefer(DeviceAddress(1))
      #expect(table.lastAdapter == DeviceAddress(1))
      table.prefer(DeviceAddress(2))
      #expect(table.lastAdapter == DeviceAddress(1))
      table.insert(maker.link(), on: DeviceAddress(3))
      #expect(table.lastAdapter == DeviceAddress(3))
    }
  }

  @Test func `the kernel's reason for a link's end takes precedence over BlueZ's`() {
    var table = LinkTable()
    let (byKernel, byBlueZ) = (LinkError(.supervisionTimeout, operation: "link"), lost)
    table.announce(LinkMaker.trainer, byBlueZ: byBlueZ)
    table.announce(LinkMaker.trainer, byKernel: byKernel)
    table.announce(LinkMaker.trainer, byBlueZ: byBlueZ)
    #expect(table.takeAnnouncement(LinkMaker.trainer) == byKernel)
    #expect(table.takeAnnouncement(LinkMaker.trainer) == nil)
    table.announce(LinkMaker.trainer, byBlueZ: byBlueZ)
    table.dropAnnouncements()
    #expect(table.takeAnnouncement(LinkMaker.trainer) == nil)
  }

  @Test func `a new link clears the reason for the previous link's end`() async {
    await LinkMaker.run { maker in
      var table = LinkTable()
      table.announce(LinkMaker.trainer, byKernel: lost)
      table.insert(maker.link(), on: nil)
      #expect(table.takeAnnouncement(LinkMaker.trainer) == nil)
    }
  }

  @Test func `a link without a value after an instant is silent since that instant`() async {
    await LinkMaker.run { maker in
      var table = LinkTable()
      let (trainer, strap) = (maker.link(), maker.link(to: LinkMaker.strap))
      table.insert(trainer, on: nil)
      table.insert(strap, on: nil)
      let silent = { table.links(of: 0, silentSince: at(5)).map(\.path) }
      #expect(silent() == [LinkMaker.trainer], "the strap has another controller")
      table.receive(LinkMaker.trainer, at: at(5))
      #expect(silent() == [LinkMaker.trainer])
      table.receive(LinkMaker.trainer, at: at(6))
      #expect(silent().isEmpty)
      _ = table.end(trainer, lost)
      table.insert(trainer, on: nil)
      #expect(silent() == [LinkMaker.trainer], "the next link starts silent")
    }
  }

  @Test func `only one write at a time uses a characteristic`() {
    var table = LinkTable()
    let turns = [table.takeTurn(toWrite: LinkMaker.bikeData), table.takeTurn(toWrite: LinkMaker.bikeData)]
    #expect(turns == [true, false])
    table.giveTurn(toWrite: LinkMaker.bikeData)
    let again = table.takeTurn(toWrite: LinkMaker.bikeData)
    #expect(again)
  }
}

@Suite struct SubscriptionTests {
  private func value(_ attribute: UInt16 = 0x12, controller: UInt16 = 0, handle: UInt16 = 0x40) -> NotificationTap.Value
  {
    NotificationTap.Value(controller: controller, handle: handle, attribute: attribute, bytes: [7])
  }

  /// A subscription to the trainer's Indoor Bike Data from `source`.
  private func bikeData(_ link: BlueZLink, _ source: Subscription.Source) -> Subscription {
    Subscription(LinkMaker.bikeData, .indoorBikeData, on: link, from: source)
  }

  @Test func `a value from the channel is delivered to the subscription of its connection and attribute`() async {
    await LinkMaker.run { maker in
      let link = maker.link()
      var subscriptions = Subscriptions()
      subscriptions.add(bikeData(link, .monitor(attribute: 0x12)))
      #expect(subscriptions.take(value(), at: at(1))?.link === link)
      #expect(subscriptions.take(value(0x15), at: at(1)) == nil)
      #expect(subscriptions.take(value(controller: 1), at: at(1)) == nil)
      #expect(subscriptions.take(value(handle: 0x41), at: at(1)) == nil)
    }
  }

  @Test func `a value delivered from the channel is not delivered again from the bus`() async {
    await LinkMaker.run { maker in
      let link = maker.link()
      var subscriptions = Subscriptions()
      subscriptions.add(bikeData(link, .monitor(attribute: 0x12)))
      var taken: [Bool] = []
      func take(_ byte: UInt8, at second: Int) {
        let subscription = subscriptions.take([byte], of: 0, at: at(second), echoingWithin: .seconds(1))
        taken.append(subscription != nil)
      }
      _ = subscriptions.take(value(), at: at(1))
      take(7, at: 1)
      subscriptions.readFromBus(LinkMaker.bikeData, on: link)
      take(7, at: 1)
      take(7, at: 1)
      #expect(taken == [false, false, true], "from the bus too early, the echo, a value of its own")
    }
  }

  @Test(arguments: [(7, 2), (8, 1)] as [(UInt8, Int)])
  func `a value from the bus that is late or different is not an echo`(byte: UInt8, second: Int) async {
    await LinkMaker.run { maker in
      let link = maker.link()
      var subscriptions = Subscriptions()
      subscriptions.add(bikeData(link, .monitor(attribute: 0x12)))
      _ = subscriptions.take(value(), at: at(1))
      subscriptions.readFromBus(LinkMaker.bikeData, on: link)
      let subscription = subscriptions.take([byte], of: 0, at: at(second), echoingWithin: .seconds(1))
      #expect(subscription != nil)
    }
  }

  @Test func `subscriptions end with their link`() async {
    await LinkMaker.run { maker in
      let (trainer, strap) = (maker.link(), maker.link(to: LinkMaker.strap))
      var subscriptions = Subscriptions()
      subscriptions.add(bikeData(trainer, .monitor(attribute: 0x12)))
      subscriptions.add(Subscription(LinkMaker.heartRate, .heartRateMeasurement, on: strap, from: .bus))
      #expect(subscriptions.has(.indoorBikeData, on: trainer))
      #expect(!subscriptions.has(.indoorBikeData, on: strap))
      #expect(subscriptions.readFromChannel(of: nil).map(\.path) == [LinkMaker.bikeData])
      #expect(subscriptions.readFromChannel(of: LinkMaker.strap).isEmpty)
      subscriptions.remove(of: trainer)
      #expect(subscriptions.of(trainer).isEmpty)
      #expect(subscriptions.of(strap).map(\.path) == [LinkMaker.heartRate])
      subscriptions.remove(at: LinkMaker.heartRate)
      #expect(subscriptions.of(strap).isEmpty)
    }
  }

  @Test func `signals are stopped once, and losing the bus stops all of them`() {
    var subscriptions = Subscriptions()
    subscriptions.startSignals(of: LinkMaker.bikeData)
    #expect(subscriptions.isSignalled(LinkMaker.bikeData))
    let stopped = [
      subscriptions.stopSignals(of: LinkMaker.bikeData), subscriptions.stopSignals(of: LinkMaker.bikeData),
    ]
    #expect(stopped == [true, false])
    subscriptions.startSignals(of: LinkMaker.bikeData)
    subscriptions.busIsGone()
    #expect(!subscriptions.isSignalled(LinkMaker.bikeData))
  }
}
