import ControlWire
import Rides
import Testing

/// Problems, checks and faults that a reply has as codes, localized by its reader.
@Suite struct LocalizedExplanationTests {
  private static let german = Translation(.german) { english, form in
    [
      "The battery of {1} is nearly empty{2}.": "Batterie fast leer: {1}{2}.",
      "the disk is full": "der Datenträger ist voll",
      "The rides cannot be read or written: {1}.": "Die Fahrten können nicht gelesen oder geschrieben werden: {1}.",
      "{1} ride was recovered": form == 0 ? "{1} Fahrt wurde gerettet" : "{1} Fahrten wurden gerettet",
      "{1}, {2} could not be read": "{1}, {2} nicht lesbar",
      "{1} has only {2} MB free.": "{1} hat nur noch {2} MB frei.",
      "state directory": "Datenverzeichnis",
      "your server": "dein Server",
      "The certificate of {1} is not trusted{2}.": "Dem Zertifikat wird nicht vertraut: {1}{2}.",
    ][english]
  }

  private func german<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Translation.$current.withValue(Self.german, operation: body)
  }

  /// Returns a reply as a client reads it after the daemon encoded it.
  private func goneThrough<Reply: Codable & Sendable>(_ reply: Reply) throws -> Reply {
    try ReplyMessage<Reply>(decoding: Array(try ReplyMessage(reply).encoded().dropLast())).reply
  }

  private func received(_ problem: Problem) throws -> Problem {
    let status = try goneThrough(Status(phase: .idle, problems: [problem]))
    return try #require(status.problems.first)
  }

  private func received(_ check: Check) throws -> Check {
    let list = try goneThrough(CheckList(checks: [check]))
    return try #require(list.checks.first)
  }

  @Test(arguments: ProblemCode.allCases)
  func `an English client shows a problem with the daemon's text`(code: ProblemCode) throws {
    for (subject, detail) in [(nil, nil), ("KICKR", .charge(percent: 9))] as [(String?, ProblemDetail?)] {
      let problem = try received(Problem(code, subject: subject, detail: detail))
      let told = problem.explanation
      #expect(told.message == problem.message && told.remedy == problem.remedy)
    }
  }

  @Test func `a problem is shown in the reader's language`() throws {
    let battery = try received(Problem(.batteryLow, subject: "TICKR", detail: .charge(percent: 9)))
    #expect(battery.message == "The battery of TICKR is nearly empty (9 %).")
    let empty = german { battery.explanation.message }
    #expect(empty == "Batterie fast leer: TICKR (9 %).")
    let obstacle = StoreObstacle(.diskFull, path: "/s", user: "jz2", context: nil)
    let failing = try received(Problem(.storeFailing, obstacle: obstacle))
    let full = german { failing.explanation.message }
    #expect(full.contains("der Datenträger ist voll"))
  }

  @Test(arguments: [
    (0, "40 rides were recovered", "40 Fahrten wurden gerettet"),
    (1, "40 rides were recovered, 1 could not be read", "40 Fahrten wurden gerettet, 1 nicht lesbar"),
    (2, "40 rides were recovered, 2 could not be read", "40 Fahrten wurden gerettet, 2 nicht lesbar"),
  ])
  func `a damaged library's recovered rides are counted`(unread: Int, english: String, german: String) throws {
    let problem = try received(
      Problem(.libraryReplaced, subject: "/s/jz2.sqlite.broken-1", taken: (rides: 40, unread: unread)))
    #expect(problem.message.contains("(\(english))"))
    let told = self.german { problem.explanation.message }
    #expect(told.contains("(\(german))"))
  }

  @Test func `an unknown problem is shown with the daemon's text`() throws {
    let problem = Problem(code: "gearsWorn", message: "The gears are worn.", remedy: "Change them.")
    let told = german { problem.explanation }
    #expect(told.message == "The gears are worn." && told.remedy == "Change them.")
    let status = try ReplyMessage<Status>(
      decoding: Vectors.bytes(
        #"{"parameters":{"phase":"idle","problems":[{"cause":"novel","code":"storeFailing","message":"It melts.","#
          + #""remedy":"Cool it.","subject":"/s","user":"jz2"}]}}"#)
    ).reply
    #expect(status.problems.first?.explanation.message == "It melts.")
  }

  @Test func `a check is shown in the reader's language`() throws {
    let found = try #require(Check.littleRoom(in: "/s", freeBytes: 9_000_000))
    let little = try received(found)
    #expect(little.message == "/s has only 9 MB free." && little.title == "state directory")
    let told = german { [little.title, little.explanation.message] }
    #expect(told == ["Datenverzeichnis", "/s hat nur noch 9 MB frei."])
  }

  @Test func `a check with a store failure is shown in the reader's language`() throws {
    let refusal = ControlError.storeFailed(StoreObstacle(.diskFull, path: "/s", user: "jz2", context: nil))
    let check = try received(Check(name: "state directory", outcome: .failed, refusal))
    let english = refusal.explanation
    #expect(check.message == english.message && check.remedy == english.remedy)
    let (told, expected) = german { (check.explanation, refusal.explanation) }
    #expect(told.message == expected.message && told.remedy == expected.remedy)
    #expect(told.message.hasPrefix("Die Fahrten können nicht gelesen oder geschrieben werden: der Datenträger"))
    let other = Check(name: "state directory", outcome: .failed, ControlError(.libraryOpening))
    #expect(other.explanation.message == ControlError(.libraryOpening).explanation.message)
  }

  @Test func `an unknown check is shown with the daemon's text`() {
    var check = Check(name: "gears", outcome: .warning, message: "They are worn.", remedy: "Change them.")
    #expect(check.explanation.message == "They are worn." && check.explanation.remedy == "Change them.")
    check.code = "gearsWorn"
    #expect(check.explanation.message == "They are worn." && check.title == "gears")
  }

  @Test func `a service fault is shown in the reader's language`() throws {
    let fault = SyncFault(.certificate)
    let service = try goneThrough(ServiceList([ServiceStatus(.hub, .connected, fault: fault)])).services.first
    #expect(service?.message == "The certificate of your server is not trusted.")
    let status = try goneThrough(SyncStatusReply(SyncStatus(.error, fault: fault, of: .hub))).status
    let upload = Upload(service: "hub", state: .queued, at: "2026-11-21T09:00:00Z", message: "No.", fault: fault)
    let told = german { [service?.explanation, status.explanation, upload.explanation].map { $0?.message } }
    #expect(told.allSatisfy { $0 == "Dem Zertifikat wird nicht vertraut: dein Server." })
  }

  @Test func `a service fault without a known code is shown unchanged`() {
    let upload = Upload(service: "hub", at: "2026-11-21T09:00:00Z", message: "No.")
    #expect(upload.explanation?.message == "No." && upload.explanation?.remedy.isEmpty == true)
    let other = Upload(service: "gears", at: "2026-11-21T09:00:00Z", message: "No.", fault: SyncFault(.certificate))
    #expect(other.explanation?.message == "No.")
    #expect(Upload(service: "hub", at: "2026-11-21T09:00:00Z").explanation == nil)
    #expect(ServiceStatus(.hub, .connected).explanation == nil && SyncStatus(.idle).explanation == nil)
  }
}
