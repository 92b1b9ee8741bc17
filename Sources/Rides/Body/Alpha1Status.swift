/// DFA alpha-1 of the heartbeat, by detrended fluctuation analysis.
///
/// Near 0.75 is the aerobic threshold. It is an estimate, no diagnosis.
package struct Alpha1Status: Codable, Hashable, Sendable {
  /// The value; absent without confidence.
  package var value: Double?
  /// The beats that it is made of.
  package var beats: Int
  /// The share of beats that are artefacts, in percent.
  package var artefactPercent: Double
  /// The confidence in it.
  @Word package var confidence: Alpha1Confidence

  package init(
    value: Double? = nil, beats: Int = 0, artefactPercent: Double = 0, confidence: Alpha1Confidence = .none
  ) {
    self.value = value
    self.beats = beats
    self.artefactPercent = artefactPercent
    self.confidence = confidence
  }
}

extension Alpha1Confidence: WireWord {
  /// The estimate is not trusted.
  package static var unknownWord: Self { .none }
}
