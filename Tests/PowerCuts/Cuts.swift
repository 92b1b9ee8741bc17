import Foundation
import PowerCutKit
import Synchronization

/// Makes power cuts: many by `jz2-cuts CUTS SEED`, one by `jz2-cuts STORY SECONDS POSITION MODEL SEED`.
@main enum Cuts {
  /// The length of each ride.
  private static let seconds = 600

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let cut = try PowerCut(arguments) {
      do { try cut.make() } catch { leave(1, "FAILED \(error)") }
      leave(0, "1 cut, 0 failed")
    }
    guard arguments.count == 2, let count = Int(arguments[0]), let seed = UInt64(arguments[1]) else {
      leave(64, "Usage: cuts.sh CUTS SEED, or cuts.sh STORY SECONDS POSITION MODEL SEED")
    }
    let start = ContinuousClock.now
    let recordings = try Recording.Story.allCases.map { try Recording($0, seconds: seconds) }
    for recording in recordings { say("\(recording.name) s: \(recording.changes.count) changes") }
    let tally = tally(count, of: recordings, seed: seed)
    let duration = start.duration(to: .now) / .seconds(1)
    for model in DiskModel.allCases { say("\(model.rawValue): \(tally.cuts[model] ?? 0) cuts") }
    let all = tally.cuts.values.reduce(0, +)
    let pace = "\(Int(duration)) s, \(Int(Double(all) / duration)) a second"
    say("\(all) cuts, no two alike, seed \(seed), \(pace), \(tally.failures.count) failed")
    for failure in tally.failures.prefix(20) { say("FAILED \(failure)") }
    exit(tally.failures.isEmpty && all >= count ? 0 : 1)
  }

  /// Prints a line at once, also into a pipe.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  private static func leave(_ status: CInt, _ text: String) -> Never {
    say(text)
    exit(status)
  }

  private struct Tally: Sendable {
    var cuts: [DiskModel: Int] = [:]
    /// Hashes of the aftermaths that were checked.
    var checked: Set<Int> = []
    var failures: [String] = []
  }

  /// Makes `count` cuts with different aftermaths, on all processors.
  private static func tally(_ count: Int, of recordings: [Recording], seed: UInt64) -> Tally {
    let tally = Mutex(Tally())
    let workers = ProcessInfo.processInfo.activeProcessorCount
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      for (index, (cut, disk)) in cuts(of: recordings, seed: seed).enumerated() where index % workers == worker {
        let aftermath = cut.aftermath(on: disk)
        let hash = aftermath.hashValue
        let (isEnough, isNew) = tally.withLock { ($0.checked.count >= count, $0.checked.insert(hash).inserted) }
        if isEnough { return }
        guard isNew else { continue }
        let outcome = Result { try cut.check(aftermath) }
        tally.withLock { tally in
          tally.cuts[cut.model, default: 0] += 1
          if case .failure(let error) = outcome { tally.failures.append("\(error)") }
          let made = tally.cuts.values.reduce(0, +)
          if made.isMultiple(of: 10_000) { say("\(made) cuts, \(tally.failures.count) failed") }
        }
      }
    }
    return tally.withLock { $0 }
  }

  /// Returns every cut of every recording, followed by endless repetitions of the random ones with other seeds.
  private static func cuts(
    of recordings: [Recording], seed: UInt64
  ) -> some Sequence<(cut: PowerCut, disk: Disk)> {
    (seed...).lazy.flatMap { seed in recordings.lazy.flatMap { PowerCuts(of: $0, seed: seed) } }
      .filter { $0.cut.model.isLeftToChance || $0.cut.seed == seed }
  }
}
