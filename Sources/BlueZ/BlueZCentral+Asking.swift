import BluetoothLE
import DBus
import Loop

// MARK: - Calls

extension BlueZCentral {
  /// Calls a method of one of BlueZ's objects.
  func ask(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Variant] = [], within limit: Duration
  ) async throws(DBusError) -> [Variant] {
    guard let bus else { throw DBusError(.disconnected, "not connected to the bus") }
    return try await bus.call(.call(Self.service, path, interface, member, body), timeout: limit)
  }

  /// Calls a method that undoes another call, even if the task is cancelled, and ignores the answer.
  func callIgnoringReply(
    _ path: ObjectPath, _ interface: String, _ member: String, then: @escaping @Sendable () -> Void
  ) {
    guard let bus else { return then() }
    send(.call(Self.service, path, interface, member), over: bus, within: patience.answer) { _ in then() }
  }

  /// Makes a call and passes its answer on in the bus's order, before any signal that follows it.
  ///
  /// The closure is a parameter instead of being written inside the bus's closure: Swift 6.2's compiler aborts on a
  /// closure of one actor that captures another's `self`.
  func send(
    _ call: BusMessage, over bus: BusConnection, within limit: Duration,
    _ answered: @escaping @Sendable (Result<[Variant], DBusError>) -> Void
  ) {
    bus.assumeIsolated { $0.call(call, timeout: limit, completion: answered) }
  }

  /// Returns the adapter to use, and switches it on if necessary.
  ///
  /// It switches on an adapter that is off and not blocked: on a machine without a screen no other program does so
  /// after boot, and a radio that is off has no links to lose.
  func usableAdapter(_ operation: String) async throws(LinkError) -> ObjectPath {
    guard let path = chosenAdapter, let adapter = tree.adapter(path) else { throw adapterMissing }
    if adapter.isPowered { return path }
    guard !adapter.isBlocked else {
      throw LinkError(.adapterOff, operation: operation, detail: "blocked by rfkill")
    }
    do throws(DBusError) {
      let arguments: [Variant] = [.string(Adapter1.interface), .string("Powered"), .variant(.boolean(true))]
      _ = try await ask(path, TreeSignal.properties, "Set", arguments, within: patience.answer)
    } catch {
      if error.code == .cancelled { throw LinkError(error, operation: operation) }
      if error.isBusy, try await comesOn(path, operation) { return path }
      // BlueZ reports an adapter that was just unplugged as "Invalid Index".
      let isGone = tree.adapter(path) == nil || error.message.contains("Invalid Index")
      throw LinkError(isGone ? .adapterMissing : .adapterOff, operation: operation, detail: error.description)
    }
    return path
  }

  /// Waits for an adapter that `bluetoothd` is switching on by itself, as it does after plugging in; returns whether it
  /// is on.
  private func comesOn(_ path: ObjectPath, _ operation: String) async throws(LinkError) -> Bool {
    try await comes(operation, within: patience.switchingOn) { central in
      guard let adapter = central.tree.adapter(path) else { return .failure(central.adapterMissing) }
      return adapter.isPowered ? .success(()) : nil
    }
  }

  /// Subscribes to the signals of a device except its values, and updates the mirror's copy of it.
  ///
  /// The subscription stays: a device that was linked once will be linked again, and its properties are then available.
  func follow(_ device: ObjectPath) async throws(DBusError) {
    guard !mirror.follows(device), let bus else { return }
    try await bus.addMatch(MatchRule(sender: Self.service, interface: Device1.interface, path: device))
    for interface in [Device1.interface, Battery1.interface] {
      try await bus.addMatch(
        MatchRule(
          sender: Self.service, interface: TreeSignal.properties, member: "PropertiesChanged", path: device,
          firstArgument: interface))
    }
    mirror.follow(device)
    try await list()
  }
}

// MARK: - Waiting

/// The tasks that wait for a change of the central's state, in order of arrival.
struct Waitlist {
  struct Waiter {
    /// The operation that the wait is part of.
    var operation: String
    /// Checks the state, and resumes the task if its condition holds; returns whether it did.
    var look: (isolated BlueZCentral) -> Bool
    /// Resumes the task with an error.
    var fail: (LinkError) -> Void
    /// Ends the wait; nil for an unlimited wait.
    var timer: EventLoop.Timer?
  }

  private var waiters: [UInt64: Waiter] = [:]
  private var lastNumber: UInt64 = 0

  /// Reserves the number of a waiter that may be added later.
  mutating func reserveNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  mutating func add(_ waiter: Waiter, number: UInt64) { waiters[number] = waiter }

  /// Removes a waiter; returns nil if it was already removed.
  mutating func remove(_ number: UInt64) -> Waiter? { waiters.removeValue(forKey: number) }

  /// The numbers of all waiters, in order.
  var numbers: [UInt64] { waiters.keys.sorted() }

  /// How many tasks wait as part of `operation`.
  func count(of operation: String) -> Int { waiters.values.count { $0.operation == operation } }

  /// A waiter; nil if it was already removed.
  subscript(number: UInt64) -> Waiter? { waiters[number] }
}

extension BlueZCentral {
  /// Waits until `condition` returns an outcome; it is evaluated at once, and after each change.
  ///
  /// - Parameters:
  ///   - operation: The operation that the wait is part of, for the error.
  ///   - limit: How long to wait; nil for no limit.
  ///   - condition: Returns the outcome; nil to wait on.
  /// - Returns: The outcome's value.
  /// - Throws: The outcome's error; `.timedOut` after `limit`; `.cancelled` if the task is cancelled.
  func wait<Output: Sendable>(
    _ operation: String, within limit: Duration?,
    until condition: @escaping @Sendable (isolated BlueZCentral) -> Result<Output, LinkError>?
  ) async throws(LinkError) -> Output {
    let number = waitlist.reserveNumber()
    let outcome: Result<Output, LinkError> = await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        guard !Task.isCancelled else {
          return caller.resume(returning: .failure(LinkError(.cancelled, operation: operation)))
        }
        // Evaluated here and not earlier: before it reached this line, the task may have let others run.
        if let outcome = condition(self) { return caller.resume(returning: outcome) }
        let timer = limit.map { endWait(number, .timedOut, after: $0) }
        let waiter = Waitlist.Waiter(
          operation: operation,
          look: { central in
            guard let outcome = condition(central) else { return false }
            caller.resume(returning: outcome)
            return true
          }, fail: { error in caller.resume(returning: .failure(error)) }, timer: timer)
        waitlist.add(waiter, number: number)
      }
    } onCancel: {
      endWait(number, .cancelled, after: .zero)
    }
    return try outcome.get()
  }

  /// Waits like ``wait(_:within:until:)``, but returns false at the limit instead of throwing.
  ///
  /// - Returns: Whether `condition` held in time.
  func comes(
    _ operation: String, within limit: Duration,
    until condition: @escaping @Sendable (isolated BlueZCentral) -> Result<Void, LinkError>?
  ) async throws(LinkError) -> Bool {
    do throws(LinkError) {
      try await wait(operation, within: limit, until: condition)
      return true
    } catch {
      guard error.code == .timedOut else { throw error }
      return false
    }
  }

  /// Lets every waiting task check its condition again.
  func review() {
    for number in waitlist.numbers {
      guard let waiter = waitlist[number], waiter.look(self) else { continue }
      endWaiter(number)
    }
  }

  /// Removes a waiter and cancels its timer.
  @discardableResult
  private func endWaiter(_ number: UInt64) -> Waitlist.Waiter? {
    guard let waiter = waitlist.remove(number) else { return nil }
    if let timer = waiter.timer { loop.cancel(timer) }
    return waiter
  }

  @discardableResult
  private nonisolated func endWait(
    _ number: UInt64, _ code: LinkError.Code, after pause: Duration
  ) -> EventLoop.Timer {
    loop.schedule(at: loop.now.advanced(by: pause)) { [weak self] in
      self?.assumeIsolated { central in
        guard let waiter = central.endWaiter(number) else { return }
        waiter.fail(LinkError(code, operation: waiter.operation))
      }
    }
  }
}
