import FoundationEssentials
import RideFiles

/// A workout file or a route on its way in, gathered and read on the imports' thread.
actor PlanImport {
  nonisolated let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Nil once the plan was handed out.
  private var bytes: [UInt8]? = []

  init(on executor: any SerialExecutor) {
    self.executor = executor
  }

  /// Takes the next bytes.
  ///
  /// - Throws: `tooLarge` for more than a workout has.
  func take(_ more: Data) throws(WorkoutFileError) {
    guard (bytes?.count ?? 0) + more.count <= WorkoutFile.mostBytes else {
      throw WorkoutFileError(.tooLarge, "more than \(WorkoutFile.mostBytes) bytes")
    }
    bytes?.append(contentsOf: more)
  }

  /// What the file holds, after its last bytes.
  ///
  /// - Parameter fileName: Its name, for a plan that has none.
  /// - Returns: The plan or the route; nil where it was handed out before.
  /// - Throws: What is wrong with the file.
  func finish(fileName: String?) throws(WorkoutFileError) -> WorkoutFile.Content? {
    guard let whole = bytes else { return nil }
    bytes = nil
    return try WorkoutFile.decode(whole, fileName: fileName)
  }
}
