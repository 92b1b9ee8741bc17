import ControlWire
import Rides
import Testing

@Suite struct ReplyMessageTests {
  /// Returns the error in a message, as a reply to a status request.
  static func error(in message: [UInt8]) -> ControlError? {
    #expect(throws: ControlError.self) { try ReplyMessage<Status>(decoding: message) }
  }

  /// Returns an error as a client reads it after the daemon encoded it.
  static func goneThrough(_ error: ControlError) throws -> ControlError? {
    Self.error(in: Array(try error.encoded(in: .trainer).dropLast()))
  }

  @Test(arguments: Vectors.allReplies)
  func `a reply is encoded with its parameters`(vector: ReplyVector) throws {
    #expect(try Vectors.text(vector.encoded(false)) == #"{"parameters":\#(vector.parameters)}"#)
    #expect(try Vectors.text(vector.encoded(true)) == #"{"continues":true,"parameters":\#(vector.parameters)}"#)
  }

  @Test(arguments: Vectors.allReplies)
  func `an encoded reply can be decoded`(vector: ReplyVector) throws {
    let last = try vector.isHeld(Vectors.bytes(#"{"parameters":\#(vector.parameters)}"#))
    #expect(last == (true, false))
    let part = try vector.isHeld(Vectors.bytes(#"{"continues":true,"parameters":\#(vector.parameters)}"#))
    #expect(part == (true, true))
  }

  @Test(arguments: [(false, UploadState.done), (true, .stale)])
  func `an older daemon's upload is decoded as done, or as stale if it is outdated`(
    outdated: Bool, state: UploadState
  ) throws {
    let upload = #"{"at":"2026-11-21T09:00:00Z","outdated":\#(outdated),"service":"strava"}"#
    let reply = try ReplyMessage<TrimmedRide>(
      decoding: Vectors.bytes(#"{"parameters":{"ride":\#(Vectors.summaryJSON),"uploads":[\#(upload)]}}"#)
    ).reply
    #expect(reply.uploads.map(\.state) == [state])
  }

  @Test func `a reply may omit its parameters only if none are expected`() throws {
    #expect(try ReplyMessage<Pause.Reply>(decoding: Vectors.bytes("{}")).reply == EmptyReply())
    #expect(Self.error(in: Vectors.bytes("{}")) != nil)
  }

  @Test(arguments: ControlError.Code.allCases.filter { !$0.isLocal })
  func `a refusal is encoded and decoded`(code: ControlError.Code) throws {
    let subject = code == .expectedMore ? nil : "7"
    let error: ControlError =
      switch code {
      case .severalDevices: .several(.heartRate, among: [])
      case .targetRefused: ControlError(code, subject: subject, cause: TargetRefusal.other("because"))
      default: ControlError(code, subject: subject, detail: code.isOfService ? nil : "because")
      }
    #expect(try Self.goneThrough(error) == error)
  }

  @Test(arguments: [ControlError.Code.noTrainerInRange, .unsuitableDevice])
  func `a refusal includes the devices that were found`(code: ControlError.Code) throws {
    let treadmill = Device(address: "C0:FF:EE:00:00:0A", name: "HORIZON", kinds: [.treadmill], rssi: -50, known: false)
    let error = ControlError(code, subject: "7", reason: [treadmill])
    #expect(try Self.goneThrough(error) == error)
    #expect(error.explanation.message.contains("treadmill"))
  }

  @Test(arguments: [
    (ControlError(.noRide), #"{"error":"org.justzone2.Trainer.NoRide","parameters":{}}"#),
    (
      ControlError(.wrongPhase, cause: RidePhase.idle),
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
  func `a refusal is encoded under its name`(error: ControlError, text: String) throws {
    #expect(try Vectors.text(error.encoded(in: .trainer)) == text)
  }

  @Test func `a refusal lists its devices with the strongest first`() throws {
    let near = Device(address: "C0:FF:EE:00:00:02", name: "SUITO", kinds: [.trainer], rssi: -50, known: false)
    let mute = Device(address: "C0:FF:EE:00:00:03", name: nil, kinds: [.trainer], rssi: nil, known: false)
    let error = ControlError.several(.trainer, among: [mute, Vectors.device, near])
    #expect(error.devices == [near, Vectors.device, mute])
    #expect(try Self.goneThrough(error) == error)
  }

  @Test(arguments: [
    (
      ControlError.badPlan(PlanFault(.zeroLength, line: 17, interval: 3, detail: "0 s"), of: "Dawn"),
      #"{"error":"org.justzone2.Trainer.BadPlan","parameters":{"detail":"zeroLength 17 3 0 s","#
        + #""reason":{"code":"zeroLength","detail":"0 s","interval":3,"line":17},"subject":"Dawn"}}"#
    ),
    (
      .badFile(FileFault(.cut, byte: 7, line: nil, detail: "")),
      #"{"error":"org.justzone2.Trainer.BadFile","parameters":{"detail":"cut 7 0 ","#
        + #""reason":{"byte":7,"code":"cut","detail":""}}}"#
    ),
    (
      .storeFailed(StoreObstacle(.otherOwner, path: "/s", user: "jz2", context: "root")),
      #"{"error":"org.justzone2.Trainer.StoreFailed","parameters":{"detail":"otherOwner jz2 root","#
        + #""reason":{"cause":"otherOwner","context":"root","path":"/s","user":"jz2"},"subject":"/s"}}"#
    ),
    (
      .badBackup(BackupFault(.damaged, detail: "row 3")),
      #"{"error":"org.justzone2.Trainer.BadBackup","parameters":{"detail":"damaged row 3","#
        + #""reason":{"code":"damaged","detail":"row 3"}}}"#
    ),
    (
      .restoreRefused(.writing),
      #"{"error":"org.justzone2.Trainer.RestoreRefused","parameters":{"detail":"writing","reason":"writing"}}"#
    ),
    (
      .trimRefused(.tooShort, ofSeconds: 300),
      #"{"error":"org.justzone2.Trainer.TrimRefused","parameters":{"detail":"tooShort","reason":"tooShort","#
        + #""subject":"300"}}"#
    ),
    (
      .noRecording(.notKept, ofRide: 7),
      #"{"error":"org.justzone2.Trainer.NoRecording","parameters":{"detail":"notKept","reason":"notKept","#
        + #""subject":"7"}}"#
    ),
  ])
  func `a refusal is encoded with its reason both as a value and as text`(error: ControlError, text: String) throws {
    #expect(try Vectors.text(error.encoded(in: .trainer)) == text)
    #expect(try Self.goneThrough(error) == error)
  }

  @Test func `a refusal with an unknown reason keeps its text`() {
    let error = Self.error(
      in: Vectors.bytes(
        #"{"error":"org.justzone2.Trainer.BadPlan","parameters":{"detail":"tooSteep 0 3 30 %","subject":"Dawn","#
          + #""reason":{"code":"tooSteep","detail":"30 %","interval":3}}}"#))
    #expect(error?.code == .badPlan)
    #expect(error?.reason == nil)
    #expect(error?.explanation.message.contains("tooSteep") == true)
  }

  @Test(arguments: [
    "org.varlink.service.MethodNotImplemented", "com.example.Bad", "org.justzone2.Trainer.NoDaemon", "",
  ])
  func `an unknown refusal keeps its name`(name: String) {
    let thrown = Self.error(in: Vectors.bytes(#"{"error":"\#(name)"}"#))
    #expect(thrown == ControlError(.unknownRefusal, subject: name))
  }

  @Test(arguments: ["", "[]", "{", #"{"parameters":{"phase":7,"problems":[]}}"#, #"{"parameters":[]}"#])
  func `an invalid reply is a protocol violation`(text: String) {
    #expect(Self.error(in: Vectors.bytes(text))?.code == .protocolViolated)
  }

  @Test func `a number that JSON cannot represent is refused`() {
    let row = RideSample(second: 0, timerRunning: true, powerWatts: .nan)
    #expect(throws: ControlError.self) {
      try ReplyMessage(ShownRide(ride: Vectors.summary, samples: [row])).encoded()
    }
  }

  @Test func `a reply above the maximum message length is refused`() {
    let piece = FilePiece(
      fileName: "a", sequence: 0, data: String(repeating: "A", count: VarlinkFraming.longestMessage))
    #expect(throws: ControlError.self) { try ReplyMessage(piece).encoded() }
  }

  @Test func `a NUL in a text does not end the message`() throws {
    let device = Device(address: "a", name: "\0", kinds: [], rssi: nil, known: false)
    let message = try ReplyMessage(ChosenDevice(device: device)).encoded()
    #expect(message.firstIndex(of: 0) == message.count - 1)
  }

  @Test func `the last reply of a stream contains no new data`() {
    let piece = FilePiece(fileName: "a.tcx", sequence: 4, data: "AA==")
    let end = FilePiece(fileName: "a.tcx", sequence: 5, data: "")
    let row = RideSample(second: 0, timerRunning: true)
    #expect(Scan().closingReply(after: nil) == DeviceList(devices: []))
    #expect(Scan().closingReply(after: DeviceList(devices: [Vectors.device])) == DeviceList(devices: []))
    #expect(
      Show(ride: "7").closingReply(after: ShownRide(ride: Vectors.summary, samples: [row]))
        == ShownRide(ride: Vectors.summary, samples: []))
    #expect(Export(ride: "7", format: "tcx").closingReply(after: piece) == end)
    #expect(ExportPlan(name: "a", format: "zwo").closingReply(after: piece) == end)
    #expect(Backup().closingReply(after: piece) == end)
    #expect(Watch().closingReply(after: Vectors.status) == Vectors.status)
    #expect(Watch().closingReply(after: nil) == nil)
    #expect(Export(ride: "7", format: "tcx").closingReply(after: nil) == nil)
  }
}
