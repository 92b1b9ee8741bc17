package import DBus
import Loop
import TestKit

/// The services and the advertisement that a program has registered.
package struct RegisteredPeripheral: Sendable {
  /// The unique name of the program.
  package internal(set) var program: String?
  /// The listed objects, as their interfaces with properties; nil without a registration.
  package internal(set) var objects: [ObjectPath: [String: [String: Variant]]]?
  /// The properties of the advertisement; nil without one.
  package internal(set) var advertisement: [String: Variant]?
  /// The values that the program sent to subscribers, with the characteristic's object.
  package internal(set) var sent: [(path: ObjectPath, value: [UInt8])] = []

  /// Returns the object of a characteristic by its assigned number in hexadecimal digits, such as `2ad2`; nil if there
  /// is none.
  package func path(of uuid: String) -> ObjectPath? {
    objects?.first {
      $0.value["org.bluez.GattCharacteristic1"]?["UUID"]?.string?.hasPrefix("0000\(uuid)") == true
    }?.key
  }
}

/// Accepts services and advertisements of programs.
extension FakeBlueZ {
  private static let advertisingManager = "org.bluez.LEAdvertisingManager1"
  private static let advertisement = "org.bluez.LEAdvertisement1"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let objectManager = "org.freedesktop.DBus.ObjectManager"

  /// The roles of an adapter that can keep a trainer's link while apps use it.
  package static let bothRoles = ["central", "peripheral", "central-peripheral"]

  /// Adds an adapter that accepts services and a number of advertisements.
  package func addPeripheralAdapter(
    _ path: ObjectPath = adapter, address: String = "00:1A:7D:DA:71:10", roles: [String] = bothRoles,
    instances: UInt8 = 4, powered: Bool = true
  ) {
    add(
      path,
      [
        "org.bluez.Adapter1": [
          "Address": .string(address), "Powered": .boolean(powered),
          "Roles": .array(roles.map { .string($0) }, of: "s"),
        ],
        Self.advertisingManager: ["SupportedInstances": .byte(instances), "ActiveInstances": .byte(0)],
        "org.bluez.GattManager1": [:],
      ])
  }

  /// Makes registrations work as in `bluetoothd`: it reads the program's objects before it answers.
  package func acceptPeripherals() {
    on("RegisterApplication") { bluez, call in
      bluez.read(call, Self.objectManager, "GetManagedObjects") { bluez, body in
        bluez.peripheral.program = call.sender
        bluez.peripheral.objects = objects(in: body)
        bluez.announceServices(of: call.path)
      }
    }
    on("RegisterAdvertisement") { bluez, call in
      bluez.read(call, Self.properties, "GetAll", [.string(Self.advertisement)]) { bluez, body in
        bluez.peripheral.program = call.sender
        bluez.peripheral.advertisement = body.first?.properties
        bluez.countInstances(call.path, by: 1)
      }
    }
    on("UnregisterApplication") { bluez, call in
      bluez.peripheral.objects = nil
      bluez.announceServices(of: call.path)
      return call.reply()
    }
    on("UnregisterAdvertisement") { bluez, call in
      guard bluez.peripheral.advertisement != nil else {
        return call.reply(error: "org.bluez.Error.DoesNotExist", "Does Not Exist")
      }
      bluez.peripheral.advertisement = nil
      bluez.countInstances(call.path, by: -1)
      return call.reply()
    }
  }

  /// Reads from the object that a call names, then answers the call.
  private func read(
    _ call: BusMessage, _ interface: String, _ member: String, _ body: [Variant] = [],
    _ store: @escaping @Sendable (isolated FakeBlueZ, [Variant]) -> Void
  ) -> BusMessage? {
    guard let sender = call.sender, let object = call.body.first?.objectPath else {
      return call.reply(error: "org.bluez.Error.InvalidArguments", "")
    }
    let request = BusMessage.call(sender, object, interface, member, body)
    bus.assumeIsolated { bus in
      bus.call(request, timeout: TestDeadline.event) { [weak self] answer in
        self?.assumeIsolated { bluez in
          guard let body = try? answer.get() else {
            return bluez.send(call.reply(error: "org.bluez.Error.Failed", "no objects"))
          }
          store(bluez, body)
          bluez.send(call.reply())
        }
      }
    }
    return nil
  }

  /// Sends the new services of an adapter, as BlueZ does after each registration.
  private func announceServices(of adapter: ObjectPath?) {
    let services = (peripheral.objects ?? [:]).values.compactMap { $0["org.bluez.GattService1"]?["UUID"] }
    if let adapter { set(adapter, "org.bluez.Adapter1", ["UUIDs": .array(services, of: "s")]) }
  }

  private func countInstances(_ adapter: ObjectPath?, by change: Int) {
    guard let adapter, let free = property(adapter, Self.advertisingManager, "SupportedInstances")?.integer,
      let active = property(adapter, Self.advertisingManager, "ActiveInstances")?.integer
    else { return }
    set(
      adapter, Self.advertisingManager,
      [
        "SupportedInstances": .byte(UInt8(clamping: free - change)),
        "ActiveInstances": .byte(UInt8(clamping: active + change)),
      ])
  }

  /// Calls a method of the program that registered, and returns its answer, or the name of its error.
  package func request(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Variant] = []
  ) async -> Result<[Variant], BlueZError> {
    let call = BusMessage.call(peripheral.program ?? "", path, interface, member, body)
    do throws(DBusError) { return .success(try await bus.call(call, timeout: TestDeadline.event)) } catch {
      return .failure(BlueZError(error.name ?? "\(error.code)", error.message))
    }
  }

  /// Records the values that a program sends.
  func receive(_ signal: borrowing IncomingMessage) {
    guard let path = signal.path, signal.isSignal(Self.properties, "PropertiesChanged"),
      let value = signal.changedBytes(of: "org.bluez.GattCharacteristic1", "Value")
    else { return }
    peripheral.sent.append((path, value))
  }
}

/// The objects in an answer to `GetManagedObjects`.
private func objects(in body: [Variant]) -> [ObjectPath: [String: [String: Variant]]]? {
  var objects: [ObjectPath: [String: [String: Variant]]] = [:]
  for (key, value) in body.first?.dictionary ?? [:] {
    guard let path = key.objectPath, let interfaces = value.properties else { return nil }
    objects[path] = interfaces.compactMapValues(\.properties)
  }
  return objects
}

extension BlueZError: Error {}
