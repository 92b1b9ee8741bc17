import FuzzKit
import PowerCutKit
import Testing

/// The contents that a disk keeps, and the contents that it may lose.
@Suite struct DiskTests {
  /// A file with a durable name and durable ones in it, then partly overwritten with twos.
  private static let written: [DiskChange] = [
    .create("a", file: 0), .syncDirectory(""), .write(file: 0, at: 0, [1, 1, 1, 1]), .sync(file: 0),
    .write(file: 0, at: 2, [2, 2, 2, 2]),
  ]

  private static func files(after changes: [DiskChange], _ model: DiskModel, seeds: Int = 200) -> Set<DiskImage> {
    let disk = changes.reduce(into: Disk(DiskImage())) { $0.make($1) }
    return Set(
      (0..<seeds).map { seed in
        var random = SplitMix64(seed: UInt64(seed))
        return disk.image(after: model, &random)
      })
  }

  private static func image(_ bytes: [UInt8]...) -> Set<DiskImage> {
    Set(bytes.map { DiskImage(["a": .file($0)]) })
  }

  @Test func `a synced write is kept by every model`() {
    for model in DiskModel.allCases {
      #expect(Self.files(after: Self.written + [.sync(file: 0)], model) == Self.image([1, 1, 2, 2, 2, 2]), "\(model)")
    }
  }

  @Test func `an unsynced write survives a kill and may be lost in a power cut`() {
    #expect(Self.files(after: Self.written, .inOrder) == Self.image([1, 1, 2, 2, 2, 2]))
    #expect(Self.files(after: Self.written, .lost) == Self.image([1, 1, 1, 1]))
    let reordered = Self.files(after: Self.written, .reordered)
    #expect(reordered.isSuperset(of: Self.image([1, 1, 1, 1], [1, 1, 2, 2, 2, 2], [1, 1, 1, 1, 0, 0])))
  }

  @Test func `a later unsynced write may be kept alone or be applied before an earlier one`() {
    let reordered = Self.files(after: Self.written + [.write(file: 0, at: 0, [3, 3, 3])], .reordered)
    #expect(reordered.isSuperset(of: Self.image([3, 3, 3, 1], [3, 3, 3, 2, 2, 2], [3, 3, 2, 2, 2, 2])))
  }

  @Test func `a torn write is kept before or after a byte, and the rest is old bytes, zeros or rubbish`() {
    let torn = Self.files(after: Self.written, .tornByte, seeds: 2000)
    #expect(torn.isSuperset(of: Self.image([1, 1, 2, 1], [1, 1, 2, 2, 2], [1, 1, 2, 0, 0, 0], [1, 1, 0, 0, 2, 2])))
    #expect(torn.count > 100, "rubbish")
  }

  @Test func `a torn write is torn at a sector boundary of the file`() {
    let changes: [DiskChange] = [
      .create("a", file: 0), .syncDirectory(""), .write(file: 0, at: 500, [UInt8](repeating: 2, count: 600)),
    ]
    let sizes = Self.files(after: changes, .tornSector).compactMap { image in
      if case .file(let bytes) = image.entries["a"] { bytes.count } else { nil }
    }
    #expect(Set(sizes) == [0, 512, 1024, 1100])
  }

  @Test func `a file's size may be kept without its bytes, and its bytes without its name`() {
    #expect(Self.files(after: Self.written, .apart) == Self.image([1, 1, 1, 1, 0, 0], [1, 1, 2, 2, 2, 2]))
    let unnamed: [DiskChange] = [.create("a", file: 0), .write(file: 0, at: 0, [1]), .sync(file: 0)]
    #expect(Self.files(after: unnamed, .apart) == Self.image([1]).union([DiskImage()]))
    #expect(Self.files(after: unnamed, .lost) == [DiskImage()])
  }

  @Test func `a renamed file has its old name or its new one, and neither if its directory is lost`() {
    let changes: [DiskChange] = [
      .makeDirectory("d"), .create("d/a", file: 0), .syncDirectory("d"), .rename("d/a", to: "d/b"),
    ]
    let kept = Self.files(after: changes + [.syncDirectory("")], .reordered)
    #expect(
      kept
        == [["d": .directory, "d/a": .file([])], ["d": .directory, "d/b": .file([])]].reduce(into: []) {
          $0.insert(DiskImage($1))
        })
    #expect(Self.files(after: changes, .lost) == [DiskImage()])
  }
}
