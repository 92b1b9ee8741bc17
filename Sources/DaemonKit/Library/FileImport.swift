import FoundationEssentials
import RideFiles
import RideSession

/// A file of another program on its way in, read on the imports' thread as its pieces come.
actor FileImport {
  nonisolated let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Nil once the ride was handed out.
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

  /// The ride that the file holds, after its last bytes.
  ///
  /// - Returns: The ride; nil where it was handed out before.
  /// - Throws: What is wrong with the file; `severalActivities` where it holds more than one.
  func finish() throws(RideFileError) -> RideRecord? {
    defer { decoder = nil }
    guard let rides = try decoder?.finish().rides else { return nil }
    guard rides.count == 1 else {
      throw RideFileError(.severalActivities, at: RideFileError.Place(byte: 0), "it holds \(rides.count) rides")
    }
    return rides.first
  }
}
