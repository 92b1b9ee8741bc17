import RideSession
import Testing

@testable import FuzzKit

/// The sound inputs are what they say: from rubbish alone little would ever be reached.
@Suite struct StoryTests {
  @Test(arguments: [0, 1, 2, 5]) func aStoryComesToRows(_ number: Int) throws {
    var stage = RideStage(Choices(RideStory.samples[number]))
    var seconds = 0
    while try stage.happen() {
      seconds = max(seconds, stage.machine.snapshot(at: stage.now).figures?.elapsedSeconds ?? 0)
    }
    #expect(seconds >= 10)
  }

  @Test func aKillLeavesTheLastRideInTheLogAlone() throws {
    #expect(try StateFiles.closed.get().contents.keys.sorted() == [StateFiles.database])
    let files = try StateFiles.cutOff.get()
    #expect(files.contents.keys.sorted() == [StateFiles.database, StateFiles.log])
    #expect(files.contents[StateFiles.log]?.count ?? 0 > 40 * 4096)
  }

  @Test func theSameSeedMakesTheSameInputs() {
    let seeds: [[UInt8]] = [[1, 2, 3], Array(0..<200)]
    let inputs = Array(MutatedInputs(of: seeds, seed: 7).prefix(500))
    #expect(inputs == Array(MutatedInputs(of: seeds, seed: 7).prefix(500)))
    #expect(inputs.starts(with: seeds))
    #expect(Set(inputs).count > 450)
  }
}
