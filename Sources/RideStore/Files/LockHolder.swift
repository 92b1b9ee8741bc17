internal import Glibc

/// Who holds a file locked, as the kernel lists it in `/proc/locks` (proc_locks(5)).
enum LockHolder {
  /// The process that has a file by `flock(2)`; nil where the list does not show one: in a sandbox it may not.
  ///
  /// The kernel gives the list in pieces, each counted from the list's beginning: locks that others give back meanwhile
  /// push some out of sight. So it is read more than once before it is said not to have one.
  static func process(of path: String) -> Int32? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    for _ in 0..<5 {
      if let process = listed(status.st_dev, status.st_ino) { return process }
    }
    return nil
  }

  private static func listed(_ device: dev_t, _ inode: ino_t) -> Int32? {
    guard let locks = fopen("/proc/locks", "re") else { return nil }
    defer { fclose(locks) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), locks) != nil {
      let text = line.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let process = process(text, holding: device, inode) { return process }
    }
    return nil
  }

  /// The process that a line is about, `1: FLOCK ADVISORY WRITE 1234 08:01:131090 0 EOF`, if it holds this file; one that
  /// waits for it has an arrow there.
  static func process(_ line: String, holding device: dev_t, _ inode: ino_t) -> Int32? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count > 5, words[1] == "FLOCK", let process = Int32(words[4]), process > 0 else { return nil }
    let place = words[5].split(separator: ":")
    guard place.count == 3, UInt(place[0], radix: 16) == major(device), UInt(place[1], radix: 16) == minor(device)
    else { return nil }
    return UInt(place[2]) == inode ? process : nil
  }

  // The macros of <sys/sysmacros.h> do not come over from C.
  private static func major(_ device: dev_t) -> UInt { device >> 8 & 0xFFF | device >> 32 & ~0xFFF }
  private static func minor(_ device: dev_t) -> UInt { device & 0xFF | device >> 12 & ~0xFF }
}
