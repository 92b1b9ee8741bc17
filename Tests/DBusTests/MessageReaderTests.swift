import CDBus
import Glibc
import Testing

@testable import DBus

@Suite struct MessageReaderTests {
  @Test func `a file descriptor is skipped and stays in its message`() throws {
    let message = try #require(dbus_message_new_signal("/a", "a.b", "C"))
    defer { dbus_message_unref(message) }
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(message, &iterator)
    var (descriptor, number): (Int32, UInt32) = (STDERR_FILENO, 7)
    dbus_message_iter_append_basic(&iterator, Int32(UInt8(ascii: "h")), &descriptor)
    dbus_message_iter_append_basic(&iterator, Int32(UInt8(ascii: "u")), &number)
    var reader = MessageReader(message)
    let values = reader.readAll()
    #expect(values == [.descriptor, .uint32(7)])
  }

  @Test func `a file descriptor cannot be sent`() throws {
    let message = try #require(dbus_message_new_signal("/a", "a.b", "C"))
    defer { dbus_message_unref(message) }
    var writer = MessageWriter(message)
    #expect(throws: DBusError.self) { try writer.append(.descriptor) }
  }
}
