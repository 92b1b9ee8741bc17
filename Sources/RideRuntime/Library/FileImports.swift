package import FoundationEssentials
package import RideFiles
package import Rides

/// An import of another program's file. It decodes the file piece by piece on the imports' thread.
package actor FileImport {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Nil after `finish`.
  private var decoder: RideFileDecoder? = RideFileDecoder()

  package init(on executor: any SerialExecutor) {
    self.executor = executor
  }

  /// Decodes the next bytes.
  ///
  /// - Throws: The fault of the file. After that, the import accepts no more bytes.
  package func take(_ bytes: Data) throws(FileFault) {
    try decoder?.feed(Array(bytes))
  }

  /// Returns the rides of the file.
  ///
  /// Call after the last bytes.
  ///
  /// - Returns: The rides, and the parts that were left out; nil after the first call.
  /// - Throws: The fault of the file.
  package func finish() throws(FileFault) -> ImportedFile? {
    defer { decoder = nil }
    return try decoder?.finish()
  }
}

/// An import of a workout file or a route. It collects the bytes, and decodes them on the imports' thread.
package actor PlanImport {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Nil after `finish`.
  private var bytes: [UInt8]? = []

  package init(on executor: any SerialExecutor) {
    self.executor = executor
  }

  /// Adds the next bytes.
  ///
  /// - Throws: `tooLarge` above the maximum size of a workout file.
  package func take(_ more: Data) throws(PlanFault) {
    guard (bytes?.count ?? 0) + more.count <= WorkoutFile.mostBytes else {
      throw PlanFault(.tooLarge, detail: "more than \(WorkoutFile.mostBytes) bytes")
    }
    bytes?.append(contentsOf: more)
  }

  /// Decodes the contents of the file.
  ///
  /// Call after the last bytes.
  ///
  /// - Parameter fileName: The file's name, for a plan without a name.
  /// - Returns: The plan or the route; nil after the first call.
  /// - Throws: The fault of the file.
  package func finish(fileName: String?) throws(PlanFault) -> WorkoutFile.Content? {
    guard let whole = bytes else { return nil }
    bytes = nil
    return try WorkoutFile.decode(whole, fileName: fileName)
  }
}
