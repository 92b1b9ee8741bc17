import Foundation

extension DiskImage {
  /// Reads all files below a directory.
  package init(of root: String) throws {
    self.init()
    for path in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? []
    where !Self.isMemory(path) {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isDirectory) else { continue }
      entries[path] =
        isDirectory.boolValue ? .directory : .file(Array(try Data(contentsOf: URL(filePath: "\(root)/\(path)"))))
    }
  }

  /// Creates all files in an empty directory.
  package func write(to root: String) throws {
    for path in paths {
      switch entries[path] {
      case .file(let bytes): try Self.write(bytes, to: "\(root)/\(path)")
      case .directory, nil: try Self.check(mkdir("\(root)/\(path)", 0o700), path)
      }
    }
  }

  /// Omits the zeros at the end: a file has them once it has its size, and a log is mostly zeros.
  private static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    try check(descriptor, path)
    defer { close(descriptor) }
    let count = bytes.countWithoutZerosAtEnd
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, count, 0) }
    try check(written == count ? ftruncate(descriptor, off_t(bytes.count)) : -1, path)
  }

  private static func check(_ result: Int32, _ path: String) throws {
    guard result >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
  }
}

extension [UInt8] {
  /// The number of bytes up to the end of the block with the last byte that is not zero.
  fileprivate var countWithoutZerosAtEnd: Int {
    let block = 4096
    return withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var count = bytes.count
      // Each byte is the same as the previous one, and the first is zero.
      while count >= block, bytes[count - block] == 0,
        memcmp(start + (count - block), start + (count - block + 1), block - 1) == 0
      {
        count -= block
      }
      return count
    }
  }
}
