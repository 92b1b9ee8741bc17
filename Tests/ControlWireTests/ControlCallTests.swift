import ControlWire
import Testing

@Suite struct ControlCallTests {
  static func call(_ method: String, _ parameters: String) throws(ControlError) -> ControlCall {
    try ControlCall(decoding: Vectors.bytes(#"{"method":"\#(method)","parameters":\#(parameters)}"#))
  }

  static func refusal(_ method: String, _ parameters: String) throws -> ControlError? {
    if case .failure(let error) = try call(method, parameters).content { error } else { nil }
  }

  @Test(arguments: Vectors.requests)
  func aRequestIsWrittenWithItsParameters(request: ControlRequest, parameters: String) throws {
    let text = try Vectors.text(ControlCall(request).encoded())
    let method = "org.justzone2.Trainer.\(request.method.rawValue)"
    #expect(text == #"{"method":"\#(method)","parameters":\#(parameters)}"#)
  }

  @Test(arguments: Vectors.requests)
  func aRequestIsReadBack(request: ControlRequest, parameters: String) throws {
    let call = try Self.call("org.justzone2.Trainer.\(request.method.rawValue)", parameters)
    #expect(call == ControlCall(request))
  }

  @Test func theVectorsHaveEveryMethod() {
    #expect(Set(Vectors.requests.map(\.0.method)) == Set(TrainerMethod.allCases))
    #expect(Set(Vectors.replies.map(\.0.method)) == Set(TrainerMethod.allCases))
  }

  @Test func flagsGoBothWays() throws {
    let watch = ControlCall(.watch, more: true)
    #expect(try Vectors.text(watch.encoded())?.contains(#""more":true"#) == true)
    #expect(try ControlCall(decoding: Array(watch.encoded().dropLast())) == watch)
    let pause = ControlCall(.pause, oneway: true)
    #expect(try ControlCall(decoding: Array(pause.encoded().dropLast())) == pause)
    let plain = Vectors.bytes(#"{"method":"org.justzone2.Trainer.Status","more":false,"oneway":null}"#)
    #expect(try ControlCall(decoding: plain) == ControlCall(.status))
  }

  @Test(arguments: [
    ("Start", #"{"watts":150,"minutes":2}"#, ControlRequest.start(watts: 150, minutes: 2)),
    (
      "Start", #"{"watts":150,"minutes":2,"maximumHeartRate":140}"#,
      .start(watts: 150, minutes: 2, maximumHeartRate: 140)
    ),
    ("Start", #"{"watts":150,"minutes":2,"maximumHeartRate":null}"#, .start(watts: 150, minutes: 2)),
    ("Start", #"{"watts":150,"minutes":2,"heartRate":null}"#, .start(watts: 150, minutes: 2)),
    ("Start", #"{"watts":150,"minutes":2,"heartRate":true}"#, .start(watts: 150, minutes: 2)),
    ("Start", #"{"watts":150,"minutes":2,"heartRate":false}"#, .start(watts: 150, minutes: 2, heartRate: false)),
    ("Start", #"{"watts":150.0,"minutes":2.0}"#, .start(watts: 150, minutes: 2)),
    ("Start", #"{"watts":1.5e2,"minutes":2e0}"#, .start(watts: 150, minutes: 2)),
    ("Scan", #"{"seconds":3}"#, .scan(seconds: 3)),
    ("Scan", #"{"seconds":null}"#, .scan(seconds: 10)),
    ("Scan", "{}", .scan(seconds: 10)),
    ("Rides", "{}", .rides(RideListing())),
    ("Rides", "null", .rides(RideListing())),
    ("Rides", #"{"limit":null,"search":null}"#, .rides(RideListing())),
    ("Show", #"{"ride":"7","whole":null}"#, .show(ride: "7")),
    ("Trim", #"{"ride":"7","fromSeconds":60.0}"#, .trim(TrimOrder(ride: "7", fromSeconds: 60))),
    ("SetWatts", #"{"watts":180,"change":null}"#, .setWatts(180)),
    ("SetWatts", #"{"watts":null,"change":5}"#, .changeWatts(5)),
    ("Status", "null", .status),
    ("Start", "{}", .start(RideStart())),
    ("Start", #"{"watts":150}"#, .start(RideStart(watts: 150))),
    ("Start", #"{"plan":"a","watts":null,"minutes":null}"#, .start(RideStart(plan: "a"))),
    ("Extend", #"{"seconds":60.0,"meters":null}"#, .step(.extend(seconds: 60, meters: nil))),
    ("RemovePlan", #"{"name":"a","line":null}"#, .removePlan(name: "a")),
  ])
  func numbersAndAbsenceAreTakenAsOtherClientsWriteThem(method: String, parameters: String, request: ControlRequest)
    throws
  {
    #expect(try Self.call("org.justzone2.Trainer.\(method)", parameters).content == .success(.trainer(request)))
  }

  @Test(arguments: [
    ("Start", #"{"watts":"150","minutes":2}"#, "watts"),
    ("Start", #"{"watts":150.5,"minutes":2}"#, "watts"),
    ("Start", #"{"watts":1e300,"minutes":2}"#, "watts"),
    ("Start", #"{"watts":150,"minutes":1e999}"#, "minutes"),
    ("Start", #"{"watts":150,"minutes":true}"#, "minutes"),
    ("Start", #"{"watts":150,"minutes":2,"maximumHeartRate":"high"}"#, "maximumHeartRate"),
    ("Start", #"{"watts":150,"minutes":2,"maximumHeartRate":139.5}"#, "maximumHeartRate"),
    ("Start", #"{"watts":150,"minutes":2,"heartRate":"no"}"#, "heartRate"),
    ("Start", #"{"watts":150,"minutes":2,"watch":true}"#, "watch"),
    ("SetWatts", "{}", "watts"),
    ("SetWatts", #"{"watts":150,"change":5}"#, "change"),
    ("Use", #"{"address":null}"#, "address"),
    ("Show", #"{"ride":7}"#, "ride"),
    ("Export", #"{"ride":"7"}"#, "format"),
    ("Rides", #"{"limit":"5"}"#, "limit"),
    ("Rides", #"{"sort":"random"}"#, "sort"),
    ("Rides", #"{"order":"date"}"#, "order"),
    ("Edit", #"{"name":"Dawn"}"#, "ride"),
    ("Trim", #"{"ride":"7","toSeconds":0.5}"#, "toSeconds"),
    ("Import", #"{"sequence":0,"data":"AA=="}"#, "last"),
    ("SetSettings", #"{"zoneMethod":"guess"}"#, "zoneMethod"),
    ("SetSettings", #"{"clear":["zone2From"]}"#, "clear"),
    ("Edit", "null", "ride"),
    ("Start", #"{"plan":7}"#, "plan"),
    ("Start", #"{"zone2":"yes"}"#, "zone2"),
    ("NewPlan", #"{"summary":"a"}"#, "name"),
    ("RemovePlan", #"{"name":"a","line":"2"}"#, "line"),
    ("RenamePlan", #"{"name":"a"}"#, "to"),
    ("AddToPlan", #"{"name":"a"}"#, "intervals"),
    ("AddToPlan", #"{"name":"a","intervals":[{"end":"nightfall"}]}"#, "intervals"),
    ("AddToPlan", #"{"name":"a","intervals":[],"repeats":4,"last":"2"}"#, "last"),
    ("ImportPlan", #"{"sequence":0,"data":"AA=="}"#, "last"),
    ("ExportPlan", #"{"name":"a"}"#, "format"),
    ("Extend", #"{"seconds":0.5}"#, "seconds"),
    ("Bias", #"{"percent":"5"}"#, "percent"),
    ("Label", "{}", "text"),
    ("Skip", #"{"number":3}"#, "number"),
    ("Scan", #"{"second":5}"#, "second"),
    ("Status", #"{"verbose":true}"#, "verbose"),
    ("Status", "[]", "parameters"),
    ("Status", "7", "parameters"),
  ])
  func anUnfitParameterIsNamed(method: String, parameters: String, name: String) throws {
    let refusal = try Self.refusal("org.justzone2.Trainer.\(method)", parameters)
    #expect(refusal == ControlError(.invalidParameter, subject: name))
  }

  @Test(arguments: [
    ("org.justzone2.Trainer.Fly", ControlError(.methodNotFound, subject: "org.justzone2.Trainer.Fly")),
    ("org.justzone2.Trainer.", ControlError(.methodNotFound, subject: "org.justzone2.Trainer.")),
    ("org.varlink.service.Fly", ControlError(.methodNotFound, subject: "org.varlink.service.Fly")),
    ("com.example.Status", ControlError(.interfaceNotFound, subject: "com.example")),
    ("Status", ControlError(.interfaceNotFound, subject: "")),
    ("", ControlError(.interfaceNotFound, subject: "")),
  ])
  func whatIsNotThereIsRefusedByName(method: String, error: ControlError) throws {
    #expect(try Self.refusal(method, "{}") == error)
  }

  @Test func theServiceTellsAboutItself() throws {
    #expect(try Self.call("org.varlink.service.GetInfo", "{}").content == .success(.serviceInfo))
    let description = try Self.call("org.varlink.service.GetInterfaceDescription", #"{"interface":"a.b"}"#)
    #expect(description.content == .success(.interfaceDescription("a.b")))
    #expect(
      try Self.refusal("org.varlink.service.GetInterfaceDescription", "{}")
        == ControlError(.invalidParameter, subject: "interface"))
  }

  @Test func anUpgradeIsRefused() throws {
    let call = try ControlCall(
      decoding: Vectors.bytes(#"{"method":"org.justzone2.Trainer.Status","upgrade":true,"oneway":true}"#))
    #expect(call.content == .failure(ControlError(.invalidParameter, subject: "upgrade")))
    #expect(call.oneway)
  }

  @Test(arguments: [
    "", " ", "{", "{}", "[]", "7", "null", "GET / HTTP/1.1\r\n", #"{"method":7}"#, #"{"method":"a.B","more":"yes"}"#,
    "{\"method\":\"org.justzone2.Trainer.Status\"}{}", String(repeating: "[", count: 100_000),
  ])
  func rubbishIsNoCall(text: String) {
    let error = #expect(throws: ControlError.self) { try ControlCall(decoding: Vectors.bytes(text)) }
    #expect(error?.code == .protocolViolated)
  }

  @Test func everyPrefixOfACallIsRubbish() throws {
    let call = Array(try ControlCall(.start(watts: 150, minutes: 2)).encoded().dropLast())
    for length in call.indices {
      #expect(throws: ControlError.self) { try ControlCall(decoding: Array(call.prefix(length))) }
    }
  }
}
