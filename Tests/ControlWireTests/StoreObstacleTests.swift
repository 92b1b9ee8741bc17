import ControlWire
import Rides
import Testing

@Suite struct StoreObstacleTests {
  private typealias Cause = StoreObstacle.Cause

  private func explanations(_ obstacle: StoreObstacle) -> [Explanation] {
    [
      ProblemCode.stateUnusable.explanation(obstacle: obstacle),
      ProblemCode.storeFailing.explanation(obstacle: obstacle),
      ControlError.storeFailed(obstacle).explanation,
    ]
  }

  @Test(arguments: StoreObstacle.Cause.allCases)
  func `a store obstacle is encoded and decoded with its error`(cause: StoreObstacle.Cause) throws {
    for context in [nil, "root", "open: Input/output error", "9 more  gears"] {
      let obstacle = StoreObstacle(cause, path: "/var/lib/jz2", user: "a user", context: context)
      let error = try ReplyMessageTests.goneThrough(.storeFailed(obstacle))
      #expect(error == .storeFailed(obstacle))
      #expect(error?.reason as? StoreObstacle == obstacle)
    }
  }

  @Test func `a store failure without a typed reason is explained by its detail`() {
    let error = ControlError(.storeFailed, subject: "/s", detail: "the ride is over and waits in memory; no room")
    #expect(error.reason == nil)
    #expect(error.explanation.message.contains("waits in memory; no room"))
  }

  @Test(arguments: StoreObstacle.Cause.allCases)
  func `every cause has its own message and a remedy`(cause: StoreObstacle.Cause) {
    for context in [nil, "7"] {
      for explanation in explanations(StoreObstacle(cause, path: "/var/lib/jz2", user: "jz2", context: context)) {
        for text in [explanation.message, explanation.remedy] {
          #expect(text.hasSuffix(".") && !text.hasSuffix(".."))
          #expect(text.first?.isUppercase == true)
          #expect(text.count { $0 == "`" }.isMultiple(of: 2))
          #expect(!text.contains("  ") && !text.contains("Optional"))
        }
      }
    }
    let others = Cause.allCases.filter { $0 != cause }
    let matter = explanations(StoreObstacle(cause, path: "/s", user: "jz2"))
    for other in others {
      #expect(explanations(StoreObstacle(other, path: "/s", user: "jz2")).map(\.message) != matter.map(\.message))
    }
  }

  @Test func `the remedy for jz2's own directory changes the owner of the whole directory`() {
    for path in ["/var/lib/jz2", "/var/lib/jz2/jz2.sqlite-wal", "/var/lib/jz2/rides"] {
      let obstacle = StoreObstacle(.otherOwner, path: path, user: "jz2", context: "root")
      for explanation in explanations(obstacle) {
        #expect(explanation.message.contains("\(path) belongs to root, and jz2d runs as jz2"))
        #expect(explanation.remedy.contains("`sudo chown -R jz2: /var/lib/jz2`"))
      }
    }
  }

  /// `--state /var/lib` is a mistake, and a command that changes its owner would be a worse one.
  @Test(arguments: ["/var/lib", "/", "/home/anna", "/srv/rides", ""])
  func `the remedy for any other directory does not change its owner`(path: String) {
    for explanation in explanations(StoreObstacle(.otherOwner, path: path, user: "anna", context: "root")) {
      #expect(!explanation.remedy.contains("chown"))
      #expect(explanation.remedy.contains("--state"))
    }
  }

  @Test func `the remedy for a database in another directory changes only the database's owner`() {
    let obstacle = StoreObstacle(.otherOwner, path: "/srv/my rides/jz2.sqlite-shm", user: "anna", context: "root")
    #expect(explanations(obstacle).allSatisfy { $0.remedy.contains("`sudo chown anna: '/srv/my rides/jz2.sqlite'*`") })
  }

  @Test func `the remedy for a library in use ends the process that uses it`() {
    let known = StoreObstacle(.inUse, path: "/s", user: "anna", context: "812")
    #expect(explanations(known).allSatisfy { $0.message.contains("(process 812)") && $0.remedy.contains("`kill 812`") })
    let unknown = StoreObstacle(.inUse, path: "/s", user: "anna")
    #expect(explanations(unknown).allSatisfy { $0.remedy.contains("`sudo fuser -v /s`") })
  }

  @Test func `a library of a later version is reported with its migration`() {
    let obstacle = StoreObstacle(.newerVersion, path: "/s/jz2.sqlite", user: "jz2", context: "9 gears")
    for explanation in explanations(obstacle) {
      #expect(explanation.message.contains(#"a newer jz2d (its migration "9 gears")"#))
      #expect(explanation.remedy.contains("apt install") && explanation.remedy.contains("--state"))
    }
  }

  @Test func `a path in a remedy is quoted for the shell`() {
    let obstacle = StoreObstacle(.notMade, path: "/home/o'neil/my rides", user: "anna")
    let word = #"'/home/o'\''neil/my rides'"#
    #expect(explanations(obstacle).allSatisfy { $0.remedy.contains("install -d -o anna \(word)`") })
  }
}
