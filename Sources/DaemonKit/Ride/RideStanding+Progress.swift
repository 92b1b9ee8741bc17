import FoundationEssentials
import RideSession
import RideStore

extension RideStanding {
  /// Where a ride stands in its plan, as it is kept with its rows.
  init(_ progress: PlanProgress, askedWatts: Int?) {
    self.init(askedWatts: askedWatts ?? 0, document: progress.document, learntWatts: progress.learntZone2Watts)
  }
}

extension PlanProgress {
  /// The progress as text; nil where a number in it cannot be written.
  fileprivate var document: String? {
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// - Parameter document: What was kept; nil results where it is damaged, or of another version.
  init?(document: String) {
    guard let progress = try? JSONDecoder().decode(Self.self, from: Data(document.utf8)) else { return nil }
    self = progress
  }
}
