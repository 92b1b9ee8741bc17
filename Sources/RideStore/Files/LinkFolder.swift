internal import Glibc

/// The directory `links` with the recordings of the rides' radio traffic.
///
/// Each is in parts, `12-1.btsnoop`, `12-2.btsnoop` and so on for ride 12. They are of use and no loss: nothing here waits until the disk has them for good.
struct LinkFolder: Sendable {
  /// One file of a recording.
  struct Part: Hashable, Comparable, Sendable {
    let ride: Int
    let number: Int

    init(ride: Int, number: Int) {
      self.ride = ride
      self.number = number
    }

    /// The part that a file's name says; nil for any other name.
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

  /// The parts that there are, those of a ride in their order; none where the folder is not there.
  func parts() -> [Part] {
    FolderNames.names(in: path).compactMap(Part.init(fileName:)).sorted()
  }

  /// The size of a part in bytes; 0 where it is not there.
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
