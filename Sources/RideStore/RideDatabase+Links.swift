internal import GRDB
internal import Glibc
package import Rides

extension RideDatabase {
  /// Stores the notification intervals of a ride's devices, replacing earlier statistics of them.
  package func keep(_ intervals: [DeviceRole: IntervalStatistics], of id: Int) throws(StoreError) {
    try write { db in
      for (role, statistics) in intervals { try statistics.write(db, of: id, role) }
    }
  }
}

extension RideReading {
  /// Returns the notification intervals of a ride's devices, over the whole ride; empty if they were not stored.
  package func intervals(of id: Int) throws(StoreError) -> [DeviceRole: IntervalStatistics] {
    try read { db in try [DeviceRole: IntervalStatistics](db, of: id) }
  }
}

extension [DeviceRole: IntervalStatistics] {
  /// The notification intervals of a ride's devices.
  init(_ db: Database, of ride: Int) throws {
    let sql = "SELECT \(IntervalStatistics.columns), role FROM link_interval WHERE ride_id = ?"
    let rows = try Row.fetchAll(db, sql: sql, arguments: [ride]).compactMap { row in
      row.text(5).flatMap(DeviceRole.init(rawValue:)).flatMap { role in IntervalStatistics(row).map { (role, $0) } }
    }
    self.init(rows) { first, _ in first }
  }
}

extension RideDatabase {
  /// The limits of stored radio traffic.
  package struct LinkLimits: Hashable, Sendable {
    /// The number of newest rides whose recordings are kept.
    package var rides = 20
    /// The total size of a ride's older parts when a new one begins, in bytes.
    package var olderParts = 4 << 20

    package init() {}
  }

  /// Starts a new part of the recording of a ride's radio traffic, after those of former processes.
  ///
  /// Drops older parts that exceed the limits, and the recordings of the oldest rides.
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

  /// Appends to the last part.
  /// - Throws: `failed` if the last part was removed.
  package func appendToLinkPart(_ bytes: [UInt8], of ride: Int) throws(StoreError) {
    let folder = LinkFolder(in: directory)
    guard let part = folder.parts().last(where: { $0.ride == ride }) else {
      throw StoreError(.failed, path: folder.path, detail: "the recording of ride \(ride) is gone")
    }
    try folder.append(bytes, to: part)
  }
}

extension RideReading {
  /// Returns the parts of a ride's recording, in order.
  package func linkParts(of ride: Int) throws(StoreError) -> [[UInt8]] {
    let folder = LinkFolder(in: try reading().directory)
    var contents: [[UInt8]] = []
    for part in folder.parts() where part.ride == ride { contents.append(try folder.contents(of: part)) }
    return contents
  }
}

/// The directory `links` with the recordings of the rides' radio traffic.
///
/// A recording has parts: `12-1.btsnoop`, `12-2.btsnoop` and so on for ride 12. Writes do not wait until they are
/// durable, since losing a part costs no ride.
struct LinkFolder: Sendable {
  /// One file of a recording.
  struct Part: Hashable, Comparable, Sendable {
    let ride: Int
    let number: Int

    init(ride: Int, number: Int) {
      self.ride = ride
      self.number = number
    }

    /// The part with a file name; nil for any other name.
    init?(fileName: some StringProtocol) {
      let numbers = fileName.hasSuffix(Self.suffix) ? fileName.dropLast(Self.suffix.count).split(separator: "-") : []
      guard numbers.count == 2, let ride = Int(numbers[0]), let number = Int(numbers[1]), ride >= 0, number > 0
      else { return nil }
      self.init(ride: ride, number: number)
      guard self.fileName == fileName else { return nil }
    }

    var fileName: String { "\(ride)-\(number)\(Self.suffix)" }
    private static let suffix = ".btsnoop"

    static func < (left: Self, right: Self) -> Bool { (left.ride, left.number) < (right.ride, right.number) }
  }

  let path: String

  init(in directory: StateDirectory) { path = directory.path(of: "links") }

  /// Returns all parts, those of a ride in their order; empty if the folder does not exist.
  func parts() -> [Part] {
    FolderNames.names(in: path).compactMap(Part.init(fileName:)).sorted()
  }

  /// Returns the size of a part in bytes; 0 if it does not exist.
  func size(of part: Part) -> Int {
    var status = stat()
    return lstat(path(of: part), &status) == 0 ? Int(status.st_size) : 0
  }

  func remove(_ part: Part) { unlink(path(of: part)) }

  func removeParts(of ride: Int) {
    for part in parts() where part.ride == ride { remove(part) }
  }

  func begin(_ part: Part, with bytes: [UInt8]) throws(StoreError) {
    try StateDirectory.make(path, mode: 0o750)
    try File(path(of: part), flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o640).write(bytes)
  }

  func append(_ bytes: [UInt8], to part: Part) throws(StoreError) {
    try File(path(of: part), flags: O_WRONLY | O_APPEND | O_NOFOLLOW).write(bytes)
  }

  func contents(of part: Part) throws(StoreError) -> [UInt8] {
    try File(path(of: part), flags: O_RDONLY | O_NOFOLLOW).read(atMost: size(of: part))
  }

  private func path(of part: Part) -> String { "\(path)/\(part.fileName)" }
}
