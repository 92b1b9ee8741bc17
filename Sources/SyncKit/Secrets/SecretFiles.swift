internal import Loop
package import Rides

/// Secrets in a directory, one file each, readable only by this user.
package struct SecretFiles: SecretStore {
  private let directory: String
  /// The directory of systemd's credentials (`systemd.exec(5)`), if it passed any.
  private let credentials: String?

  /// The maximum size of a secret, in bytes.
  private static let mostBytes = 65_536

  /// - Parameters:
  ///   - directory: The directory. It is created when the first secret is stored.
  ///   - environment: The environment, which names the directory of systemd's credentials.
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
    do throws(PrivateFile.Refusal) {
      guard let secret else { return try PrivateFile.remove(path) }
      try PrivateFile.makeDirectory(directory)
      try PrivateFile.replace(path, with: Array(secret.utf8))
    } catch {
      throw SyncFault(.notWritable, detail: error.detail)
    }
  }

  /// Returns the content of a file without surrounding white space; nil if there is no file, or if it is empty.
  private func read(_ path: String) throws(SyncFault) -> String? {
    let bytes: [UInt8]
    do throws(PrivateFile.Refusal) {
      guard let found = try PrivateFile.read(path, atMost: Self.mostBytes) else { return nil }
      bytes = found
    } catch {
      throw SyncFault(.notWritable, detail: error.detail)
    }
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let trimmed = bytes.drop(while: isSpace)
    let end = trimmed.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? trimmed.startIndex
    return end > trimmed.startIndex ? String(decoding: trimmed[..<end], as: UTF8.self) : nil
  }
}
