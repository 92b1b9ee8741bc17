/// Why an export cannot be read.
package struct HealthFault: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The file does not begin as XML in UTF-8.
    case notXML
    /// The first element is not `HealthData`.
    case noHealthData
    /// The file ends before its last tag.
    case cut
    /// A tag is longer than any that Apple writes.
    case longTag
    /// The export has more items of a kind than are kept in memory; `detail` names the kind.
    case tooMany
  }

  package let code: Code
  /// Position in bytes from the beginning of the XML.
  package let byte: Int
  /// Further details, or empty.
  package let detail: String

  package init(_ code: Code, byte: Int, detail: String = "") {
    (self.code, self.byte, self.detail) = (code, byte, detail)
  }
}

/// The limits of the parts of an export that are kept, so that no file can use up the memory.
enum HealthLimits {
  /// Bytes of a tag.
  static let tag = 1 << 20
  /// Records of sleep: 137 for each night of ten years, at most 40 bytes each.
  static let sleepRecords = 500_000
  /// Programs and devices that write sleep.
  static let sleepSources = 255
  /// Beats of a record: a record covers about a minute, a breathing exercise five.
  ///
  /// If there are more, all are dropped.
  static let beats = 2000
  /// Values of a kind, all of which are remembered to detect repetitions: one every 17 minutes for ten years.
  static let values = 300_000
}
