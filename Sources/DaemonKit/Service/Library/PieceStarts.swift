/// Where the pieces of something begin.
actor PieceStarts {
  private var iterator: StrideTo<Int>.Iterator

  init(upTo end: Int, by step: Int) {
    iterator = stride(from: 0, to: end, by: step).makeIterator()
  }

  func next() -> Int? { iterator.next() }
}
