import BluetoothLE
import DBus
import Testing

@testable import BridgeKit

@Suite struct BluetoothAppTests {
  private let bike = CharacteristicID.indoorBikeData
  private let point = CharacteristicID.fitnessMachineControlPoint
  private let phone: ObjectPath = "/org/bluez/hci0/dev_1"
  private let watch: ObjectPath = "/org/bluez/hci0/dev_2"

  @Test func `the first subscription joins, and the end of the last one leaves`() {
    var app = BluetoothApp()
    let first = app.subscribe(bike)
    let second = app.subscribe(point)
    #expect(first == [.joined, .subscribed(bike, true)])
    #expect(second == [.subscribed(point, true)])
    let third = app.unsubscribe(bike)
    let last = app.unsubscribe(point)
    #expect(third == [.subscribed(bike, false)])
    #expect(last == [.subscribed(point, false), .left])
  }

  @Test func `a second subscriber of a characteristic is reported, too`() {
    var app = BluetoothApp()
    _ = app.subscribe(bike)
    let again = app.subscribe(bike)
    #expect(again == [.subscribed(bike, true)])
  }

  @Test func `the end of an unknown subscription is ignored`() {
    var app = BluetoothApp()
    let events = app.unsubscribe(bike)
    #expect(events.isEmpty)
  }

  @Test func `a write without a subscription comes from an app that leaves at once`() {
    var app = BluetoothApp()
    let events = app.write([0x00], to: point, by: phone)
    #expect(events == [.joined, .wrote(point, [0x00]), .left])
  }

  @Test func `a write of a subscriber is only a write`() {
    var app = BluetoothApp()
    _ = app.subscribe(point)
    let events = app.write([0x00], to: point, by: phone)
    #expect(events == [.wrote(point, [0x00])])
  }

  @Test func `the control ends with the link of the latest writer, and subscriptions continue`() {
    var app = BluetoothApp()
    _ = app.subscribe(point)
    _ = app.subscribe(bike)
    _ = app.write([0x00], to: point, by: phone)
    let stranger = app.deviceLeft(watch)
    #expect(stranger.isEmpty)
    let events = app.deviceLeft(phone)
    #expect(events == [.left, .joined, .subscribed(bike, true), .subscribed(point, true)])
    let again = app.deviceLeft(phone)
    #expect(again.isEmpty)
  }

  @Test func `everything ends with bluetoothd`() {
    var app = BluetoothApp()
    _ = app.subscribe(bike)
    let events = app.allLeft()
    #expect(events == [.left])
    #expect(app == BluetoothApp())
    let again = app.allLeft()
    #expect(again.isEmpty)
  }
}
