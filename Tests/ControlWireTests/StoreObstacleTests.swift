import ControlWire
import Testing

@Suite struct StoreObstacleTests {
  private typealias Cause = StoreObstacle.Cause

  private func sentences(_ obstacle: StoreObstacle) -> [Sentence] {
    let (subject, detail) = (obstacle.subject, obstacle.detail)
    return [
      ProblemCode.stateUnusable.sentence(subject: subject, detail: detail),
      ProblemCode.storeFailing.sentence(subject: subject, detail: detail),
      ControlError(.storeFailed, subject: subject, detail: detail).sentence,
    ]
  }

  @Test(arguments: StoreObstacle.Cause.allCases)
  func itTravelsInASubjectAndADetail(cause: StoreObstacle.Cause) {
    for context in [nil, "root", "open: Input/output error", "9 more  gears"] {
      let obstacle = StoreObstacle(cause, path: "/var/lib/jz2", user: "jz2", context: context)
      #expect(StoreObstacle(subject: obstacle.subject, detail: obstacle.detail) == obstacle)
    }
  }

  @Test(arguments: [
    nil, "", "failed", "SQLite error 13: disk full", "the ride is over and waits in memory; no room",
  ])
  func anotherDetailIsNoObstacle(detail: String?) {
    #expect(StoreObstacle(subject: "/s", detail: detail) == nil)
  }

  @Test(arguments: StoreObstacle.Cause.allCases)
  func everyCauseIsASentenceOfItsOwnWithARemedy(cause: StoreObstacle.Cause) {
    for context in [nil, "7"] {
      for sentence in sentences(StoreObstacle(cause, path: "/var/lib/jz2", user: "jz2", context: context)) {
        for text in [sentence.message, sentence.remedy] {
          #expect(text.hasSuffix(".") && !text.hasSuffix(".."))
          #expect(text.first?.isUppercase == true)
          #expect(text.count { $0 == "`" }.isMultiple(of: 2))
          #expect(!text.contains("  ") && !text.contains("Optional"))
        }
      }
    }
    let others = Cause.allCases.filter { $0 != cause }
    let matter = sentences(StoreObstacle(cause, path: "/s", user: "jz2"))
    for other in others {
      #expect(sentences(StoreObstacle(other, path: "/s", user: "jz2")).map(\.message) != matter.map(\.message))
    }
  }

  @Test func aDirectoryOfRidesIsGivenBackWhole() {
    for path in ["/var/lib/jz2", "/var/lib/jz2/jz2.sqlite-wal", "/var/lib/jz2/rides"] {
      let obstacle = StoreObstacle(.otherOwner, path: path, user: "jz2", context: "root")
      for sentence in sentences(obstacle) {
        #expect(sentence.message.contains("\(path) belongs to root, and jz2d runs as jz2"))
        #expect(sentence.remedy.contains("`sudo chown -R jz2: /var/lib/jz2`"))
      }
    }
  }

  /// `--state /var/lib` is a slip, and a command that gives it away would be a worse one.
  @Test(arguments: ["/var/lib", "/", "/home/anna", "/srv/rides", ""])
  func anyOtherDirectoryIsNotGivenAway(path: String) {
    for sentence in sentences(StoreObstacle(.otherOwner, path: path, user: "anna", context: "root")) {
      #expect(!sentence.remedy.contains("chown"))
      #expect(sentence.remedy.contains("--state"))
    }
  }

  @Test func aDatabaseInADirectoryOfAnyNameIsGivenBackAlone() {
    let obstacle = StoreObstacle(.otherOwner, path: "/srv/my rides/jz2.sqlite-shm", user: "anna", context: "root")
    #expect(sentences(obstacle).allSatisfy { $0.remedy.contains("`sudo chown anna: '/srv/my rides/jz2.sqlite'*`") })
  }

  @Test func theProcessThatHasItCanBeEnded() {
    let known = StoreObstacle(.inUse, path: "/s", user: "anna", context: "812")
    #expect(sentences(known).allSatisfy { $0.message.contains("(process 812)") && $0.remedy.contains("`kill 812`") })
    let unknown = StoreObstacle(.inUse, path: "/s", user: "anna")
    #expect(sentences(unknown).allSatisfy { $0.remedy.contains("`sudo fuser -v /s`") })
  }

  @Test func aLaterVersionIsNamedByItsMigration() {
    let obstacle = StoreObstacle(.newerVersion, path: "/s/jz2.sqlite", user: "jz2", context: "9 gears")
    for sentence in sentences(obstacle) {
      #expect(sentence.message.contains(#"a later jz2d (its migration "9 gears")"#))
      #expect(sentence.remedy.contains("apt install") && sentence.remedy.contains("--state"))
    }
  }

  @Test func aPathIsOneWordForAShell() {
    let obstacle = StoreObstacle(.notMade, path: "/home/o'neil/my rides", user: "anna")
    let word = #"'/home/o'\''neil/my rides'"#
    #expect(sentences(obstacle).allSatisfy { $0.remedy.contains("install -d -o anna \(word)`") })
  }
}
