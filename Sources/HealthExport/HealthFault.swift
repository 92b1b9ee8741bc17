/// Why an export cannot be read.
package struct HealthFault: Error, Hashable, Sendable {
  /// The reasons.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// It does not begin as XML in UTF-8.
    case notXML
    /// Its first element is another than `HealthData`.
    case noHealthData
    /// It ends before its last tag.
    case cut
    /// A tag is longer than any that Apple writes.
    case longTag
    /// It has more of something than is kept in memory; `detail` says of what.
    case tooMany
  }

  package let code: Code
  /// Where, in bytes from the beginning of the XML.
  package let byte: Int
  /// Details beyond that; empty for none.
  package let detail: String

  package init(_ code: Code, byte: Int, detail: String = "") {
    (self.code, self.byte, self.detail) = (code, byte, detail)
  }
}

/// The most that is kept of an export, so that no file takes all memory.
enum HealthLimits {
  /// Bytes of a tag.
  static let tag = 1 << 20
  /// Records of sleep: 137 for each night of ten years, each of at most 40 bytes.
  static let sleepRecords = 500_000
  /// Programs and devices that write sleep.
  static let sleepSources = 255
  /// Beats of a record, which covers about a minute, and of an exercise of breathing five; with more, none is kept.
  static let beats = 2000
  /// Values of a kind, of which each is remembered to find it again: one each 17 minutes for ten years.
  static let values = 300_000
}
