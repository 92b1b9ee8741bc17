import FuzzKit

/// A power cut at one position of a recording.
package struct PowerCut: Sendable, CustomStringConvertible {
  package let recording: Recording
  /// The number of changes made before the cut.
  package let position: Int
  package let model: DiskModel
  package let seed: UInt64

  package init(in recording: Recording, at position: Int, model: DiskModel, seed: UInt64) {
    (self.recording, self.position, self.model, self.seed) = (recording, position, model, seed)
  }

  /// Arguments of `Proof/Soak/cuts.sh` that make only this cut.
  package var description: String { "\(recording.name) \(position) \(model.rawValue) \(seed)" }

  /// The cut with the words of a description; nil if they are not a description.
  package init?(_ words: [String]) throws {
    guard words.count == 5, let story = Recording.Story(rawValue: words[0]), let seconds = Int(words[1]),
      let position = Int(words[2]), let model = DiskModel(rawValue: words[3]), let seed = UInt64(words[4])
    else { return nil }
    self.init(in: try Recording(story, seconds: seconds), at: position, model: model, seed: seed)
  }

  /// A generator that does not depend on other cuts.
  private var random: SplitMix64 {
    let model = UInt64(DiskModel.allCases.firstIndex(of: model) ?? 0)
    return SplitMix64(seed: (seed << 32) ^ (UInt64(position) << 8) ^ model)
  }

  /// Returns the files after a power cut on a disk that has the changes before this position.
  package func aftermath(on disk: Disk) -> Aftermath {
    var random = random
    let image = disk.image(after: model, &random)
    let promised = recording.promised(after: position)
    return Aftermath(image: image, acknowledged: promised.acknowledged, asked: promised.asked)
  }

  /// Opens a store on the remaining files; after every eighth cut a ride continues.
  ///
  /// - Throws: `BrokenPromise` if an acknowledged state is missing.
  package func check(_ aftermath: Aftermath) throws {
    let number = UInt64(position) &+ seed
    do { try aftermath.check(goesOn: number % 8 == 0, leavesIndex: number % 3 == 0) } catch {
      throw BrokenPromise(description: "\(error); again with: Proof/Soak/cuts.sh \(self)")
    }
  }

  /// Makes only this cut, and checks the remaining files.
  package func make() throws { try check(aftermath(on: recording.disk(after: position))) }
}
