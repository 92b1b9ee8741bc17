/// How far packed files are unpacked, whatever they claim: a small one can claim to be a large one.
struct UnpackingLimits {
  /// Files in one archive, or below one folder.
  var entries = 100_000
  /// Bytes of an archive's list of its files.
  var directoryBytes = 64 << 20
  /// Bytes of an archive within an archive; those of an activity the daemon limits.
  var archiveBytes = 4 << 30
  /// Bytes that are unpacked in one import, of all files.
  var totalBytes = 64 << 30
  /// How many times its size a file may unpack to, once that is more than `freeBytes`.
  ///
  /// XML of activities packs to a fortieth at best, anything to a thousandth.
  var ratio = 250
  /// Bytes that a file may unpack to whatever its size.
  var freeBytes = 1 << 20
  /// How many archives may stand within each other: Garmin's export has archives in one.
  var depth = 2
  /// How many folders may stand within each other.
  var folders = 32
}

/// What is left of the bytes that one import may unpack.
final class UnpackingBudget {
  let limits: UnpackingLimits
  private var left: Int

  init(_ limits: UnpackingLimits = UnpackingLimits()) {
    self.limits = limits
    left = limits.totalBytes
  }

  /// Takes unpacked bytes into account.
  ///
  /// - Throws: `tooLargePacked` beyond the limit.
  func spend(_ bytes: Int) throws(ImportFailure) {
    left -= bytes
    guard left >= 0 else { throw .tooLargePacked("more than \(limits.totalBytes >> 30) GiB in all") }
  }
}
