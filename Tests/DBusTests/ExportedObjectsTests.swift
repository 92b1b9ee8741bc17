import BusTestKit
import Loop
import TestKit
import Testing

@testable import DBus

@Suite(
  .enabled(if: PrivateBus.isAvailable, "there is no dbus-daemon on this machine"),
  .timeLimit(.minutes(TestDeadline.testMinutes)))
struct ExportedObjectsTests {
  /// Two objects below `/tree`, and one next to it.
  private static let objects: ExportedObjects = {
    var objects = ExportedObjects()
    objects.exportList(at: "/tree")
    objects.export("/tree/a", ["test.A": ["Name": .string("a"), "Value": .bytes([1])]])
    objects.export("/tree/a/b", ["test.B": [:]])
    objects.export("/other", ["test.A": ["Name": .string("other")]])
    return objects
  }()

  /// Calls a method of the exported objects over a bus.
  private func ask(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Variant] = []
  ) async throws -> Result<[Variant], DBusError> {
    try await PrivateBus.run { bus in
      let loop = EventLoop(name: "dbus-test", pace: .real)
      let server = try await BusConnection.open(bus.address, on: loop)
      let client = try await BusConnection.open(bus.address, on: loop)
      await server.setCallHandler { [weak server] call in
        server?.assumeIsolated { try? $0.send(Self.objects.answer(call)) }
      }
      let call = BusMessage.call(await server.uniqueName ?? "", path, interface, member, body)
      let answer: Result<[Variant], DBusError>
      do throws(DBusError) { answer = .success(try await client.call(call, timeout: TestDeadline.event)) } catch {
        answer = .failure(error)
      }
      await client.close()
      await server.close()
      await loop.stop()
      return answer
    }
  }

  private func errorName(_ answer: Result<[Variant], DBusError>) -> String? {
    guard case .failure(let error) = answer else { return nil }
    return error.name
  }

  @Test func `a root lists the objects below it, and no others`() async throws {
    let answer = try await ask("/tree", StandardInterface.objectManager, "GetManagedObjects").get()
    let listed = answer.first?.dictionary ?? [:]
    #expect(Set(listed.keys) == [.objectPath("/tree/a"), .objectPath("/tree/a/b")])
    let properties = listed[.objectPath("/tree/a")]?.properties?["test.A"]?.properties
    #expect(properties == ["Name": .string("a"), "Value": .bytes([1])])
    #expect(listed[.objectPath("/tree/a/b")]?.properties == ["test.B": .dictionary([:], of: "sv")])
  }

  @Test func `an object that is no root does not list`() async throws {
    let answer = try await ask("/tree/a", StandardInterface.objectManager, "GetManagedObjects")
    #expect(errorName(answer) == "org.freedesktop.DBus.Error.UnknownMethod")
  }

  @Test func `properties are read one by one and all at once`() async throws {
    let one = try await ask("/tree/a", StandardInterface.properties, "Get", [.string("test.A"), .string("Value")])
    #expect(try one.get() == [.bytes([1])])
    let all = try await ask("/other", StandardInterface.properties, "GetAll", [.string("test.A")])
    #expect(try all.get().first?.properties == ["Name": .string("other")])
  }

  @Test func `unknown objects, interfaces, properties and methods are refused by name`() async throws {
    let properties = StandardInterface.properties
    let family = "org.freedesktop.DBus.Error."
    #expect(errorName(try await ask("/none", "test.A", "Run")) == family + "UnknownObject")
    #expect(errorName(try await ask("/tree/a", "test.A", "Run")) == family + "UnknownMethod")
    #expect(
      errorName(try await ask("/tree/a", properties, "GetAll", [.string("test.X")])) == family + "UnknownInterface")
    #expect(
      errorName(try await ask("/tree/a", properties, "Get", [.string("test.A"), .string("X")])) == family
        + "UnknownProperty")
    #expect(
      errorName(
        try await ask("/tree/a", properties, "Set", [.string("test.A"), .string("Name"), .variant(.string("x"))]))
        == family + "PropertyReadOnly")
  }

  @Test func `malformed calls are refused`() async throws {
    let properties = StandardInterface.properties
    #expect(errorName(try await ask("/tree/a", properties, "Get", [.byte(1)])) != nil)
    #expect(errorName(try await ask("/tree/a", properties, "GetAll")) != nil)
  }

  @Test func `new values go to the named connection only`() {
    let signal = BusMessage.propertiesChanged("/tree/a", "test.A", ["Value": .bytes([2, 3])], to: ":1.7")
    #expect(signal.member == "PropertiesChanged")
    #expect(signal.destination == ":1.7")
    #expect(signal.body == [.string("test.A"), .properties(["Value": .bytes([2, 3])]), .array([], of: "s")])
  }
}
