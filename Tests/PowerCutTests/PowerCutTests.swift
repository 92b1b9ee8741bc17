import PowerCutKit
import TestKit
import Testing

/// A thousand power cuts in short rides; `Proof/Soak/cuts.sh` makes more.
///
/// The tests run one after another, since only one recording can be made at a time.
@Suite(.serialized, .enabled(if: DiskRecorder.isPossible, "ThreadSanitizer has the same functions"))
struct PowerCutTests {
  /// Every seventh cut, so that each of the six models occurs.
  @Test(arguments: Recording.Story.allCases)
  func `no acknowledged second is missing after a power cut`(story: Recording.Story) async throws {
    try await blocking {
      let cuts = PowerCuts(of: try Recording(story, seconds: 60), seed: 1)
      var (count, checked): (Int, Set<Int>) = (0, [])
      for (index, (cut, disk)) in cuts.enumerated() where index.isMultiple(of: 7) {
        count += 1
        let aftermath = cut.aftermath(on: disk)
        if checked.insert(aftermath.hashValue).inserted { try cut.check(aftermath) }
      }
      #expect(count > 400)
    }
  }

  /// Shows that the check can fail.
  @Test func `a store without its fsyncs loses acknowledged seconds`() async throws {
    try await blocking {
      let recording = try Recording(.first, seconds: 60)
      let files = recording.leavingOut { if case .sync = $0 { true } else { false } }
      let written = recording.changes.compactMap { change in
        if case .create(let path, let file) = change, path.hasPrefix("state/rides/") { file } else { nil }
      }
      let rides = recording.leavingOut { change in written.contains { change == .sync(file: $0) } }
      let names = recording.leavingOut { $0 == .syncDirectory("state") }
      let own = recording.leavingOut { $0 == .syncDirectory("") }
      for careless in [files, rides, names, own] {
        let end = PowerCut(in: careless, at: careless.changes.count, model: .lost, seed: 1)
        #expect(throws: (any Error).self) { try end.make() }
      }
    }
  }
}
