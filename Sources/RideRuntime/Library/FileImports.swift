package import FoundationEssentials
package import RideFiles
package import Rides

/// A file of another program that is being imported, read on the imports' thread piece by piece.
package actor FileImport {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Nil after `finish`.
  private var decoder: RideFileDecoder? = RideFileDecoder()

  package init(on executor: any SerialExecutor) {
    self.executor = executor
  }

  /// Takes the next bytes.
  ///
  /// - Throws: The fault of the file; then it takes no more.
  package func take(_ bytes: Data) throws(FileFault) {
    try decoder?.feed(Array(bytes))
  }

  /// The rides of the file, after its last bytes.
  ///
  /// - Returns: The rides, and what was left out; nil after the first call.
  /// - Throws: The fault of the file.
  package func finish() throws(FileFault) -> ImportedFile? {
    defer { decoder = nil }
    return try decoder?.finish()
  }
}

/// A workout file or a route that is being imported, collected and read on the imports' thread.
package actor PlanImport {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Nil after `finish`.
  private var bytes: [UInt8]? = []

  package init(on executor: any SerialExecutor) {
    self.executor = executor
  }

  /// Takes the next bytes.
  ///
  /// - Throws: `tooLarge` above the size of a workout file.
  package func take(_ more: Data) throws(PlanFault) {
    guard (bytes?.count ?? 0) + more.count <= WorkoutFile.mostBytes else {
      throw PlanFault(.tooLarge, detail: "more than \(WorkoutFile.mostBytes) bytes")
    }
    bytes?.append(contentsOf: more)
  }

  /// The contents of the file, after its last bytes.
  ///
  /// - Parameter fileName: Its name, for a plan without one.
  /// - Returns: The plan or the route; nil after the first call.
  /// - Throws: The fault of the file.
  package func finish(fileName: String?) throws(PlanFault) -> WorkoutFile.Content? {
    guard let whole = bytes else { return nil }
    bytes = nil
    return try WorkoutFile.decode(whole, fileName: fileName)
  }
}
