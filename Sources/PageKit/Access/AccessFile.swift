package import ControlWire
import FoundationEssentials
import Glibc
import Loop

/// The state that outlives the process: the paired phones, and whether the numbers are public.
package struct KeptAccess: Codable, Hashable, Sendable {
  package var book = PhoneBook()
  package var isPublic = false
  /// True until the first phone is paired; nil from then on, and whenever a phone may have been paired before.
  package var isUnclaimed: Bool?

  package init(isUnclaimed: Bool? = nil) { self.isUnclaimed = isUnclaimed }
}

/// The file of the paired phones.
///
/// Only this user may read it, because it contains their tokens.
package struct AccessFile: Sendable {
  private let path: String
  private static let mostBytes = 262_144

  /// - Parameter directory: The state directory; it is created with access for its owner only.
  /// - Throws: `phonesNotKept`.
  package init(in directory: String) throws(ControlError) {
    path = "\(directory)/phones.json"
    try Self.refusing { () throws(PrivateFile.Refusal) in try PrivateFile.makeDirectory(directory) }
  }

  /// Reads the file; returns an empty state if there is none.
  ///
  /// A damaged file is set aside, and the phones have to be paired again. It may have had phones, so the page is not
  /// unclaimed again while it is there.
  ///
  /// - Returns: The stored state, and the path of a damaged file that was set aside.
  /// - Throws: `phonesNotKept` if the file cannot be read.
  package func read() throws(ControlError) -> (kept: KeptAccess, setAside: String?) {
    let bytes = try Self.refusing { () throws(PrivateFile.Refusal) in
      try PrivateFile.read(path, atMost: Self.mostBytes)
    }
    let broken = "\(path).broken"
    guard let bytes else { return (KeptAccess(isUnclaimed: access(broken, F_OK) == 0 ? nil : true), nil) }
    if let kept = try? JSONDecoder().decode(KeptAccess.self, from: Data(bytes)) { return (kept, nil) }
    rename(path, broken)
    return (KeptAccess(), broken)
  }

  /// Replaces the whole file atomically, even if the power fails.
  package func write(_ kept: KeptAccess) throws(ControlError) {
    guard let data = try? JSONEncoder().encode(kept) else { return }
    try Self.refusing { () throws(PrivateFile.Refusal) in try PrivateFile.replace(path, with: Array(data)) }
  }

  private static func refusing<Value>(
    _ body: () throws(PrivateFile.Refusal) -> Value
  ) throws(ControlError) -> Value {
    do throws(PrivateFile.Refusal) { return try body() } catch {
      throw ControlError(.phonesNotKept, subject: error.path, detail: error.reason)
    }
  }
}
