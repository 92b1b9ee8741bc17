/// The formats in which plans are written.
package enum WorkoutFileFormat: String, Hashable, Sendable, CaseIterable {
  /// The project's own, `PlanText`.
  case text
  case zwo
  case erg
  case mrc

  /// How the name of such a file ends, without the dot.
  package var fileExtension: String { self == .text ? "txt" : rawValue }
}
