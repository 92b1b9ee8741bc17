package import ControlWire
package import RideCues

/// What jz2cue was told at its start.
package struct CueOptions: Sendable {
  /// Where jz2d's socket may be, in order.
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
