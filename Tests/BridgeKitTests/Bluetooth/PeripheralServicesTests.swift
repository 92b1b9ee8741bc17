import AppBridge
import BluetoothLE
import DBus
import Testing

@testable import BridgeKit

@Suite struct PeripheralServicesTests {
  private static let base = "-0000-1000-8000-00805f9b34fb"
  private let services = [
    OfferedService(
      .fitnessMachine,
      [
        OfferedCharacteristic(.fitnessMachineFeature, .read), OfferedCharacteristic(.indoorBikeData, .notify),
        OfferedCharacteristic(.fitnessMachineControlPoint, [.write, .indicate]),
      ]),
    OfferedService(.heartRate, [OfferedCharacteristic(.heartRateMeasurement, .notify)]),
  ]

  /// The bytes of the advertisement that BlueZ makes of the properties, without the flags.
  private func length(of properties: [String: Variant]) -> Int {
    let services = properties["ServiceUUIDs"]?.array?.count ?? 0
    let data = properties["ServiceData"]?.properties?.values.first?.bytes?.count
    return 2 + 2 * services + (data.map { 4 + $0 } ?? 0) + (properties["Appearance"] == nil ? 0 : 4)
  }

  @Test func `a service is an object, and its characteristics are below it`() throws {
    let tree = PeripheralServices(services, advertisement: PeripheralAdvertisement(name: "jz2", services: []))
    let feature = try #require(tree.path(of: .fitnessMachineFeature))
    #expect(tree.characteristic(at: feature)?.id == .fitnessMachineFeature)
    let strap = try #require(tree.path(of: .heartRateMeasurement))
    #expect(strap == "/org/justzone2/bridge/gatt/service01/characteristic00")
    #expect(tree.path(of: .cscMeasurement) == nil)
    #expect(tree.characteristic(at: "/org/justzone2/bridge/gatt/service01") == nil)
    #expect(tree.objects.paths.count == 7, "two services, four characteristics and the advertisement")
  }

  @Test func `a trainer is advertised in 31 bytes, as an available bike`() {
    let properties = PeripheralAdvertisement(
      name: "jz2",
      services: [.fitnessMachine, .cyclingPower, .cyclingSpeedAndCadence, .heartRate, .battery, .deviceInformation]
    ).properties
    #expect(length(of: properties) + 3 == 24)
    let uuids = properties["ServiceUUIDs"]?.array?.compactMap(\.string)
    #expect(uuids == ["00001826", "00001818", "00001816", "0000180d"].map { $0 + Self.base })
    #expect(properties["ServiceData"]?.properties == ["00001826" + Self.base: .bytes([0x01, 0x20, 0x00])])
    #expect(properties["Type"] == .string("peripheral"))
    #expect(properties["LocalName"] == .string("jz2"))
    #expect(properties["Appearance"] == .uint16(0x0480))
  }

  @Test func `a strap alone is advertised as a heart rate belt`() {
    let properties = PeripheralAdvertisement(name: "jz2", services: [.heartRate, .battery]).properties
    #expect(properties["ServiceUUIDs"]?.array == [.string("0000180d" + Self.base)])
    #expect(properties["ServiceData"] == nil)
    #expect(properties["Appearance"] == .uint16(0x0341))
  }

  @Test func `a UUID is written with all 128 bits`() {
    #expect(BluetoothUUID(0x2AD2).fullText == "00002ad2-0000-1000-8000-00805f9b34fb")
    #expect(BluetoothUUID.headwind.fullText == "a026ee0c-0a7d-4ab3-97fa-f1500f9feb8b")
    #expect(BluetoothUUID(high: 0, low: 1).fullText == "00000000-0000-0000-0000-000000000001")
  }
}
