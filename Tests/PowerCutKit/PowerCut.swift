import FuzzKit

/// A power cut at one position of a recording.
package struct PowerCut: Sendable, CustomStringConvertible {
  package let recording: Recording
  /// The number of changes made before it.
  package let position: Int
  package let model: DiskModel
  package let seed: UInt64

  package init(in recording: Recording, at position: Int, model: DiskModel, seed: UInt64) {
    (self.recording, self.position, self.model, self.seed) = (recording, position, model, seed)
  }

  /// Arguments of `Proof/Soak/cuts.sh` that make this cut alone.
  package var description: String { "\(recording.name) \(position) \(model.rawValue) \(seed)" }

  /// The cut of a description's words; nil where they are none.
  package init?(_ words: [String]) throws {
    guard words.count == 5, let story = Recording.Story(rawValue: words[0]), let seconds = Int(words[1]),
      let position = Int(words[2]), let model = DiskModel(rawValue: words[3]), let seed = UInt64(words[4])
    else { return nil }
    self.init(in: try Recording(story, seconds: seconds), at: position, model: model, seed: seed)
  }

  /// Independent of which other cuts are made.
  private var random: SplitMix64 {
    let model = UInt64(DiskModel.allCases.firstIndex(of: model) ?? 0)
    return SplitMix64(seed: (seed << 32) ^ (UInt64(position) << 8) ^ model)
  }

  /// Cuts the power of a disk that has the changes before this position.
  package func aftermath(on disk: Disk) -> Aftermath {
    var random = random
    let image = disk.image(after: model, &random)
    let promised = recording.promised(after: position)
    return Aftermath(image: image, acknowledged: promised.acknowledged, asked: promised.asked)
  }

  /// Opens a store on the files that are left; after every eighth cut a ride goes on.
  ///
  /// - Throws: `BrokenPromise` where something acknowledged is missing.
  package func check(_ aftermath: Aftermath) throws {
    let number = UInt64(position) &+ seed
    do { try aftermath.check(goesOn: number % 8 == 0, leavesIndex: number % 3 == 0) } catch {
      throw BrokenPromise(description: "\(error); again with: Proof/Soak/cuts.sh \(self)")
    }
  }

  /// Makes this cut alone and checks the files that are left.
  package func make() throws { try check(aftermath(on: recording.disk(after: position))) }
}
