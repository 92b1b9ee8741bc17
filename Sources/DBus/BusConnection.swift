private import BluetoothLE
private import CDBus
package import Loop

/// A connection to a message bus, on an event loop's thread.
///
/// libdbus does all its work on that thread: the loop reports when its socket is ready, and libdbus calls back. Call
/// ``close()`` before releasing the last reference.
package actor BusConnection {
  /// The thread that it runs on.
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The connection's name on the bus, `:1.42`; nil until the bus has assigned it.
  package private(set) var uniqueName: String?

  /// libdbus' connection; nil once closed.
  private var handle: OpaquePointer?
  private var watches: [UInt: EventLoop.Watch] = [:]
  private var hook: EventLoop.Watch?
  /// The calls that wait for an answer, by the serial of their message.
  private var pending: [UInt32: PendingCall] = [:]
  private var nextCallID: UInt64 = 1
  private var onSignal: (@Sendable (borrowing IncomingMessage) -> Void)?
  private var onCall: (@Sendable (BusMessage) -> Void)?
  private var onDisconnect: (@Sendable () -> Void)?

  private init(on loop: EventLoop) { self.loop = loop }

  /// Connects to the bus at `address` and sends Hello.
  ///
  /// - Parameters:
  ///   - address: As in the D-Bus specification, "Server Addresses": `unix:path=/run/dbus/system_bus_socket`.
  ///   - loop: The thread to run on.
  /// - Returns: A connection with a name on the bus.
  /// - Throws: `.disconnected` if no bus answers there, `.invalidArgument` for a malformed address.
  package static func open(_ address: String, on loop: EventLoop) async throws(DBusError) -> BusConnection {
    let connection = BusConnection(on: loop)
    try await connection.connect(to: address)
    do throws(DBusError) { try await connection.sayHello() } catch {
      await connection.close()
      throw error
    }
    return connection
  }

  /// Ends the connection; pending calls fail with `.disconnected`.
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

  /// Sends a message without an answer: a signal or a reply.
  package func send(_ message: BusMessage) throws(DBusError) {
    try transmit(message)
  }

  /// Passes each signal to `handler`, on the loop; the signal is in libdbus' memory only during that call.
  package func setSignalHandler(_ handler: @escaping @Sendable (borrowing IncomingMessage) -> Void) {
    onSignal = handler
  }

  /// Passes each call of a method of this connection to `handler`, on the loop; `handler` must send a reply.
  package func setCallHandler(_ handler: @escaping @Sendable (BusMessage) -> Void) { onCall = handler }

  /// Calls `handler` on the loop when the other end closes the connection.
  package func setDisconnectHandler(_ handler: @escaping @Sendable () -> Void) { onDisconnect = handler }
}

extension BusConnection {
  private var selfPointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

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

  /// Returns the reason why a connection failed; a socket that this user may not open is reported like a denial by the
  /// bus.
  private static func error(from failure: inout CDBus.DBusError) -> DBusError {
    let message = failure.message.map { String(cString: $0) } ?? "no connection"
    if dbus_error_has_name(&failure, DBUS_ERROR_ACCESS_DENIED) != 0 {
      return DBusError(.replied, name: DBUS_ERROR_ACCESS_DENIED, message)
    }
    return DBusError(
      dbus_error_has_name(&failure, DBUS_ERROR_BAD_ADDRESS) != 0 ? .invalidArgument : .disconnected, message)
  }

  /// Sends Hello without `dbus_bus_register`, which would block the thread until the bus answers.
  private func sayHello() async throws(DBusError) {
    guard let name = try await call(.toBus("Hello"), timeout: .seconds(5)).first?.string else {
      throw DBusError(.unexpectedReply, "Hello without a name")
    }
    if let handle { dbus_bus_set_unique_name(handle, name) }
    uniqueName = name
  }
}

// MARK: - Calls

/// A call that waits for its answer.
private struct PendingCall {
  var id: UInt64
  var path: ObjectPath?
  var timer: EventLoop.Timer
  var completion: @Sendable (Result<[Variant], DBusError>) -> Void
}

/// Manages calls in its own table: libdbus does not report the end of its pending calls when the connection is lost.
extension BusConnection {
  /// Calls a method and waits for the answer.
  ///
  /// - Parameters:
  ///   - message: The call.
  ///   - timeout: How long to wait for the answer.
  /// - Returns: The method's return values.
  /// - Throws: `.replied` with the error in the answer; `.timedOut`, `.disconnected`; `.cancelled` as soon as the task
  ///   is cancelled, which does not undo the call.
  package func call(_ message: BusMessage, timeout: Duration) async throws(DBusError) -> [Variant] {
    let id = nextCallID
    nextCallID += 1
    let outcome: Result<[Variant], DBusError> = await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        if Task.isCancelled { return caller.resume(returning: .failure(Self.cancelled)) }
        begin(message, id: id, timeout: timeout) { caller.resume(returning: $0) }
      }
    } onCancel: {
      loop.schedule(at: .origin) { [weak self] in self?.assumeIsolated { $0.cancelCall(id) } }
    }
    return try outcome.get()
  }

  /// Calls a method and passes the answer to `completion`, in its place among the arriving signals.
  ///
  /// A caller that uses `await` instead continues only after the signals that were read together with the answer.
  package func call(
    _ message: BusMessage, timeout: Duration,
    completion: @escaping @Sendable (Result<[Variant], DBusError>) -> Void
  ) {
    begin(message, id: 0, timeout: timeout, completion)
  }

  /// Returns whether a call waits for an answer from an object below `path`.
  package func hasCalls(below path: ObjectPath) -> Bool {
    pending.values.contains { $0.path?.isBelow(path) == true }
  }

  /// Fails the calls that wait for an answer from an object below `path`.
  package func failCalls(below path: ObjectPath, _ error: DBusError) {
    for (serial, call) in pending where call.path?.isBelow(path) == true { finish(serial, .failure(error)) }
  }

  /// Fails all pending calls.
  private func failAll(_ error: DBusError) {
    for serial in pending.keys.sorted() { finish(serial, .failure(error)) }
  }

  /// Ends the call that a message answers, if it is pending.
  private func settle(_ answer: OpaquePointer) {
    let serial = dbus_message_get_reply_serial(answer)
    guard pending[serial] != nil else { return }
    let message = BusMessage(copying: answer)
    if message.kind == .methodReturn { return finish(serial, .success(message.body)) }
    let text = message.body.first?.string ?? ""
    let isLost = message.sender == nil && message.errorName == DBUS_ERROR_DISCONNECTED
    finish(serial, .failure(DBusError(isLost ? .disconnected : .replied, name: message.errorName, text)))
  }

  /// Queues a message for sending and returns its serial.
  @discardableResult
  private func transmit(_ message: BusMessage) throws(DBusError) -> UInt32 {
    guard let handle, dbus_connection_get_is_connected(handle) != 0 else {
      throw DBusError(.disconnected, "not connected to the bus")
    }
    let encoded = try message.encoded()
    defer { dbus_message_unref(encoded) }
    var serial: dbus_uint32_t = 0
    guard dbus_connection_send(handle, encoded, &serial) != 0 else {
      throw DBusError(.disconnected, "no memory to send with")
    }
    return serial
  }

  private func begin(
    _ message: BusMessage, id: UInt64, timeout: Duration,
    _ completion: @escaping @Sendable (Result<[Variant], DBusError>) -> Void
  ) {
    do throws(DBusError) {
      let serial = try transmit(message)
      let timer = loop.schedule(at: loop.now.advanced(by: timeout)) { [weak self] in
        self?.assumeIsolated { $0.finish(serial, .failure(DBusError(.timedOut, "no answer within \(timeout)"))) }
      }
      pending[serial] = PendingCall(id: id, path: message.path, timer: timer, completion: completion)
    } catch {
      completion(.failure(error))
    }
  }

  private func cancelCall(_ id: UInt64) {
    guard let serial = pending.first(where: { $0.value.id == id })?.key else { return }
    finish(serial, .failure(Self.cancelled))
  }

  private func finish(_ serial: UInt32, _ outcome: Result<[Variant], DBusError>) {
    guard let call = pending.removeValue(forKey: serial) else { return }
    loop.cancel(call.timer)
    call.completion(outcome)
  }

  private static let cancelled = DBusError(.cancelled, "the caller was cancelled")
}

// MARK: - The socket

/// Handles libdbus' requests to watch its socket: it has no thread, and the loop reports when the socket is ready.
///
/// It needs no timers either, as long as its pending calls are not used.
extension BusConnection {
  fileprivate func add(_ watch: UInt) {
    guard let pointer = OpaquePointer(bitPattern: watch) else { return }
    watches[watch] = loop.watch(dbus_watch_get_unix_fd(pointer), for: events(pointer)) { [weak self] events in
      self?.assumeIsolated { $0.handle(watch, events) }
    }
  }

  fileprivate func remove(_ watch: UInt) {
    if let watch = watches.removeValue(forKey: watch) { loop.remove(watch) }
  }

  fileprivate func toggle(_ watch: UInt) {
    guard let pointer = OpaquePointer(bitPattern: watch), let watch = watches[watch] else { return }
    loop.update(watch, for: events(pointer))
  }

  private func events(_ watch: OpaquePointer) -> FileEvents {
    guard dbus_watch_get_enabled(watch) != 0 else { return [] }
    let flags = dbus_watch_get_flags(watch)
    var events: FileEvents = []
    if flags & DBUS_WATCH_READABLE.rawValue != 0 { events.insert(.readable) }
    if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events.insert(.writable) }
    return events
  }

  private func handle(_ watch: UInt, _ events: FileEvents) {
    guard watches[watch] != nil, let pointer = OpaquePointer(bitPattern: watch) else { return }
    var flags: UInt32 = 0
    if !events.isDisjoint(with: .readable) { flags |= DBUS_WATCH_READABLE.rawValue }
    if !events.isDisjoint(with: .writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
    if !events.isDisjoint(with: .error) { flags |= DBUS_WATCH_ERROR.rawValue }
    if !events.isDisjoint(with: .hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
    dbus_watch_handle(pointer, flags)
    dispatch()
  }

  /// Dispatches all messages that have been read.
  private func dispatch() {
    while let handle, dbus_connection_get_dispatch_status(handle) == DBUS_DISPATCH_DATA_REMAINS {
      dbus_connection_dispatch(handle)
    }
  }

  fileprivate func receive(_ message: UInt) -> Bool {
    guard let pointer = OpaquePointer(bitPattern: message) else { return false }
    switch dbus_message_get_type(pointer) {
    case DBUS_MESSAGE_TYPE_SIGNAL:
      if dbus_message_is_signal(pointer, "org.freedesktop.DBus.Local", "Disconnected") != 0 {
        lose()
      } else {
        onSignal?(IncomingMessage(pointer))
      }
      return true
    case DBUS_MESSAGE_TYPE_METHOD_CALL:
      onCall?(BusMessage(copying: pointer))
      return onCall != nil
    default:
      settle(pointer)
      return true
    }
  }

  private func lose() {
    failAll(DBusError(.disconnected, "the bus closed the connection"))
    onDisconnect?()
  }
}

// The functions that libdbus calls, only on the loop and during a call by the actor.

private func connection(_ data: UnsafeMutableRawPointer?) -> BusConnection? {
  data.map { Unmanaged<BusConnection>.fromOpaque($0).takeUnretainedValue() }
}

private func addWatch(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) -> dbus_bool_t {
  let watch = UInt(bitPattern: watch)
  connection(data)?.assumeIsolated { $0.add(watch) }
  return 1
}

private func removeWatch(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  let watch = UInt(bitPattern: watch)
  connection(data)?.assumeIsolated { $0.remove(watch) }
}

private func toggleWatch(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  let watch = UInt(bitPattern: watch)
  connection(data)?.assumeIsolated { $0.toggle(watch) }
}

private func filterMessage(
  _ connection: OpaquePointer?, _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> DBusHandlerResult {
  let message = UInt(bitPattern: message)
  let isHandled = DBus.connection(data)?.assumeIsolated { $0.receive(message) } ?? false
  return isHandled ? DBUS_HANDLER_RESULT_HANDLED : DBUS_HANDLER_RESULT_NOT_YET_HANDLED
}
