/// DFA alpha-1 of the heartbeat, by detrended fluctuation analysis.
///
/// The aerobic threshold is near 0.75. The value is an estimate, not a diagnosis.
package struct Alpha1Status: Codable, Hashable, Sendable {
  /// Absent without confidence.
  package var value: Double?
  /// Number of beats in the estimate.
  package var beats: Int
  /// The share of beats that are artefacts, in percent.
  package var artefactPercent: Double
  /// The confidence in it.
  @OpenValue package var confidence: Alpha1Confidence

  package init(
    value: Double? = nil, beats: Int = 0, artefactPercent: Double = 0, confidence: Alpha1Confidence = .none
  ) {
    self.value = value
    self.beats = beats
    self.artefactPercent = artefactPercent
    self.confidence = confidence
  }
}

extension Alpha1Confidence: OpenEnum {
  /// The estimate is not trusted.
  package static var unrecognized: Self { .none }
}
