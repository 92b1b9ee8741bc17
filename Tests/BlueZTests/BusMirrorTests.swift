import BluetoothLE
import DBus
import Testing

@testable import BlueZ

@Suite struct BusMirrorTests {
  private static let device: ObjectPath = "/org/bluez/hci0/dev_1"
  private static let objects: [ObjectPath: [String: Properties]] = [device: [Device1.interface: [:]]]
  private let flaw = LinkError(.serviceOutdated, operation: "attach")

  /// A mirror of `bluetoothd` named `:1.1`, with its objects listed and a device followed.
  private func attached() -> BusMirror {
    var mirror = BusMirror()
    _ = mirror.changeOwner(to: ":1.1")
    _ = mirror.list(Self.objects)
    mirror.follow(Self.device)
    return mirror
  }

  @Test func `a mirror cannot be used before the objects are listed`() {
    var mirror = BusMirror()
    #expect(mirror.problem?.code == .serviceMissing)
    #expect(!mirror.hasSettled)
    let isAnother = mirror.changeOwner(to: ":1.1")
    #expect(isAnother)
    #expect(mirror.problem?.code == .serviceMissing)
    #expect(!mirror.hasSettled)
    #expect(mirror.list(Self.objects) == [.appeared(Self.device, interface: Device1.interface)])
    #expect(mirror.problem == nil)
    #expect(mirror.hasSettled)
  }

  @Test func `the first attempt to attach ends even without a bluetoothd`() {
    var mirror = BusMirror()
    _ = mirror.changeOwner(to: nil)
    #expect(mirror.hasSettled)
    #expect(mirror.problem?.detail == "bluetoothd is not running")
  }

  @Test(arguments: [":1.2", nil])
  func `a mirror must be emptied when bluetoothd is replaced or gone`(owner: String?) {
    var mirror = attached()
    mirror.examined(":1.1", finding: flaw)
    let isAnother = mirror.changeOwner(to: owner)
    #expect(isAnother)
    #expect(mirror.owner == owner)
    #expect(mirror.problem?.code == .serviceMissing)
    #expect(mirror.flaw == nil)
    #expect(mirror.empty() == [.disappeared(Self.device, interface: Device1.interface)])
  }

  @Test func `a mirror does not change when the owner is the same`() {
    var mirror = attached()
    let isAnother = mirror.changeOwner(to: ":1.1")
    #expect(!isAnother)
    #expect(mirror.problem == nil)
  }

  @Test func `an examination only applies to the bluetoothd that was examined`() {
    var mirror = attached()
    mirror.examined(":1.0", finding: flaw)
    #expect(mirror.flaw == nil)
    mirror.examined(":1.1", finding: flaw)
    #expect(mirror.flaw == flaw)
  }

  @Test func `a lost bus ends all subscriptions, and the next bluetoothd counts as new`() {
    var mirror = attached()
    #expect(!mirror.isServiceNew)
    #expect(mirror.follows(Self.device))
    mirror.detach(flaw)
    #expect(mirror.problem == flaw)
    #expect(mirror.owner == nil)
    #expect(mirror.isServiceNew)
    #expect(!mirror.follows(Self.device))
  }

  @Test func `a bluetoothd that the bus announces counts as new`() {
    var mirror = attached()
    mirror.noteNewService()
    #expect(mirror.isServiceNew)
  }
}
