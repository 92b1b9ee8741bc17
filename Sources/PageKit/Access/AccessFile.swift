import FoundationEssentials
import Glibc

/// What outlives the process: the phones, and whether the numbers are public.
package struct KeptAccess: Codable, Hashable, Sendable {
  package var book = PhoneBook()
  package var isPublic = false

  package init() {}
}

/// The file of the paired phones, which only this user may read: it has their tokens.
package struct AccessFile: Sendable {
  private let directory: String
  private let path: String
  private static let mostBytes = 262_144

  /// - Parameter directory: The state directory, which is made for its owner alone.
  /// - Throws: `stateUnusable`.
  package init(in directory: String) throws(PageStartFault) {
    self.directory = directory
    path = "\(directory)/phones.json"
    try Self.make(directory)
  }

  /// What is kept; nothing where there is no file.
  ///
  /// A file that cannot be understood is set aside: the phones are paired again.
  /// - Throws: `stateUnusable` if it cannot be read.
  func read() throws(PageStartFault) -> KeptAccess {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return KeptAccess() }
      throw fault(path)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= Self.mostBytes {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw fault(path) }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    guard let kept = try? JSONDecoder().decode(KeptAccess.self, from: Data(bytes)) else {
      rename(path, "\(path).broken")
      return KeptAccess()
    }
    return kept
  }

  /// Replaces the file, wholly or not at all, also if the power is cut.
  func write(_ kept: KeptAccess) throws(PageStartFault) {
    guard let data = try? JSONEncoder().encode(kept) else { return }
    let temporary = "\(path).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw fault(temporary) }
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    let failure = rest.isEmpty && fsync(descriptor) == 0 ? nil : fault(temporary)
    close(descriptor)
    guard failure == nil, rename(temporary, path) == 0 else {
      let refusal = failure ?? fault(path)
      unlink(temporary)
      throw refusal
    }
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private static func make(_ path: String) throws(PageStartFault) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw PageStartFault(.stateUnusable, "\(path): \(String(cString: strerror(errno)))")
    }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw PageStartFault(.stateUnusable, "\(path): \(String(cString: strerror(errno)))")
    }
  }

  private func fault(_ path: String) -> PageStartFault {
    PageStartFault(.stateUnusable, "\(path): \(String(cString: strerror(errno)))")
  }
}
