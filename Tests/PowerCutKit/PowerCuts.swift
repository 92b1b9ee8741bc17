/// The cuts of a recording: after each of its changes, with each model.
package struct PowerCuts: Sequence, IteratorProtocol {
  package let recording: Recording
  private let seed: UInt64
  private var disk: Disk
  private var position = 0
  private var models = DiskModel.allCases[...]

  /// Another seed leads to other cuts for random models.
  package init(of recording: Recording, seed: UInt64) {
    (self.recording, self.seed) = (recording, seed)
    disk = Disk(recording.base)
  }

  /// Returns the next cut and the disk to make it on; if no change can be lost, one model is enough.
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
