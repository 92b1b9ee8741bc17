import RideSession
import Rides
import Testing

@testable import FuzzKit

/// Checks that the valid inputs are as described: random bytes alone would reach little of the code.
@Suite struct StoryTests {
  @Test(arguments: [0, 1, 2, 3, 5]) func `a ride story produces rows`(_ number: Int) throws {
    var stage = RideStage(Choices(RideStory.samples[number]))
    var seconds = 0
    while try stage.happen() {
      seconds = max(seconds, stage.machine.snapshot(at: stage.now).figures?.elapsedSeconds ?? 0)
    }
    #expect(seconds >= 10)
  }

  @Test func `a kill leaves the last ride only in the write-ahead log`() throws {
    #expect(try StateFiles.closed.get().contents.keys.sorted() == [StateFiles.database])
    let files = try StateFiles.cutOff.get()
    #expect(files.contents.keys.sorted() == [StateFiles.database, StateFiles.log])
    #expect(files.contents[StateFiles.log]?.count ?? 0 > 40 * 4096)
  }

  @Test func `the same seed makes the same inputs`() {
    let seeds: [[UInt8]] = [[1, 2, 3], Array(0..<200)]
    let inputs = Array(MutatedInputs(of: seeds, seed: 7).prefix(500))
    #expect(inputs == Array(MutatedInputs(of: seeds, seed: 7).prefix(500)))
    #expect(inputs.starts(with: seeds))
    #expect(Set(inputs).count > 450)
  }
}
