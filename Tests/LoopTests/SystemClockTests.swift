import Loop
import Testing

@Suite struct SystemClockTests {
  @Test(arguments: [(1, false, true), (1, true, true), (0, false, false), (0, true, false)] as [(Int32, Bool, Bool)])
  func `the kernel decides whether the clock is synchronised if it can be asked`(
    _ state: Int32, _ isMarked: Bool, _ expected: Bool
  ) {
    #expect(SystemClock.isSynchronised(byKernel: state, isMarked: isMarked) == expected)
  }

  @Test(arguments: [true, false])
  func `the mark file decides whether the clock is synchronised if the kernel cannot`(_ isMarked: Bool) {
    #expect(SystemClock.isSynchronised(byKernel: -1, isMarked: isMarked) == isMarked)
  }
}
