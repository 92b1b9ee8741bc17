/// What the RR intervals of the last two minutes say of DFA alpha-1: an estimate, no diagnosis.
package struct AlphaEstimate: Hashable, Sendable, Codable {
  /// About 0.75 at the aerobic and 0.5 at the anaerobic threshold; nil where `confidence` is `none`, or the intervals do
  /// not change.
  package var alpha1: Double?
  /// How many beats it is made of.
  package var beats: Int
  /// The share of the beats of the window that were artefacts or missing, 0…100.
  package var artefactPercent: Double
  package var confidence: Alpha1Confidence

  package init(alpha1: Double? = nil, beats: Int = 0, artefactPercent: Double = 0, confidence: Alpha1Confidence = .none)
  {
    self.alpha1 = alpha1
    self.beats = beats
    self.artefactPercent = artefactPercent
    self.confidence = confidence
  }
}
