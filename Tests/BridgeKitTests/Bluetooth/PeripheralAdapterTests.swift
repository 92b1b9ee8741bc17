import BluetoothLE
import DBus
import Testing

@testable import BridgeKit

@Suite struct PeripheralAdapterTests {
  private static let both = ["central", "peripheral", "central-peripheral"]
  private static let one = ["central", "peripheral"]

  /// An adapter as BlueZ lists it.
  private func adapter(
    _ number: Int, roles: [String] = both, instances: UInt8 = 4, powered: Bool = true, hasManagers: Bool = true
  ) throws -> PeripheralAdapter {
    var interfaces: [String: Variant] = [
      "org.bluez.Adapter1": .properties([
        "Address": .string("00:00:00:00:00:0\(number)"), "Powered": .boolean(powered),
        "Roles": .array(roles.map { .string($0) }, of: "s"),
      ])
    ]
    if hasManagers {
      interfaces["org.bluez.GattManager1"] = .properties([:])
      interfaces["org.bluez.LEAdvertisingManager1"] = .properties(["SupportedInstances": .byte(instances)])
    }
    let path = try #require(ObjectPath("/org/bluez/hci\(number)"))
    return try #require(PeripheralAdapter(path, interfaces))
  }

  private func choice(
    _ adapters: [PeripheralAdapter], named: DeviceAddress? = nil, ours: ObjectPath? = nil
  ) -> Result<ObjectPath, PeripheralObstacle> {
    do throws(PeripheralObstacle) {
      return .success(try peripheralAdapter(of: adapters, named: named, ours: ours))
    } catch { return .failure(error) }
  }

  @Test func `the first adapter with both roles at once is used`() throws {
    let adapters = [try adapter(2), try adapter(1), try adapter(0, roles: Self.one)]
    #expect(choice(adapters) == .success("/org/bluez/hci1"))
  }

  @Test func `an adapter in use is kept, also if its last advertisement is ours`() throws {
    let adapters = [try adapter(0), try adapter(1, instances: 0)]
    #expect(choice(adapters, ours: "/org/bluez/hci1") == .success("/org/bluez/hci1"))
  }

  @Test func `an adapter with one role at a time is refused, unless it is named`() throws {
    let adapters = [try adapter(0, roles: Self.one)]
    #expect(choice(adapters) == .failure(.oneRole("hci0")))
    #expect(choice(adapters, named: DeviceAddress(0)) == .success("/org/bluez/hci0"))
  }

  @Test func `a named adapter without the role of a peripheral is refused`() throws {
    let adapters = [try adapter(0, roles: ["central"]), try adapter(1)]
    #expect(choice(adapters, named: DeviceAddress(0)) == .failure(.noPeripheral("hci0")))
    #expect(choice(adapters, named: DeviceAddress(7)) == .failure(.noSuchAdapter(DeviceAddress(7))))
  }

  @Test func `each obstacle has its reason`() throws {
    #expect(choice([]) == .failure(.noAdapter))
    #expect(choice([try adapter(0, powered: false)]) == .failure(.off("hci0")))
    #expect(choice([try adapter(0, instances: 0)]) == .failure(.noInstance("hci0")))
    #expect(choice([try adapter(0, hasManagers: false)]) == .failure(.noPeripheral("hci0")))
    #expect(choice([try adapter(0, roles: [])]) == .failure(.noPeripheral("hci0")))
  }

  @Test func `an object without an adapter is none`() {
    #expect(PeripheralAdapter("/org/bluez/hci0/dev_1", ["org.bluez.Device1": .properties([:])]) == nil)
    #expect(PeripheralAdapter("/org/bluez", ["org.bluez.Adapter1": .string("")]) == nil)
  }
}
