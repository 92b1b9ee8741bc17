/// The cuts of a recording: after each of its changes, by each model.
package struct PowerCuts: Sequence, IteratorProtocol {
  package let recording: Recording
  private let seed: UInt64
  private var disk: Disk
  private var position = 0
  private var models = DiskModel.allCases[...]

  /// Another seed gives other cuts where a model leaves something to chance.
  package init(of recording: Recording, seed: UInt64) {
    (self.recording, self.seed) = (recording, seed)
    disk = Disk(recording.base)
  }

  /// The next cut and the disk to make it on; where nothing can be lost, one model stands for all.
  package mutating func next() -> (cut: PowerCut, disk: Disk)? {
    if models.isEmpty || (disk.isAtRest && models.first != .inOrder) {
      guard position < recording.changes.count else { return nil }
      disk.make(recording.changes[position])
      position += 1
      models = DiskModel.allCases[...]
    }
    guard let model = models.popFirst() else { return nil }
    return (PowerCut(in: recording, at: position, model: model, seed: seed), disk)
  }
}
