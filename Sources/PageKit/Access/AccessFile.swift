package import ControlWire
import FoundationEssentials
import Glibc
import Loop

/// What outlives the process: the phones, and whether the numbers are public.
package struct KeptAccess: Codable, Hashable, Sendable {
  package var book = PhoneBook()
  package var isPublic = false

  package init() {}
}

/// The file of the paired phones, which only this user may read: it has their tokens.
package struct AccessFile: Sendable {
  private let path: String
  private static let mostBytes = 262_144

  /// - Parameter directory: The state directory, which is made for its owner alone.
  /// - Throws: `phonesNotKept`.
  package init(in directory: String) throws(ControlError) {
    path = "\(directory)/phones.json"
    try Self.told { () throws(PrivateFile.Refusal) in try PrivateFile.makeDirectory(directory) }
  }

  /// What is kept; nothing where there is no file.
  ///
  /// A file that cannot be understood is set aside, and the phones are paired again.
  ///
  /// - Returns: What is kept, and where a file was set aside.
  /// - Throws: `phonesNotKept` if it cannot be read.
  package func read() throws(ControlError) -> (kept: KeptAccess, setAside: String?) {
    let bytes = try Self.told { () throws(PrivateFile.Refusal) in
      try PrivateFile.read(path, atMost: Self.mostBytes)
    }
    guard let bytes else { return (KeptAccess(), nil) }
    if let kept = try? JSONDecoder().decode(KeptAccess.self, from: Data(bytes)) { return (kept, nil) }
    let broken = "\(path).broken"
    rename(path, broken)
    return (KeptAccess(), broken)
  }

  /// Replaces the file, wholly or not at all, also if the power is cut.
  package func write(_ kept: KeptAccess) throws(ControlError) {
    guard let data = try? JSONEncoder().encode(kept) else { return }
    try Self.told { () throws(PrivateFile.Refusal) in try PrivateFile.replace(path, with: Array(data)) }
  }

  private static func told<Value>(
    _ body: () throws(PrivateFile.Refusal) -> Value
  ) throws(ControlError) -> Value {
    do throws(PrivateFile.Refusal) { return try body() } catch {
      throw ControlError(.phonesNotKept, subject: error.path, detail: error.reason)
    }
  }
}
