private import BluetoothLE
private import CDBus
package import EventLoop

/// One connection to a message bus, living on an event loop's thread.
///
/// All that libdbus does, it does there, and never by itself: it is told when its socket is ready, and calls back on
/// the same thread. ``close()`` is due before the last reference goes.
package actor BusConnection {
  /// Where its work is done.
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Its name on the bus, `:1.42`; nil until the bus has given it.
  package private(set) var uniqueName: String?

  /// libdbus' connection; nil once closed.
  var handle: OpaquePointer?
  var watches: [UInt: EventLoop.Watch] = [:]
  var hook: EventLoop.Watch?
  var pending: [UInt32: PendingCall] = [:]
  var nextCallID: UInt64 = 1
  var onSignal: (@Sendable (borrowing IncomingMessage) -> Void)?
  var onCall: (@Sendable (Message) -> Void)?
  var onDisconnect: (@Sendable () -> Void)?

  private init(on loop: EventLoop) { self.loop = loop }

  /// Connects to the bus at `address` and says hello.
  ///
  /// - Parameters:
  ///   - address: As in the D-Bus specification, "Server Addresses": `unix:path=/run/dbus/system_bus_socket`.
  ///   - loop: Where the connection is to live.
  /// - Returns: A connection that the bus knows by name.
  /// - Throws: `.disconnected` where nobody answers there, `.invalidArgument` for an address that is none.
  package static func open(_ address: String, on loop: EventLoop) async throws(DBusError) -> BusConnection {
    let connection = BusConnection(on: loop)
    try await connection.connect(to: address)
    do throws(DBusError) { try await connection.sayHello() } catch {
      await connection.close()
      throw error
    }
    return connection
  }

  /// Ends the connection; calls that wait fail with `.disconnected`.
  package func close() {
    guard let connection = handle else { return }
    handle = nil
    if let hook { loop.removeHook(hook) }
    hook = nil
    dbus_connection_remove_filter(connection, filterMessage, selfPointer)
    dbus_connection_close(connection)
    dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    dbus_connection_unref(connection)
    failAll(DBusError(.disconnected, "closed here"))
    (onSignal, onCall, onDisconnect) = (nil, nil, nil)
  }

  /// Sends a message that nobody answers: a signal or a reply.
  package func send(_ message: Message) throws(DBusError) {
    try transmit(message)
  }

  /// Hands each signal to `handler`, on the loop, while it lies in libdbus' memory.
  package func setSignalHandler(_ handler: @escaping @Sendable (borrowing IncomingMessage) -> Void) {
    onSignal = handler
  }

  /// Hands each call of a method of ours to `handler`, on the loop; it is to send a reply.
  package func setCallHandler(_ handler: @escaping @Sendable (Message) -> Void) { onCall = handler }

  /// Calls `handler` on the loop when the other end closes the connection.
  package func setDisconnectHandler(_ handler: @escaping @Sendable () -> Void) { onDisconnect = handler }
}

extension BusConnection {
  var selfPointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private func connect(to address: String) throws(DBusError) {
    guard !address.utf8.contains(0) else { throw DBusError(.invalidArgument, "not an address: \(address)") }
    var failure = CDBus.DBusError()
    dbus_error_init(&failure)
    defer { dbus_error_free(&failure) }
    guard let connection = dbus_connection_open_private(address, &failure) else {
      throw Self.error(from: &failure)
    }
    handle = connection
    dbus_connection_set_exit_on_disconnect(connection, 0)
    dbus_connection_add_filter(connection, filterMessage, selfPointer, nil)
    dbus_connection_set_watch_functions(connection, addWatch, removeWatch, toggleWatch, selfPointer, nil)
    hook = loop.beforeWaiting { [weak self] in self?.assumeIsolated { $0.dispatch() } }
  }

  /// Why a connection could not be made; that the socket is closed to this user is told as the bus tells a denial.
  private static func error(from failure: inout CDBus.DBusError) -> DBusError {
    let message = failure.message.map { String(cString: $0) } ?? "no connection"
    if dbus_error_has_name(&failure, DBUS_ERROR_ACCESS_DENIED) != 0 {
      return DBusError(.replied, name: DBUS_ERROR_ACCESS_DENIED, message)
    }
    return DBusError(
      dbus_error_has_name(&failure, DBUS_ERROR_BAD_ADDRESS) != 0 ? .invalidArgument : .disconnected, message)
  }

  /// `dbus_bus_register` would block the thread until the bus answers.
  private func sayHello() async throws(DBusError) {
    guard let name = try await call(.toBus("Hello"), timeout: .seconds(5)).first?.string else {
      throw DBusError(.unexpectedReply, "Hello without a name")
    }
    if let handle { dbus_bus_set_unique_name(handle, name) }
    uniqueName = name
  }
}
