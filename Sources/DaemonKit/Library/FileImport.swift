import FoundationEssentials
import RideFiles

/// A file of another program on its way in, read on the imports' thread as its pieces come.
actor FileImport {
  nonisolated let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Nil once the rides were handed out.
  private var decoder: RideFileDecoder? = RideFileDecoder()

  init(on executor: any SerialExecutor) {
    self.executor = executor
  }

  /// Takes the next bytes.
  ///
  /// - Throws: What is wrong with the file; then it takes no more.
  func take(_ bytes: Data) throws(RideFileError) {
    try decoder?.feed(Array(bytes))
  }

  /// The rides that the file holds, after its last bytes.
  ///
  /// - Returns: The rides, and what was left out; nil where they were handed out before.
  /// - Throws: What is wrong with the file.
  func finish() throws(RideFileError) -> ImportedFile? {
    defer { decoder = nil }
    return try decoder?.finish()
  }
}
