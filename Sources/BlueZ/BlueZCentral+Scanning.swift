package import BluetoothLE
import DBus

extension BlueZCentral {
  /// Scans until the consumer stops, and reports devices as they are heard, and those that are connected.
  ///
  /// Throws `LinkError`: `.busy` while a connection is being made, since on a Pi's own chip a scan beside it can wedge
  /// the controller; otherwise what keeps the radio from scanning, also later on.
  package nonisolated func scan() -> AsyncThrowingStream<Advertisement, any Error> {
    let (stream, reports) = AsyncThrowingStream.makeStream(of: Advertisement.self, throwing: (any Error).self)
    let scanner = Scanner(reports)
    let task = Task(executorPreference: loop) {
      do throws(LinkError) { try await self.scan(for: scanner) } catch { scanner.fail(error) }
    }
    reports.onTermination = { _ in
      scanner.leave()
      task.cancel()
    }
    return stream
  }

  private func scan(for scanner: Scanner) async throws(LinkError) {
    try await attached("scan")
    guard connecting == nil else { throw LinkError(.busy, operation: "scan", detail: "a connection is being made") }
    lastID += 1
    let id = lastID
    scanners[id] = scanner
    defer { scanners[id] = nil }
    let adapter = try await acquireDiscovery("scan")
    defer { releaseDiscovery() }
    for path in tree.objects.keys.sorted() {
      if let advertisement = tree.device(path)?.advertisement { scanner.report(advertisement) }
    }
    try await wait("scan", within: nil) { central -> Result<Void, LinkError>? in
      central.scanningProblem(adapter).map { .failure($0) }
    }
  }

  private func scanningProblem(_ adapter: ObjectPath) -> LinkError? {
    if let problem { return problem }
    guard let adapter = tree.adapter(adapter) else { return adapterMissing }
    return adapter.isPowered ? nil : LinkError(.adapterOff, operation: "scan")
  }

  /// Tells those who scan of a device of which something changed that an advertisement has.
  func report(_ device: Device1, _ change: ObjectTree.Change) {
    let told: Set = ["RSSI", "Name", "UUIDs", "ServiceData", "Connected"]
    if case .changed(_, _, let names) = change, names.isDisjoint(with: told) { return }
    guard let advertisement = device.advertisement else { return }
    for scanner in scanners.values { scanner.report(advertisement) }
  }
}
