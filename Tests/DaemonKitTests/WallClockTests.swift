import Testing

@testable import DaemonKit

@Suite struct WallClockTests {
  @Test(arguments: [(1, false, true), (1, true, true), (0, false, false), (0, true, false)] as [(Int32, Bool, Bool)])
  func whereTheKernelAnswersItDecides(_ state: Int32, _ isMarked: Bool, _ expected: Bool) {
    #expect(SystemWallClock.isSynchronised(byKernel: state, isMarked: isMarked) == expected)
  }

  @Test(arguments: [true, false])
  func whereTheKernelMayNotBeAskedTheMarkDecides(_ isMarked: Bool) {
    #expect(SystemWallClock.isSynchronised(byKernel: -1, isMarked: isMarked) == isMarked)
  }
}
