import BluetoothLE
import ControlWire
import Rides
import Testing

@Suite struct ExplanationTests {
  static let explanations: [Explanation] =
    ControlError.Code.allCases.flatMap { code in
      [ControlError(code).explanation, ControlError(code, subject: "KICKR", detail: "why").explanation]
    } + ProblemCode.allCases.flatMap { [$0.explanation(), $0.explanation(subject: "KICKR", detail: .text("why"))] }

  @Test(arguments: explanations)
  func `every message is a complete sentence in plain text`(explanation: Explanation) {
    for text in [explanation.message, explanation.remedy] {
      #expect(text.hasSuffix("."))
      #expect(!text.contains("  ") && !text.contains("Optional") && !text.contains("\n"))
      #expect(text.first?.isLowercase == false)
      #expect(text.count { $0 == "`" }.isMultiple(of: 2))
    }
  }

  @Test func `every code has its own message`() {
    let codes = ControlError.Code.allCases.filter { $0 != .radioUnavailable }
    #expect(Set(codes.map { ControlError($0).explanation.message }).count == codes.count)
    #expect(Set(ProblemCode.allCases.map { $0.explanation().message }).count == ProblemCode.allCases.count)
  }

  @Test func `a message includes the subject and the detail`() {
    #expect(
      ControlError(.targetRefused, subject: "KICKR", detail: "Operation Failed").explanation.message
        == "KICKR refused (Operation Failed).")
    #expect(ControlError(.rideInProgress, subject: "7").explanation.message == "Ride 7 is on already.")
    #expect(
      Problem(.batteryLow, subject: "TICKR", detail: .charge(percent: 9)).message
        == "The battery of TICKR is nearly empty (9 %).")
  }

  @Test func `a message without a known name uses a noun that fits the sentence`() {
    #expect(ProblemCode.trainerSilent.explanation().message == "The trainer is connected but sends no data.")
    #expect(ProblemCode.trainerSilent.explanation().remedy.hasPrefix("Turn the pedals"))
    #expect(ProblemCode.controlLost.explanation().message == "Another program controls the trainer.")
    #expect(ProblemCode.controlLost.explanation(subject: "KICKR").message == "Another program controls KICKR.")
    let certificate = SyncFault(.certificate)
    #expect(certificate.explanation(of: .hub).message == "The certificate of your server is not trusted.")
    #expect(certificate.explanation(of: .strava).message == "The certificate of Strava is not trusted.")
  }

  @Test(arguments: [
    (ZoneMethod.friel, ZoneSetting.thresholdHeartRate, "threshold heart rate", "--threshold-heart-rate"),
    (.reserve, .restingHeartRate, "resting heart rate", "--resting-heart-rate"),
    (.maximum, .maximumHeartRate, "maximum heart rate", "--max-heart-rate"),
  ])
  func `the message about a missing heart rate says which one the zones need`(
    method: ZoneMethod, setting: ZoneSetting, words: String, option: String
  ) {
    let explanation = ControlError(.settingMissing, subject: method.rawValue, cause: setting).explanation
    #expect(explanation.message == "The zone method \(method.rawValue) needs your \(words).")
    #expect(explanation.remedy == "Give it too: `jz2ctl settings --zones \(method.rawValue) \(option) BPM`.")
  }

  @Test func `the remedy for a missing Zone 2 sets it or accepts the default`() {
    let explanation = ControlError(.settingMissing, subject: "zone2").explanation
    #expect(explanation.message == "Your Zone 2 is not set.")
    #expect(explanation.remedy.contains("`jz2ctl settings --max-heart-rate BPM --zones maximum`"))
    #expect(explanation.remedy.contains("`jz2ctl settings --zone2 120-140`"))
  }

  @Test func `the remedy for a missing daemon starts it`() {
    let explanation = ControlError(.noDaemon).explanation
    #expect(explanation.remedy.contains("`sudo systemctl start jz2d`"))
    let denied = ControlError.closed(SocketPath.service).explanation
    #expect(denied.message == "You may not open /run/jz2/jz2.sock.")
    #expect(denied.remedy.contains("usermod -aG jz2"))
  }

  @Test(arguments: [(VarlinkProgram.jz2sync, "jz2-sync"), (.jz2web, "jz2-web")])
  func `the remedy for a stopped jz2sync or jz2web starts it`(program: VarlinkProgram, package: String) {
    let error = ControlError(.notRunning, subject: program.name)
    PackageSource.$current.withValue(.files) {
      #expect(error.explanation.remedy.contains("`sudo apt install ./\(package)_*.deb`"))
    }
    PackageSource.$current.withValue(.repository) {
      #expect(error.explanation.remedy.contains("`sudo apt install \(package)`"))
    }
    let silent = ControlError(.noAnswer, subject: program.name).explanation
    #expect(silent.message == "The program \(program.name) did not answer in time.")
    #expect(silent.remedy.contains("`sudo systemctl restart \(package)`"))
    let unknown = ControlError(.methodNotFound, subject: "\(program.usualInterface.name).Fly").explanation
    #expect(unknown.message.hasPrefix("The program \(program.name) does not know"))
  }

  @Test func `the remedy for a closed socket depends on the user's groups`() {
    let remedies = GroupMembership.allCases.map { membership in
      let error = ControlError.closed(SocketPath.service, membership)
      #expect(error.closedSocket != nil && error.exitStatus == .unavailable)
      #expect(error.explanation.message == "You may not open /run/jz2/jz2.sock.")
      return error.explanation.remedy
    }
    #expect(Set(remedies).count == remedies.count)
    #expect(ControlError(.noDaemon, subject: SocketPath.service).closedSocket == nil)
  }

  @Test func `devices to choose from are listed with their signal`() {
    let trainers = [
      Device(address: "C0:FF:EE:00:00:03", name: "SUITO", kinds: [.trainer], rssi: -70, known: false),
      Device(address: "C0:FF:EE:00:00:01", name: "KICKR", kinds: [.trainer, .heartRate], rssi: -52, known: false),
    ]
    let strap = Device(address: "C0:FF:EE:00:00:02", name: nil, kinds: [.heartRate], rssi: -61, known: false)
    #expect(
      ControlError.several(.trainer, among: trainers).explanation
        == Explanation(
          "Several trainers are in range: KICKR (C0:FF:EE:00:00:01, -52 dBm), SUITO (C0:FF:EE:00:00:03, -70 dBm).",
          remedy: "Choose yours (`jz2ctl use ADDRESS`), and start again."))
    let both = ControlError.several(.trainer, among: trainers + [strap]).explanation
    #expect(both.message.hasSuffix("-70 dBm). Also in range: C0:FF:EE:00:00:02, -61 dBm."))
    #expect(both.remedy == "Choose yours and your strap (`jz2ctl use ADDRESS` for each), and start again.")
    let straps = ControlError.several(.heartRate, among: [strap, strap]).explanation
    #expect(straps.message.hasPrefix("Several heart-rate straps are in range: C0:FF:EE:00:00:02, -61 dBm, "))
    #expect(straps.remedy.contains("`jz2ctl start --no-heart-rate`"))
  }

  @Test func `an unavailable radio is reported with the reason`() {
    let off = ControlError(.radioUnavailable, cause: ProblemCode.adapterOff).explanation
    #expect(off == ProblemCode.adapterOff.explanation())
    let missing = ControlError(.radioUnavailable, subject: "find adapter", cause: ProblemCode.adapterMissing)
      .explanation
    #expect(missing.message == "There is no Bluetooth adapter.", "what it was at is no name")
    #expect(off.remedy.contains("rfkill unblock bluetooth"))
    let other = ControlError(.radioUnavailable, detail: "servicesUnresolved").explanation
    #expect(other.message == "Bluetooth does not work (servicesUnresolved).")
    let stuck = ControlError(.radioUnavailable, cause: ProblemCode.adapterStuck).explanation
    #expect(stuck.message == "The Bluetooth adapter does not answer.", "a code is no detail")
  }

  @Test(arguments: [
    ProblemCode.adapterMissing, .adapterOff, .adapterStuck, .serviceMissing, .notAllowed, .serviceOutdated,
    .captureEnded, .busy, .failed,
  ])
  func `radio problems have the names of link errors`(problem: ProblemCode) {
    #expect(LinkError.Code(rawValue: problem.rawValue) != nil)
  }

  @Test func `an adapter that is off is reported with the reason`() {
    let explanations = AdapterOffReason.allCases.map { ProblemCode.adapterOff.explanation(detail: .adapterOff($0)) }
    #expect(Set(explanations.map(\.message)).count == explanations.count)
    #expect(Set(explanations.map(\.remedy)).count == explanations.count)
    #expect(explanations.allSatisfy { $0.message.hasSuffix(".") && $0.remedy.hasSuffix(".") })
  }

  @Test func `drop reasons have the names of link errors`() {
    for reason in LinkReason.allCases { #expect(LinkError.Code(rawValue: reason.rawValue) != nil) }
    #expect(Set(LinkReason.allCases.map(\.localized)).count == LinkReason.allCases.count)
  }

  @Test func `a missing recording is reported with the reason`() {
    let explanations = MissingRecording.allCases.map {
      ControlError.noRecording($0, ofRide: 7).explanation
    }
    #expect(Set(explanations.map(\.message)).count == explanations.count)
    #expect(Set(explanations.map(\.remedy)).count == explanations.count)
    #expect(explanations.allSatisfy { $0.message.contains("ride 7") && $0.message.hasSuffix(".") })
    let denied = ControlError.noRecording(.notPermitted, ofRide: 7).explanation
    #expect(denied.remedy.contains("CAP_NET_RAW"))
  }

  @Test func `an unsaved ride is the most severe problem`() {
    #expect(ProblemCode.allCases.sorted() == ProblemCode.allCases)
    #expect([ProblemCode.batteryLow, .trainerLost, .storeFailing].min() == .storeFailing)
  }
}
