import ControlWire
import PageKit
import Rides
import Testing

@Suite struct LocalizedReplyTests {
  private static let links = "Connections are set up to survive short radio dropouts."
  private static let late = "{1} did not answer in time."
  private static let again = "Nothing is lost. jz2sync retries automatically."
  private let german = Translation(.german) { english, _ in
    [links: "Verbindungen halten.", late: "{1} schwieg.", again: "Es geht weiter."][english]
  }

  /// Returns the reply that the page gets in German.
  private func told(_ reply: some Encodable) throws -> String {
    try Translation.$current.withValue(german) { String(decoding: try LocalizedJSON.text(of: reply), as: UTF8.self) }
  }

  @Test func `the doctor's checks are translated into the reader's language`() throws {
    let text = try told(CheckList(checks: [Check(name: "x", outcome: .ok, .linksLast)]))
    #expect(text.contains(#""message":"Verbindungen halten.""#), "\(text)")
    #expect(text.contains(#""code":"linksLast""#))
  }

  @Test func `a problem among the checks is translated in both places`() throws {
    let english = Problem(.clockUnsynchronised)
    let clock = Translation(.german) { text, _ in text == english.message ? "Die Uhr geht falsch." : nil }
    let checks = CheckList(checks: [Check(name: "c", outcome: .ok, english)])
    let bytes = try Translation.$current.withValue(clock) { try LocalizedJSON.text(of: checks) }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.split(separator: "Die Uhr geht falsch.").count == 3 && !text.contains(english.message), "\(text)")
  }

  @Test func `purposes of the package's workouts are translated, and those of other plans are not`() throws {
    var packaged = PlanSummary(name: "p", summary: Self.links, intervals: 1, timerSeconds: 60, openEnded: false)
    packaged.kind = .tempo
    let own = PlanSummary(name: "o", summary: Self.links, intervals: 1, timerSeconds: 60, openEnded: false)
    let list = try told(PlanList(plans: [own, packaged], more: true))
    #expect(list.contains(#""summary":"Verbindungen halten.""#) && list.contains(Self.links), "\(list)")
    #expect(list.contains(#""more":true"#))
    #expect(try told(PlanDetails(plan: packaged, groups: [])).contains(#""summary":"Verbindungen halten.""#))
  }

  @Test func `faults of services, sync runs and uploads are translated into the reader's language`() throws {
    let fault = SyncFault(.timedOut)
    let upload = Upload(
      service: "strava", state: .failed, at: "t", message: fault.explanation(of: .strava).message, fault: fault)
    let ride = RideSummary(
      id: 3, start: "2026-11-26T10:00:00Z", timerSeconds: 2, elapsedSeconds: 3, averageWatts: nil,
      averageHeartRate: nil, kilojoules: 0, distanceMeters: nil, state: .finished)
    for text in [
      try told(ServiceList([ServiceStatus(.strava, .connected, fault: fault)])),
      try told(SyncStatusReply(SyncStatus(.error, fault: fault, of: .strava))),
      try told(SentAgain(upload)), try told(TrimmedRide(ride: ride, uploads: [upload])),
    ] {
      #expect(text.contains(#""message":"Strava schwieg.""#), "\(text)")
    }
    #expect(
      try told(ServiceList([ServiceStatus(.strava, .connected, fault: fault)]))
        .contains(#""remedy":"Es geht weiter.""#))
  }

  @Test func `an unknown check keeps its text, and an absent message stays absent`() throws {
    var check = Check(name: "x", outcome: .ok, message: "As it came.")
    check.code = "later"
    let text = try told(CheckList(checks: [check]))
    #expect(text.contains(#""message":"As it came.""#) && !text.contains("remedy"), "\(text)")
    #expect(!(try told(ServiceList([ServiceStatus(.strava, .connected)]))).contains("message"))
  }

  @Test func `a reply without messages is unchanged`() throws {
    #expect(try told(EmptyReply()) == "{}")
  }
}
