/// Where a ride stands, kept with the rows of the same second, so that it goes on from there in another process.
package struct RideStanding: Hashable, Sendable {
  /// The power asked for last, in watts.
  package var askedWatts: Int
  /// Where the ride stands in its plan, in words of the machine's own; nil leaves what was said before.
  package var document: String?
  /// What the heart-rate steering has learnt to hold, in watts; nil where it has learnt nothing.
  package var learntWatts: Int?

  package init(askedWatts: Int, document: String? = nil, learntWatts: Int? = nil) {
    self.askedWatts = askedWatts
    self.document = document
    self.learntWatts = learntWatts
  }
}
