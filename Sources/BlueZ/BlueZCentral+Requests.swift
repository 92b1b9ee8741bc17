import BluetoothLE
import DBus
import EventLoop

/// What is asked of a device over its link.
extension BlueZCentral {
  /// How often a request is repeated that BlueZ refuses since another is under way, and how long after.
  private static let repetitions = (count: 150, pause: Duration.milliseconds(20))

  /// Asks for notifications; they are delivered from the moment of asking.
  ///
  /// With `StartNotify`: the file descriptor of `AcquireNotify` misses what comes before it is set up. It is refused
  /// as in progress while BlueZ itself renews a subscription from the link before. What it renews on a device that returns
  /// is not asked for again before the device's services are confirmed: what matters there is the time.
  func subscribe(_ link: BlueZLink, to characteristic: CharacteristicID) async throws(LinkError) {
    let operation = "StartNotify \(characteristic)"
    try check(link, operation)
    guard !routes.contains(where: { $0.link === link && $0.characteristic == characteristic }) else { return }
    guard let path = link.paths[characteristic] else {
      guard link.characteristics.contains(characteristic) else { throw missing(link, operation) }
      return routes.append(Route(path: link.path, characteristic: characteristic, link: link, source: .bus))
    }
    let source: Route.Source
    do throws(DBusError) { source = try await self.source(of: characteristic, path, link) } catch {
      throw LinkError(error, operation: operation, device: link.device)
    }
    try check(link, operation)
    routes.append(Route(path: path, characteristic: characteristic, link: link, source: source))
    if link.renewed != nil, renewed.contains(path) { return }
    do throws(LinkError) {
      _ = try await request(link, path, "StartNotify", [], operation)
      if !renewed.contains(path) { renewed.append(path) }
    } catch {
      routes.removeAll { $0.path == path }
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

  /// Reads the present value; that of a battery that BlueZ has claimed is the last it was told.
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

  /// Writes with response, one value after another.
  ///
  /// A trainer may indicate its answer before it has acknowledged the write, and BlueZ refuses the next one until then.
  func write(
    _ value: [UInt8], to characteristic: CharacteristicID, of link: BlueZLink
  ) async throws(LinkError) {
    let operation = "WriteValue \(characteristic)"
    try check(link, operation)
    guard let path = link.paths[characteristic] else { throw missing(link, operation) }
    // Whoever is let through has the turn from that moment: of several who wait, the others look again and wait on.
    try await wait(operation, within: patience.request) { central -> Result<Void, LinkError>? in
      guard central.links[link.path] === link else { return .failure(central.ending(of: link, operation)) }
      return central.writing.insert(path).inserted ? .success(()) : nil
    }
    defer {
      writing.remove(path)
      review()
    }
    try check(link, operation)
    let options = Variant.properties(["type": .string("request")])
    _ = try await request(link, path, "WriteValue", [.bytes(value), options], operation)
  }

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
        // BlueZ itself refuses a request as in progress, without asking the device.
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

  /// Ends a link that BlueZ calls connected and takes no request of.
  ///
  /// Somebody, a former process of ours perhaps, is having it taken down; the next link waits until that is done.
  private func endDying(_ link: BlueZLink, _ operation: String) throws(LinkError) {
    guard tree.device(link.path)?.isConnected == true else { return }
    leaving.insert(link.path)
    end(link, LinkError(.lost, operation: operation, detail: "BlueZ is taking the link down"))
    try check(link, operation)
  }

  private func readBattery(_ link: BlueZLink, _ operation: String) async throws(LinkError) -> [UInt8] {
    let path = link.path
    return try await wait(operation, within: patience.answer) { central in
      guard central.links[path] === link else { return .failure(central.ending(of: link, operation)) }
      return central.tree.battery(path)?.level.map { .success($0) }
    }
  }

  private func check(_ link: BlueZLink, _ operation: String) throws(LinkError) {
    if links[link.path] !== link { throw ending(of: link, operation) }
  }

  private func ending(of link: BlueZLink, _ operation: String) -> LinkError {
    var error = endings[link.path] ?? LinkError(.lost, operation: operation, device: link.device)
    error.operation = operation
    return error
  }

  private func missing(_ link: BlueZLink, _ operation: String) -> LinkError {
    LinkError(.characteristicMissing, operation: operation, device: link.device)
  }
}
