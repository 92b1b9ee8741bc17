internal import GRDB
package import RideSession

extension RideStore {
  /// Keeps how evenly a ride's devices spoke, in place of what was kept of them before.
  package func keep(_ intervals: [DeviceRole: IntervalStatistics], of id: Int) throws(StoreError) {
    try write { db in
      for (role, statistics) in intervals { try statistics.write(db, of: id, role) }
    }
  }
}

extension RideReading {
  /// How evenly a ride's devices spoke over the whole of it; empty of a ride that tells nothing of that.
  package func intervals(of id: Int) throws(StoreError) -> [DeviceRole: IntervalStatistics] {
    try read { db in
      let sql = "SELECT \(IntervalStatistics.columns), role FROM link_interval WHERE ride_id = ?"
      let rows = try Row.fetchAll(db, sql: sql, arguments: [id]).compactMap { row in
        row.text(5).flatMap(DeviceRole.init(rawValue:)).flatMap { role in IntervalStatistics(row).map { (role, $0) } }
      }
      return Dictionary(rows) { first, _ in first }
    }
  }
}

extension RideStore {
  /// How much is kept of the rides' radio traffic.
  package struct LinkLimits: Hashable, Sendable {
    /// The rides whose recordings are kept, the newest.
    package var rides = 20
    /// What a ride's older parts may have together when another begins, in bytes.
    package var olderParts = 4 << 20

    package init() {}
  }

  /// Begins a part of the recording of a ride's radio traffic, after those that a former process may have left.
  ///
  /// Older parts that would make it too much are dropped, and the recordings of the oldest rides.
  package func beginLinkPart(
    _ bytes: [UInt8], of ride: Int, limits: LinkLimits = LinkLimits()
  ) throws(StoreError) {
    let folder = LinkFolder(in: directory)
    let parts = folder.parts()
    let kept = Set(Set(parts.map(\.ride) + [ride]).sorted().suffix(max(1, limits.rides)))
    for part in parts where !kept.contains(part.ride) { folder.remove(part) }
    let ours = parts.filter { $0.ride == ride }
    var size = ours.reduce(0) { $0 + folder.size(of: $1) }
    for part in ours where size > limits.olderParts {
      size -= folder.size(of: part)
      folder.remove(part)
    }
    try folder.begin(LinkFolder.Part(ride: ride, number: (ours.last?.number ?? 0) + 1), with: bytes)
  }

  /// Goes on with the last part.
  /// - Throws: `failed` where somebody took it away.
  package func appendToLinkPart(_ bytes: [UInt8], of ride: Int) throws(StoreError) {
    let folder = LinkFolder(in: directory)
    guard let part = folder.parts().last(where: { $0.ride == ride }) else {
      throw StoreError(.failed, path: folder.path, detail: "the recording of ride \(ride) is gone")
    }
    try folder.append(bytes, to: part)
  }
}

extension RideReading {
  /// The parts of a ride's recording, in order; none where it has none.
  package func linkParts(of ride: Int) throws(StoreError) -> [[UInt8]] {
    let folder = LinkFolder(in: try reading().directory)
    var contents: [[UInt8]] = []
    for part in folder.parts() where part.ride == ride { contents.append(try folder.contents(of: part)) }
    return contents
  }
}
