import FuzzKit
import TestKit

/// The changes that stores made on a disk, and the states that they acknowledged in between.
package struct Recording: Sendable {
  package let name: String
  /// The files before the first change.
  package let base: DiskImage
  package private(set) var changes: [DiskChange]
  private(set) var milestones: [(changes: Int, promised: Promised)]

  /// Records stores in `state` below a new directory; the store creates `state`.
  init(
    _ name: String, from base: DiskImage = DiskImage(), promised: Promised = Promised(),
    _ body: @escaping @Sendable (RecordedStore) async throws -> Void
  ) throws {
    let root = try TemporaryDirectory(in: "/dev/shm")
    try base.write(to: root.path)
    let recorder = try DiskRecorder(below: root.path, image: base)
    milestones = try onLoop { loop in
      let store = RecordedStore(in: root.path(of: "state"), on: loop, recorder: recorder, promised: promised)
      try await body(store)
      return store.milestones
    }
    (self.name, self.base) = (name, base)
    changes = recorder.changes
  }

  /// Returns the state acknowledged after `count` changes, and the state that the current call would acknowledge:
  /// either is valid.
  func promised(after count: Int) -> (acknowledged: Promised, asked: Promised) {
    // The first milestone after these changes.
    var (low, high) = (0, milestones.count)
    while low < high {
      let middle = (low + high) / 2
      if milestones[middle].changes > count { high = middle } else { low = middle + 1 }
    }
    let acknowledged = low > 0 ? milestones[low - 1].promised : Promised()
    return (acknowledged, low < milestones.count ? milestones[low].promised : acknowledged)
  }

  /// Returns the same recording without some of the changes.
  package func leavingOut(_ isLeftOut: (DiskChange) -> Bool) -> Recording {
    var copy = self
    copy.changes = changes.filter { !isLeftOut($0) }
    copy.milestones = milestones.map { count, promised in
      (changes.prefix(count).count { !isLeftOut($0) }, promised)
    }
    return copy
  }
}
