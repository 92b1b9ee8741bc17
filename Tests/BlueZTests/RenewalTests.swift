import BluetoothLE
import DBus
import Testing

@testable import BlueZ

@Suite struct RenewalTests {
  private let device: ObjectPath = "/org/bluez/hci0/dev_1"
  private let first: ObjectPath = "/org/bluez/hci0/dev_1/service0010/char0014"
  private let second: ObjectPath = "/org/bluez/hci0/dev_1/service0010/char0011"

  private func tree(_ characteristics: ObjectPath...) -> ObjectTree {
    var tree = ObjectTree()
    for path in characteristics { _ = tree.apply(.added(path, [GattCharacteristic1.interface: [:]])) }
    return tree
  }

  @Test func `the characteristic that was requested first is awaited first`() {
    var renewal = Renewal()
    for path in [first, second, first] { renewal.include(path) }
    #expect(renewal.first(of: device, in: tree(first, second)) == first)
    #expect(renewal.includes(second))
  }

  @Test func `a characteristic that BlueZ no longer has is not awaited`() {
    var renewal = Renewal()
    for path in [first, second] { renewal.include(path) }
    #expect(renewal.first(of: device, in: tree(second)) == second)
    #expect(renewal.first(of: device, in: tree()) == nil)
  }

  @Test func `a characteristic of another device is not awaited`() {
    var renewal = Renewal()
    renewal.include(first)
    #expect(renewal.first(of: "/org/bluez/hci0/dev_2", in: tree(first)) == nil)
  }

  @Test func `subscriptions are not renewed after bluetoothd is gone`() {
    var renewal = Renewal()
    renewal.include(first)
    renewal.reset()
    #expect(!renewal.includes(first))
    #expect(renewal.first(of: device, in: tree(first)) == nil)
  }
}

@Suite struct ConnectAttemptTests {
  private func isUp(_ outcome: Result<Void, DBusError>?) -> Bool? {
    outcome.map { if case .success = $0 { true } else { false } }
  }

  @Test func `an attempt ignores the answer to an earlier call`() {
    var attempt = ConnectAttempt()
    let first = attempt.call()
    attempt.answered(first, .success(()))
    #expect(isUp(attempt.answer(to: first)) == true)
    #expect(attempt.isAnswered)
    let second = attempt.call()
    #expect(!attempt.isAnswered)
    #expect(isUp(attempt.answer(to: first)) == nil)
    #expect(isUp(attempt.answer(to: second)) == nil)
  }

  @Test(arguments: [
    ("org.bluez.Error.AlreadyConnected", true), ("org.bluez.Error.Failed", false),
    ("org.bluez.Error.InProgress", false),
  ])
  func `a link that is up already counts as connected`(name: String, isConnected: Bool) {
    var attempt = ConnectAttempt()
    let call = attempt.call()
    attempt.answered(call, .failure(DBusError(.replied, name: name, "")))
    #expect(isUp(attempt.answer(to: call)) == isConnected)
  }

  @Test func `an attempt keeps its device until it ends`() {
    var attempt = ConnectAttempt()
    #expect(attempt.device == nil)
    attempt.begin(DeviceAddress(1))
    #expect(attempt.device == DeviceAddress(1))
    attempt.end()
    #expect(attempt.device == nil)
  }
}
