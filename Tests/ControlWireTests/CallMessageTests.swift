import ControlWire
import Rides
import Testing

@Suite struct CallMessageTests {
  static func call(_ method: String, _ parameters: String) throws(ControlError) -> CallMessage {
    try CallMessage(decoding: Vectors.bytes(#"{"method":"\#(method)","parameters":\#(parameters)}"#), to: .jz2d)
  }

  static func refusal(_ method: String, _ parameters: String) throws -> ControlError? {
    if case .failure(let error) = try call(method, parameters).content { error } else { nil }
  }

  /// Returns the request in a message; nil for another content.
  static func methodCall(in message: CallMessage) -> AnyHashable? {
    if case .success(.method(let call)) = message.content { AnyHashable(call) } else { nil }
  }

  @Test(arguments: Vectors.allRequests)
  func `a call is encoded with its parameters`(call: any VarlinkCall, parameters: String) throws {
    let text = try Vectors.text(CallMessage(call).encoded())
    let method = "\(type(of: call).interface.name).\(type(of: call).method)"
    #expect(text == #"{"method":"\#(method)","parameters":\#(parameters)}"#)
  }

  @Test(arguments: Vectors.allRequests)
  func `an encoded call can be decoded`(call: any VarlinkCall, parameters: String) throws {
    let interface = type(of: call).interface
    let text = #"{"method":"\#(interface.name).\#(type(of: call).method)","parameters":\#(parameters)}"#
    let programs: [VarlinkProgram] = [.jz2d, .jz2sync, .jz2web]
    let program = try #require(programs.first { $0.interfaces.contains { $0.name == interface.name } })
    let message = try CallMessage(decoding: Vectors.bytes(text), to: program)
    #expect(Self.methodCall(in: message) == AnyHashable(call))
  }

  @Test func `the test vectors cover every method`() {
    let methods = Set(TrainerCalls.all.map { $0.method })
    #expect(Set(Vectors.requests.map { type(of: $0.0).method }) == methods)
    #expect(Set(Vectors.replies.map(\.method)) == methods)
    let ofBody = Set(BodyCalls.all.map { $0.method })
    #expect(Set(Vectors.bodyRequests.map { type(of: $0.0).method }) == ofBody)
    #expect(Set(Vectors.bodyReplies.map(\.method)) == ofBody)
    let ofSync = Set(SyncCalls.all.map { $0.method })
    #expect(Set(Vectors.syncRequests.map { type(of: $0.0).method }) == ofSync)
    #expect(Set(Vectors.syncReplies.map(\.method)) == ofSync)
    let ofPage = Set(PageCalls.all.map { $0.method })
    #expect(Set(Vectors.pageRequests.map { type(of: $0.0).method }) == ofPage)
    #expect(Set(Vectors.pageReplies.map(\.method)) == ofPage)
  }

  @Test func `the flags of a call are encoded and decoded`() throws {
    let watch = try CallMessage(Watch(), more: true).encoded()
    #expect(Vectors.text(watch)?.contains(#""more":true"#) == true)
    let watching = try CallMessage(decoding: Array(watch.dropLast()), to: .jz2d)
    #expect(watching.more && !watching.oneway && Self.methodCall(in: watching) == AnyHashable(Watch()))
    let pause = try CallMessage(Pause(), oneway: true).encoded()
    let pausing = try CallMessage(decoding: Array(pause.dropLast()), to: .jz2d)
    #expect(pausing.oneway && !pausing.more && Self.methodCall(in: pausing) == AnyHashable(Pause()))
    let plain = try CallMessage(
      decoding: Vectors.bytes(#"{"method":"org.justzone2.Trainer.Status","more":false,"oneway":null}"#),
      to: .jz2d)
    #expect(!plain.more && !plain.oneway && Self.methodCall(in: plain) == AnyHashable(GetStatus()))
  }

  @Test(arguments: [
    ("Start", #"{"watts":150,"minutes":2}"#, Start(watts: 150, minutes: 2) as any TrainerCall),
    (
      "Start", #"{"watts":150,"minutes":2,"maximumHeartRate":140}"#,
      Start(watts: 150, minutes: 2, maximumHeartRate: 140)
    ),
    ("Start", #"{"watts":150,"minutes":2,"maximumHeartRate":null}"#, Start(watts: 150, minutes: 2)),
    ("Start", #"{"watts":150,"minutes":2,"heartRate":null}"#, Start(watts: 150, minutes: 2)),
    ("Start", #"{"watts":150,"minutes":2,"heartRate":true}"#, Start(watts: 150, minutes: 2, heartRate: true)),
    ("Start", #"{"watts":150,"minutes":2,"heartRate":false}"#, Start(watts: 150, minutes: 2, heartRate: false)),
    ("Start", #"{"watts":150.0,"minutes":2.0}"#, Start(watts: 150, minutes: 2)),
    ("Start", #"{"watts":1.5e2,"minutes":2e0}"#, Start(watts: 150, minutes: 2)),
    ("Scan", #"{"seconds":3}"#, Scan(seconds: 3)),
    ("Scan", #"{"seconds":null}"#, Scan()),
    ("Scan", "{}", Scan()),
    ("Rides", "{}", Rides()),
    ("Rides", "null", Rides()),
    ("Rides", #"{"limit":null,"search":null}"#, Rides()),
    ("Show", #"{"ride":"7","whole":null}"#, Show(ride: "7")),
    ("Trim", #"{"ride":"7","fromSeconds":60.0}"#, TrimRide(ride: "7", fromSeconds: 60)),
    ("SetWatts", #"{"watts":180,"change":null}"#, SetWatts(watts: 180)),
    ("SetWatts", #"{"watts":null,"change":5}"#, SetWatts(change: 5)),
    ("Status", "null", GetStatus()),
    ("Start", "{}", Start()),
    ("Start", #"{"watts":150}"#, Start(watts: 150)),
    ("Start", #"{"plan":"a","watts":null,"minutes":null}"#, Start(plan: "a")),
    ("Extend", #"{"seconds":60.0,"meters":null}"#, Extend(seconds: 60)),
    ("RemovePlan", #"{"name":"a","line":null}"#, RemovePlan(name: "a")),
  ])
  func `number formats and null values of other clients are accepted`(
    method: String, parameters: String, call: any TrainerCall
  ) throws {
    let message = try Self.call("org.justzone2.Trainer.\(method)", parameters)
    #expect(Self.methodCall(in: message) == AnyHashable(call))
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
  func `an invalid parameter is refused by name`(method: String, parameters: String, name: String) throws {
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
  func `a method or interface that does not exist is refused by name`(method: String, error: ControlError) throws {
    #expect(try Self.refusal(method, "{}") == error)
  }

  @Test func `the methods of the service interface are decoded`() throws {
    let info = try Self.call("org.varlink.service.GetInfo", "{}")
    if case .success(.serviceInfo) = info.content {} else { Issue.record("\(info)") }
    let description = try Self.call("org.varlink.service.GetInterfaceDescription", #"{"interface":"a.b"}"#)
    if case .success(.interfaceDescription("a.b")) = description.content {} else { Issue.record("\(description)") }
    #expect(
      try Self.refusal("org.varlink.service.GetInterfaceDescription", "{}")
        == ControlError(.invalidParameter, subject: "interface"))
  }

  @Test func `an upgrade is refused`() throws {
    let call = try CallMessage(
      decoding: Vectors.bytes(#"{"method":"org.justzone2.Trainer.Status","upgrade":true,"oneway":true}"#),
      to: .jz2d)
    if case .failure(let error) = call.content {
      #expect(error == ControlError(.invalidParameter, subject: "upgrade"))
    } else {
      Issue.record("\(call)")
    }
    #expect(call.oneway)
  }

  @Test(arguments: [
    "", " ", "{", "{}", "[]", "7", "null", "GET / HTTP/1.1\r\n", #"{"method":7}"#, #"{"method":"a.B","more":"yes"}"#,
    "{\"method\":\"org.justzone2.Trainer.Status\"}{}", String(repeating: "[", count: 100_000),
  ])
  func `an invalid call is a protocol violation`(text: String) {
    let error = #expect(throws: ControlError.self) { try CallMessage(decoding: Vectors.bytes(text), to: .jz2d) }
    #expect(error?.code == .protocolViolated)
  }

  @Test func `a truncated call is refused`() throws {
    let call = Array(try CallMessage(Start(watts: 150, minutes: 2)).encoded().dropLast())
    for length in call.indices {
      #expect(throws: ControlError.self) { try CallMessage(decoding: Array(call.prefix(length)), to: .jz2d) }
    }
  }
}
