package import RideCues

/// What jz2cue was told at its start.
package struct CueOptions: Sendable {
  /// Where jz2d's socket may be, in order.
  package var daemonPaths: [String]
  package var configuration: CueConfiguration
  package var environment: [String: String]

  package init(daemonPaths: [String], configuration: CueConfiguration, environment: [String: String]) {
    self.daemonPaths = daemonPaths
    self.configuration = configuration
    self.environment = environment
  }
}
