package import FuzzKit

/// The fate of changes that are not synced when the power is cut.
package enum DiskModel: String, Sendable, CaseIterable {
  /// All changes are kept, as after a kill.
  case inOrder
  /// All changes are lost.
  case lost
  /// Any subset is kept; overlapping changes are in any order, and some are torn.
  case reordered
  /// One write is torn at a sector of 512 bytes: the rest has the old bytes, zeros or garbage.
  case tornSector
  /// One write is torn at any byte.
  case tornByte
  /// Names and sizes are kept without the bytes, or the bytes without the names.
  case apart

  /// Whether another seed leads to another result.
  package var isLeftToChance: Bool { self != .inOrder && self != .lost }
}

extension Disk {
  /// The files that a process sees while there is power.
  package var image: DiskImage { image(edits, nameEdits) }

  /// Returns the files after the power returns.
  package func image(after model: DiskModel, _ random: inout SplitMix64) -> DiskImage {
    switch model {
    case .inOrder: image
    case .lost: image([], [])
    case .reordered: reordered(&random)
    case .tornSector: torn(by: 512, &random)
    case .tornByte: torn(by: 1, &random)
    case .apart: apart(&random)
    }
  }

  private func reordered(_ random: inout SplitMix64) -> DiskImage {
    let share = UInt64.random(in: 1...7, using: &random)
    var kept: [(file: Int, edit: Edit)] = []
    for (file, edit) in edits {
      if !random.isOne(of: 8, share) {
        // The file system may store the new size before the bytes.
        if random.isOne(of: 2) { kept.append((file, .write(at: edit.end, []))) }
      } else if random.isOne(of: 8) {
        kept += pieces(of: edit, by: 512, &random).map { (file, $0) }
      } else {
        kept.append((file, edit))
      }
    }
    if random.isOne(of: 2) { kept.shuffle(using: &random) }
    return image(kept, someNames(&random))
  }

  private func torn(by unit: Int, _ random: inout SplitMix64) -> DiskImage {
    let writes = edits.indices.filter { if case .write = edits[$0].edit { true } else { false } }
    guard let last = writes.last else { return image(edits, someNames(&random)) }
    let victim = random.isOne(of: 2) ? last : writes.randomElement(using: &random) ?? last
    let pieces = pieces(of: edits[victim].edit, by: unit, &random).map { (edits[victim].file, $0) }
    let later = random.isOne(of: 2) ? edits[(victim + 1)...] : []
    return image(edits[..<victim] + pieces + later, nameEdits)
  }

  private func apart(_ random: inout SplitMix64) -> DiskImage {
    guard random.isOne(of: 2) else { return image(edits, someNames(&random)) }
    return image(edits.map { ($0.file, .write(at: $0.edit.end, [])) }, nameEdits)
  }

  /// Returns a prefix, as a journal keeps them, or any subset, as on a file system without a journal.
  private func someNames(_ random: inout SplitMix64) -> [NameEdit] {
    if random.isOne(of: 2) { return Array(nameEdits.prefix(Int.random(in: 0...nameEdits.count, using: &random))) }
    return nameEdits.filter { _ in random.isOne(of: 2) }
  }

  /// Tears a write at a multiple of `unit` bytes from the file's start.
  private func pieces(of edit: Edit, by unit: Int, _ random: inout SplitMix64) -> [Edit] {
    guard case .write(let offset, let bytes) = edit, !bytes.isEmpty else { return [] }
    var cut = Int.random(in: 0...bytes.count, using: &random) + offset
    cut = min(max(cut / unit * unit, offset), offset + bytes.count) - offset
    var parts = [(0, Array(bytes[..<cut])), (cut, Array(bytes[cut...]))]
    if random.isOne(of: 4) { parts.reverse() }
    let (kept, lost) = (parts[0], parts[1])
    let rest: [UInt8] =
      switch random.next() % 3 {
      case 0: []
      case 1: lost.1.map { _ in 0 }
      default: lost.1.map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
    return [(kept.0, kept.1), (lost.0, rest)].filter { !$0.1.isEmpty }.map { .write(at: offset + $0.0, $0.1) }
  }

  private func image(_ edits: some Sequence<(file: Int, edit: Edit)>, _ nameEdits: [NameEdit]) -> DiskImage {
    var (files, names) = (files, names)
    for (file, edit) in edits { files[file, default: []].make(edit) }
    for edit in nameEdits { names.make(edit) }
    var image = DiskImage()
    for (path, node) in names where names.reaches(path) {
      switch node {
      case .directory: image.entries[path] = .directory
      case .file(let number): image.entries[path] = .file(files[number] ?? [])
      }
    }
    return image
  }
}

extension Disk.Edit {
  /// The size that the edit requires of the file.
  fileprivate var end: Int {
    switch self {
    case .write(let offset, let bytes): offset + bytes.count
    case .resize(let size): size
    }
  }
}

extension [String: Disk.Node] {
  /// Whether every parent directory of a path exists.
  fileprivate func reaches(_ path: String) -> Bool {
    let parent = String(path.parent)
    return parent.isEmpty || (self[parent] == .directory && reaches(parent))
  }
}

extension SplitMix64 {
  /// Returns true `share` times in `count`.
  fileprivate mutating func isOne(of count: UInt64, _ share: UInt64 = 1) -> Bool { next() % count < share }
}
