internal import Glibc
package import RideTerms

/// Secrets in a directory, one file each, which only this user may read.
package struct SecretFiles: SecretStore {
  private let directory: String
  /// Where systemd puts credentials (`systemd.exec(5)`); nil if it was given none.
  private let credentials: String?

  /// The longest secret, in bytes.
  private static let mostBytes = 65_536

  /// - Parameters:
  ///   - directory: The directory, which is made when the first secret is kept.
  ///   - environment: The environment, which names systemd's credentials.
  package init(in directory: String, environment: [String: String]) {
    self.directory = directory
    credentials = environment["CREDENTIALS_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
  }

  package func secret(_ name: String) throws(SyncFault) -> String? {
    if let own = try read("\(directory)/\(name)") { return own }
    guard let credentials else { return nil }
    return try read("\(credentials)/\(name)")
  }

  package func keep(_ secret: String?, _ name: String) throws(SyncFault) {
    let path = "\(directory)/\(name)"
    guard let secret else {
      guard unlink(path) == 0 || errno == ENOENT else { throw fault(path) }
      return synchronize()
    }
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw fault(directory) }
    let temporary = "\(path).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw fault(temporary) }
    let bytes = Array(secret.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    let isWritten = rest.isEmpty && fsync(descriptor) == 0
    let failure = isWritten ? nil : fault(temporary)
    close(descriptor)
    if failure == nil, rename(temporary, path) == 0 { return synchronize() }
    let refusal = failure ?? fault(path)
    unlink(temporary)
    throw refusal
  }

  /// The content of a file without white space around it; nil if there is no file, or nothing in it.
  private func read(_ path: String) throws(SyncFault) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw fault(path)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= Self.mostBytes {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw fault(path) }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let trimmed = bytes.drop(while: isSpace)
    let end = trimmed.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? trimmed.startIndex
    return end > trimmed.startIndex ? String(decoding: trimmed[..<end], as: UTF8.self) : nil
  }

  /// A name in the directory must survive a power cut too: a token that was replaced is worth nothing any more.
  private func synchronize() {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func fault(_ path: String) -> SyncFault {
    SyncFault(.notWritable, detail: "\(path): \(String(cString: strerror(errno)))")
  }
}
