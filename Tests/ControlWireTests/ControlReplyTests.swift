import ControlWire
import Testing

@Suite struct ControlReplyTests {
  @Test(arguments: Vectors.replies)
  func aReplyIsWrittenWithItsParameters(request: ControlRequest, reply: ControlReply, parameters: String) throws {
    #expect(try Vectors.text(reply.encoded()) == #"{"parameters":\#(parameters)}"#)
    #expect(try Vectors.text(reply.encoded(continues: true)) == #"{"continues":true,"parameters":\#(parameters)}"#)
  }

  @Test(arguments: Vectors.replies)
  func aReplyIsReadBack(request: ControlRequest, reply: ControlReply, parameters: String) throws {
    let last = try ControlReply.decode(Vectors.bytes(#"{"parameters":\#(parameters)}"#), answering: request)
    #expect(last.reply == reply)
    #expect(!last.continues)
    let part = try ControlReply.decode(
      Vectors.bytes(#"{"continues":true,"parameters":\#(parameters)}"#), answering: request)
    #expect(part.reply == reply)
    #expect(part.continues)
  }

  @Test func aReplyWithoutParametersIsEnoughWhereNoneAreExpected() throws {
    #expect(try ControlReply.decode(Vectors.bytes("{}"), answering: .pause).reply == .done)
    #expect(throws: ControlError.self) { try ControlReply.decode(Vectors.bytes("{}"), answering: .status) }
  }

  @Test(arguments: ControlError.Code.allCases.filter { !$0.isLocal })
  func aRefusalGoesBothWays(code: ControlError.Code) throws {
    let error = ControlError(
      code, subject: code == .expectedMore ? nil : "7", detail: code.isOfService ? nil : "because")
    let message = try error.encoded()
    let thrown = #expect(throws: ControlError.self) {
      try ControlReply.decode(Array(message.dropLast()), answering: .status)
    }
    #expect(thrown == error)
  }

  @Test(arguments: [
    (ControlError(.noRide), #"{"error":"org.justzone2.Trainer.NoRide","parameters":{}}"#),
    (
      ControlError(.wrongPhase, detail: "idle"),
      #"{"error":"org.justzone2.Trainer.WrongPhase","parameters":{"detail":"idle"}}"#
    ),
    (
      ControlError(.unknownDevice, subject: "C0:FF:EE:00:00:01"),
      #"{"error":"org.justzone2.Trainer.UnknownDevice","parameters":{"subject":"C0:FF:EE:00:00:01"}}"#
    ),
    (
      ControlError(.invalidParameter, subject: "watts", detail: "dropped"),
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"watts"}}"#
    ),
    (
      ControlError(.methodNotFound, subject: "a.B"),
      #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"a.B"}}"#
    ),
    (
      ControlError(.interfaceNotFound, subject: "a"),
      #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"a"}}"#
    ),
    (ControlError(.expectedMore), #"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#),
    (
      ControlError.several(.trainer, among: [Vectors.device]),
      #"{"error":"org.justzone2.Trainer.SeveralDevices","#
        + #""parameters":{"devices":[\#(Vectors.deviceJSON)],"kind":"trainer"}}"#
    ),
  ])
  func aRefusalIsWrittenUnderItsName(error: ControlError, text: String) throws {
    #expect(try Vectors.text(error.encoded()) == text)
  }

  @Test func whatThereIsToChooseFromGoesBothWaysStrongestFirst() throws {
    let near = Device(address: "C0:FF:EE:00:00:02", name: "SUITO", kinds: [.trainer], rssi: -50, known: false)
    let mute = Device(address: "C0:FF:EE:00:00:03", name: nil, kinds: [.trainer], rssi: nil, known: false)
    let error = ControlError.several(.trainer, among: [mute, Vectors.device, near])
    #expect(error.devices == [near, Vectors.device, mute])
    let message = try error.encoded()
    let thrown = #expect(throws: ControlError.self) {
      try ControlReply.decode(Array(message.dropLast()), answering: .start(watts: 150, minutes: 1))
    }
    #expect(thrown == error)
  }

  @Test(arguments: ["org.varlink.service.PermissionDenied", "com.example.Bad", "org.justzone2.Trainer.NoDaemon", ""])
  func anUnknownRefusalIsAViolation(name: String) {
    let thrown = #expect(throws: ControlError.self) {
      try ControlReply.decode(Vectors.bytes(#"{"error":"\#(name)"}"#), answering: .status)
    }
    #expect(thrown == ControlError(.protocolViolated, subject: name))
  }

  @Test(arguments: ["", "[]", "{", #"{"parameters":{"phase":"flying","problems":[]}}"#, #"{"parameters":[]}"#])
  func rubbishIsNoReply(text: String) {
    let error = #expect(throws: ControlError.self) {
      try ControlReply.decode(Vectors.bytes(text), answering: .status)
    }
    #expect(error?.code == .protocolViolated)
  }

  @Test func whatJSONCannotWriteIsRefused() {
    let row = SampleRow(elapsedSeconds: 0, timerRunning: true, powerWatts: .nan)
    #expect(throws: ControlError.self) { try ControlReply.ride(Vectors.summary, samples: [row]).encoded() }
  }

  @Test func aReplyOfMoreThanAMessageIsRefused() {
    let piece = FilePiece(
      fileName: "a", sequence: 0, data: String(repeating: "A", count: VarlinkFraming.longestMessage))
    #expect(throws: ControlError.self) { try ControlReply.piece(piece).encoded() }
  }

  @Test func aNulInATextDoesNotEndTheMessage() throws {
    let message = try ControlReply.device(
      Device(address: "a", name: "\0", kinds: [], rssi: nil, known: false)
    ).encoded()
    #expect(message.firstIndex(of: 0) == message.count - 1)
  }

  @Test func aStreamsEndCarriesNothingNew() {
    let piece = FilePiece(fileName: "a.tcx", sequence: 4, data: "AA==")
    let row = SampleRow(elapsedSeconds: 0, timerRunning: true)
    #expect(ControlRequest.scan(seconds: 1).closingReply(after: nil) == .devices([]))
    #expect(ControlRequest.scan(seconds: 1).closingReply(after: .devices([Vectors.device])) == .devices([]))
    #expect(
      ControlRequest.show(ride: "7").closingReply(after: .ride(Vectors.summary, samples: [row]))
        == .ride(Vectors.summary, samples: []))
    #expect(
      ControlRequest.export(ride: "7", format: "tcx").closingReply(after: .piece(piece))
        == .piece(FilePiece(fileName: "a.tcx", sequence: 5, data: "")))
    #expect(ControlRequest.watch.closingReply(after: .status(Vectors.status)) == .status(Vectors.status))
    #expect(ControlRequest.watch.closingReply(after: nil) == nil)
  }
}
