private import BluetoothLE
private import CDBus
import EventLoop

/// A call whose answer is awaited.
struct PendingCall {
  var id: UInt64
  var path: ObjectPath?
  var timer: EventLoop.Timer
  var completion: @Sendable (Result<[Variant], DBusError>) -> Void
}

/// libdbus has pending calls of its own, but never tells of their end when the connection is lost: this table does.
extension BusConnection {
  /// Calls a method and waits for the answer.
  ///
  /// - Parameters:
  ///   - message: The call.
  ///   - timeout: How long to wait for the answer.
  /// - Returns: What the method returned.
  /// - Throws: `.replied` with the error that was answered; `.timedOut`, `.disconnected`; `.cancelled` as soon as the
  ///   task is cancelled, which does not undo the call.
  package func call(_ message: Message, timeout: Duration) async throws(DBusError) -> [Variant] {
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

  /// Calls a method and hands the answer to `completion`, in its place among the signals that arrive.
  ///
  /// Who waits with `await` instead goes on only after the signals that were read together with the answer.
  package func call(
    _ message: Message, timeout: Duration,
    completion: @escaping @Sendable (Result<[Variant], DBusError>) -> Void
  ) {
    begin(message, id: 0, timeout: timeout, completion)
  }

  /// Whether a call waits for an answer of an object below `path`.
  package func hasCalls(below path: ObjectPath) -> Bool {
    pending.values.contains { $0.path?.isBelow(path) == true }
  }

  /// Fails the calls that wait for an answer of an object below `path`, whose answer no longer matters.
  package func failCalls(below path: ObjectPath, _ error: DBusError) {
    for (serial, call) in pending where call.path?.isBelow(path) == true { finish(serial, .failure(error)) }
  }

  /// Ends every call that waits.
  func failAll(_ error: DBusError) {
    for serial in pending.keys.sorted() { finish(serial, .failure(error)) }
  }

  /// Ends the call that an arriving message answers, if it answers one.
  func settle(_ answer: OpaquePointer) {
    let serial = dbus_message_get_reply_serial(answer)
    guard pending[serial] != nil else { return }
    let message = Message(copying: answer)
    if message.kind == .methodReturn { return finish(serial, .success(message.body)) }
    let text = message.body.first?.string ?? ""
    let isLost = message.sender == nil && message.errorName == DBUS_ERROR_DISCONNECTED
    finish(serial, .failure(DBusError(isLost ? .disconnected : .replied, name: message.errorName, text)))
  }

  /// Queues a message for sending and returns its number.
  @discardableResult
  func transmit(_ message: Message) throws(DBusError) -> UInt32 {
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
    _ message: Message, id: UInt64, timeout: Duration,
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
