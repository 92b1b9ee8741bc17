package import ControlWire
package import RideCues

/// The start options of jz2cue.
package struct CueOptions: Sendable {
  /// Paths to try for jz2d's socket, in order.
  package var daemonPaths: [String]
  package var configuration: CueConfiguration
  /// The translation that is spoken; nil for English.
  package var translation: Translation?
  package var environment: [String: String]

  package init(
    daemonPaths: [String], configuration: CueConfiguration, translation: Translation? = nil,
    environment: [String: String]
  ) {
    self.translation = translation
    self.daemonPaths = daemonPaths
    self.configuration = configuration
    self.environment = environment
  }
}
