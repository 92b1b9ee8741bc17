extension Check {
  /// What is said of a state directory whose disk has little room, by the daemon or without it.
  ///
  /// - Parameters:
  ///   - directory: The state directory.
  ///   - freeBytes: What its disk has free.
  /// - Returns: A warning; nil where there is room for ten hours of riding.
  public static func littleRoom(in directory: String, freeBytes: Int) -> Check? {
    guard freeBytes < 50_000_000 else { return nil }
    return Check(
      name: "state directory", outcome: .warning,
      message: "\(directory) has only \(freeBytes / 1_000_000) MB free.",
      remedy: "Make room on its disk; an hour's ride takes about 5 MB: `df -h \(directory)`.")
  }
}
