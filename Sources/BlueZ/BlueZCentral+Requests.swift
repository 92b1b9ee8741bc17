import BluetoothLE
import DBus
import Loop

/// The requests to a device over its link.
extension BlueZCentral {
  /// How often a request is repeated if BlueZ refuses it because another is in progress, and the pause before each
  /// repetition.
  private static let repetitions = (count: 150, pause: Duration.milliseconds(20))

  /// Subscribes to notifications; they are delivered from the time of the call.
  ///
  /// It uses `StartNotify`: the file descriptor of `AcquireNotify` misses values that arrive before it is set up. BlueZ
  /// refuses the call as in progress while it renews a subscription of the previous link. To save time on a returning
  /// device, `confirmServices` repeats the request for notifications that BlueZ renews.
  func subscribe(_ link: BlueZLink, to characteristic: CharacteristicID) async throws(LinkError) {
    let operation = "StartNotify \(characteristic)"
    try check(link, operation)
    guard !subscriptions.has(characteristic, on: link) else { return }
    guard let path = link.paths[characteristic] else {
      guard link.characteristics.contains(characteristic) else { throw missing(link, operation) }
      return subscriptions.add(Subscription(link.path, characteristic, on: link, from: .bus))
    }
    let source: Subscription.Source
    do throws(DBusError) { source = try await self.source(of: characteristic, path, link) } catch {
      throw LinkError(error, operation: operation, device: link.device)
    }
    try check(link, operation)
    subscriptions.add(Subscription(path, characteristic, on: link, from: source))
    if !links.isConfirmed(link), renewal.includes(path) { return }
    do throws(LinkError) {
      _ = try await request(link, path, "StartNotify", [], operation)
      renewal.include(path)
    } catch {
      subscriptions.remove(at: path)
      throw error
    }
  }

  /// Switches notifications off and on again.
  func resubscribe(_ link: BlueZLink, to characteristic: CharacteristicID) async throws(LinkError) {
    let operation = "StopNotify \(characteristic)"
    try check(link, operation)
    guard let path = link.paths[characteristic] else { return }
    _ = try await request(link, path, "StopNotify", [], operation)
    _ = try await request(link, path, "StartNotify", [], "StartNotify \(characteristic)")
  }

  /// Reads the current value; if BlueZ has claimed the battery, its last known level.
  func read(_ characteristic: CharacteristicID, of link: BlueZLink) async throws(LinkError) -> [UInt8] {
    let operation = "ReadValue \(characteristic)"
    try check(link, operation)
    guard let path = link.paths[characteristic] else {
      guard link.characteristics.contains(characteristic) else { throw missing(link, operation) }
      return try await readBattery(link, operation)
    }
    guard let value = try await request(link, path, "ReadValue", [.properties([:])], operation).first?.bytes else {
      throw LinkError(.failed, operation: operation, device: link.device, detail: "no bytes in the answer")
    }
    return value
  }

  /// Writes values one after another, with response unless the characteristic accepts only commands.
  ///
  /// A trainer may send its indication before it has acknowledged the write, and until then BlueZ refuses the next
  /// write.
  func write(
    _ value: [UInt8], to characteristic: CharacteristicID, of link: BlueZLink
  ) async throws(LinkError) {
    let operation = "WriteValue \(characteristic)"
    try check(link, operation)
    guard let path = link.paths[characteristic] else { throw missing(link, operation) }
    // The write takes its turn inside the condition: if several wait, the others check again and wait on.
    try await wait(operation, within: patience.request) { central -> Result<Void, LinkError>? in
      guard central.links.isUp(link) else { return .failure(central.links.ending(of: link, operation)) }
      return central.links.takeTurn(toWrite: path) ? .success(()) : nil
    }
    defer {
      links.giveTurn(toWrite: path)
      review()
    }
    try check(link, operation)
    let isCommand = link.places.first { $0.id == characteristic }?.takesCommandsOnly == true
    let options = Variant.properties(["type": .string(isCommand ? "command" : "request")])
    _ = try await request(link, path, "WriteValue", [.bytes(value), options], operation)
  }

  /// Sends a request to a characteristic and returns the answer; repeats it while BlueZ processes another one, and
  /// after pairing if the device requires a bond.
  func request(
    _ link: BlueZLink, _ path: ObjectPath, _ member: String, _ body: [Variant], _ operation: String
  ) async throws(LinkError) -> [Variant] {
    var repetition = 0
    while true {
      expectAnswer(over: link.path)
      do throws(DBusError) {
        let answer = try await ask(path, GattCharacteristic1.interface, member, body, within: patience.request)
        settleBond(on: link.path)
        return answer
      } catch {
        try check(link, operation)
        // BlueZ refuses a request as in progress by itself, without contacting the device.
        if error.name != nil, !error.isInProgress { settleBond(on: link.path) }
        if error.isNotConnected { try endDying(link, operation) }
        let failure = LinkError(error, operation: operation, device: link.device)
        if try await pair(link, after: failure) { continue }
        guard error.isInProgress, repetition < Self.repetitions.count else { throw failure }
      }
      repetition += 1
      do { try await loop.sleep(for: Self.repetitions.pause) } catch {
        throw LinkError(.cancelled, operation: operation, device: link.device)
      }
      try check(link, operation)
    }
  }

  /// Ends a link that BlueZ reports as connected while it refuses requests.
  ///
  /// Another program, or an earlier process of jz2, is disconnecting it; the next link waits until that is done.
  private func endDying(_ link: BlueZLink, _ operation: String) throws(LinkError) {
    guard tree.device(link.path)?.isConnected == true else { return }
    links.beginLeaving(link.path)
    end(link, LinkError(.lost, operation: operation, detail: "BlueZ is closing the link"))
    try check(link, operation)
  }

  private func readBattery(_ link: BlueZLink, _ operation: String) async throws(LinkError) -> [UInt8] {
    try await wait(operation, within: patience.answer) { central in
      guard central.links.isUp(link) else { return .failure(central.links.ending(of: link, operation)) }
      return central.tree.battery(link.path)?.level.map { .success($0) }
    }
  }

  /// Throws the reason for the end of a link that is no longer up.
  private func check(_ link: BlueZLink, _ operation: String) throws(LinkError) {
    if !links.isUp(link) { throw links.ending(of: link, operation) }
  }

  private func missing(_ link: BlueZLink, _ operation: String) -> LinkError {
    LinkError(.characteristicMissing, operation: operation, device: link.device)
  }
}
