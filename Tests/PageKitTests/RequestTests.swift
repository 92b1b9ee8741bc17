import ControlWire
import PageKit
import Testing

@Suite struct PageRequestTests {
  @Test(arguments: [
    ("jz2=abc", "abc"), ("a=1; jz2=abc ; b=2", "abc"), ("jz2=", nil), ("xjz2=abc", nil), ("jz2", nil), ("", nil),
    ("jz2=a=b", "a=b"),
  ])
  func `a cookie is read by its name`(_ field: String, _ value: String?) {
    #expect(PageRequest("GET", "/", fields: [("Cookie", field)]).cookie("jz2") == value)
  }

  @Test func `a path ends before its query`() {
    #expect(PageRequest("GET", "/api/page?x=/y").path == "/api/page")
  }

  @Test(arguments: [
    ("/?name=4%20x%208", "4 x 8"), ("/?a=1&name=4+x+8&b=2", "4 x 8"), ("/?name=", ""), ("/?name=%C3%BCber", "über"),
    ("/?name=100%", "100%"), ("/?name=%zz", "%zz"), ("/?name=1%2B1", "1+1"), ("/?named=1", nil), ("/", nil),
    ("/?name", nil), ("/?name=%FF", "\u{FFFD}"),
  ])
  func `a value is read from the query by its name`(_ target: String, _ value: String?) {
    #expect(PageRequest("GET", target).query("name") == value)
  }

  @Test(arguments: [
    ("gzip, deflate", true), ("br;q=1.0, GZIP;q=0.8", true), ("gzip;q=0", false), ("gzip; q=0.0", false),
    ("deflate", false), ("", false), ("x-gzip", false),
  ])
  func `gzip is sent only to a browser that accepts it`(_ field: String, _ isTaken: Bool) {
    #expect(PageRequest("GET", "/", fields: [("Accept-Encoding", field)]).takesGzip == isTaken)
  }

  @Test func `each part of a path is percent-decoded`() {
    #expect(PageRequest("GET", "/api/plan/4%20x%208%2F2/file?format=zwo").steps == ["api", "plan", "4 x 8/2", "file"])
  }
}

@Suite struct PageLanguageTests {
  @Test(arguments: [
    ("de", Language.german), ("de-AT,de;q=0.9,en;q=0.8", .german), ("fr-CH, fr;q=0.9", .french),
    ("it, es;q=0.5", .spanish),
    ("en;q=0.4, de;q=0.7", .german), ("de;q=0, fr", .french), ("", .english), ("zz", .english), ("*", .english),
    (";;;,,,q=", .english), ("de;q=x, fr;q=0.1", .french),
  ])
  func `the page uses the language that the browser prefers`(_ field: String, _ language: Language) {
    #expect(Language(of: PageRequest("GET", "/", fields: [("Accept-Language", field)])) == language)
  }

  @Test func `the language chosen on the page takes precedence over the browser's`() {
    let fields = [("Accept-Language", "de"), ("Cookie", "jz2-language=es")]
    #expect(Language(of: PageRequest("GET", "/", fields: fields)) == .spanish)
    #expect(Language(of: PageRequest("GET", "/", fields: [("Cookie", "jz2-language=xx")])) == .english)
  }
}

@Suite struct PageMessageTests {
  @Test func `the messages of a script are the literals that it translates`() {
    let script = #"""
      const a = t("Pause"), b = t(
        "Ride {1} has no name.", id);
      set("not this"); x.t("nor this"); t(variable); t("with \"quotes\""); t("in two "
        + "parts", 1); counted(rides.length, "{1} ride", "{1} rides");
      """#
    #expect(
      PageMessage.all(inScript: script) == [
        PageMessage("Pause"), PageMessage("Ride {1} has no name."), PageMessage(#"with "quotes""#),
        PageMessage("in two parts"), PageMessage("{1} ride", plural: "{1} rides"),
      ])
  }
}

@Suite struct OfferedCallTests {
  private func call(
    _ method: String, _ parameters: String, isEncrypted: Bool = false
  ) throws -> any VarlinkCall {
    try OfferedCalls.call(method, parameters: Array(parameters.utf8), isEncrypted: isEncrypted)
  }

  @Test func `a call is decoded from its method and parameters`() throws {
    #expect(try call("SetWatts", #"{"change":5}"#) as? SetWatts == SetWatts(change: 5))
    #expect(try call("Pause", "") as? Pause == Pause())
  }

  @Test(arguments: [
    "Backup", "Restore", "SetPlannedWorkouts", "NoteUpload", "Watch", "Nothing", "", "org.justzone2.Trainer.Pause",
  ])
  func `a method that the page does not offer is refused`(_ method: String) {
    #expect(throws: PageRefusal.notOffered(method)) { try call(method, "{}") }
  }

  @Test func `the page can delete a ride for 30 days but not for good`() throws {
    #expect(try call("Delete", #"{"ride":"1"}"#) is Delete)
    #expect(throws: PageRefusal.notOffered("Delete")) { try call("Delete", #"{"ride":"1","now":true}"#) }
  }

  @Test(arguments: [
    ("SetWatts", #"{"wats":5}"#, "wats"), ("SetWatts", #"{"change":"5"}"#, "change"), ("SetWatts", "[1]", "parameters"),
    ("SetWatts", "nonsense", "parameters"), ("SetWatts", #"{},"method":"x""#, "parameters"),
    ("SetWatts", String(repeating: "[", count: 60_000), "parameters"),
  ])
  func `an invalid parameter is refused by name`(_ method: String, _ text: String, _ subject: String) {
    let error = #expect(throws: ControlError.self) { try call(method, text) }
    #expect(error?.code == .invalidParameter && error?.subject == subject)
  }

  @Test func `the page connects a service only with encryption, and disconnects it always`() throws {
    let connect = #"{"service":"intervals","key":"k"}"#
    #expect(throws: PageRefusal.notEncrypted) { try call("Connect", connect) }
    #expect(try call("Connect", connect, isEncrypted: true) is Connect)
    #expect(try call("Disconnect", #"{"service":"intervals"}"#) is Disconnect)
  }

  @Test(arguments: ["url", "broker", "oauthUrl", "certificates"])
  func `the page cannot send a service's secret to another server`(_ parameter: String) {
    let connect = #"{"service":"strava","clientSecret":"s","\#(parameter)":"https://a.test"}"#
    #expect(throws: PageRefusal.notOffered("Connect")) { try call("Connect", connect, isEncrypted: true) }
  }

  @Test func `the page can show scores but cannot change their data`() {
    #expect(OfferedCalls.methods.isSuperset(of: ["Scores", "Load", "Measurements", "Nights"]))
    #expect(OfferedCalls.methods.isDisjoint(with: ["Measure", "ImportBody", "DeleteMeasurement", "SetNight"]))
  }

  @Test func `pause and stop count as steering, and records do not`() throws {
    #expect(OfferedCalls.steers(Pause()) && OfferedCalls.steers(Stop()))
    #expect(!OfferedCalls.steers(Records(quick: nil)))
  }
}
