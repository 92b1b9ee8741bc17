import CDBus
import EventLoop

/// libdbus has no thread of its own: it asks to be told when its socket is ready, and is, by the loop.
///
/// It has no timers of its own either, as long as nobody uses its pending calls.
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

  /// Hands on what has been read, until none is left.
  func dispatch() {
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
      onCall?(Message(copying: pointer))
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

// What libdbus calls; it does so on the loop only, from within a call that the actor made.

private func connection(_ data: UnsafeMutableRawPointer?) -> BusConnection? {
  data.map { Unmanaged<BusConnection>.fromOpaque($0).takeUnretainedValue() }
}

func addWatch(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) -> dbus_bool_t {
  let watch = UInt(bitPattern: watch)
  connection(data)?.assumeIsolated { $0.add(watch) }
  return 1
}

func removeWatch(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  let watch = UInt(bitPattern: watch)
  connection(data)?.assumeIsolated { $0.remove(watch) }
}

func toggleWatch(_ watch: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  let watch = UInt(bitPattern: watch)
  connection(data)?.assumeIsolated { $0.toggle(watch) }
}

func filterMessage(
  _ connection: OpaquePointer?, _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> DBusHandlerResult {
  let message = UInt(bitPattern: message)
  let isHandled = DBus.connection(data)?.assumeIsolated { $0.receive(message) } ?? false
  return isHandled ? DBUS_HANDLER_RESULT_HANDLED : DBUS_HANDLER_RESULT_NOT_YET_HANDLED
}
