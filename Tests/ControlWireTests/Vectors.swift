import ControlWire
import Rides
import Testing

/// A reply, and its parameters as JSON.
struct ReplyVector: Sendable, CustomTestStringConvertible {
  let method: String
  let parameters: String
  /// Encodes the reply as a message.
  let encoded: @Sendable (_ continues: Bool) throws -> [UInt8]
  /// Returns whether a message has the reply, and whether another one follows.
  let isHeld: @Sendable (_ message: [UInt8]) throws -> (isHeld: Bool, continues: Bool)
  /// Decodes a message and encodes it again.
  let rewritten: @Sendable (_ message: [UInt8]) throws -> [UInt8]
  /// Returns the shape of the reply.
  let shape: @Sendable () throws -> WireShape

  init<C: VarlinkCall>(_ call: C.Type, _ reply: C.Reply, _ parameters: String) {
    method = C.method
    self.parameters = parameters
    encoded = { try ReplyMessage(reply, continues: $0).encoded() }
    isHeld = { message in
      let received = try ReplyMessage<C.Reply>(decoding: message)
      return (received.reply == reply, received.continues)
    }
    rewritten = { try ReplyMessage<C.Reply>(decoding: $0).encoded() }
    shape = { try WireShape(of: C.Reply.self) }
  }

  var testDescription: String { "\(method) \(parameters)" }
}

/// Values with every field set, and their JSON.
enum Vectors {
  static let device = Device(
    address: "C0:FF:EE:00:00:01", name: "KICKR 1/2", kinds: [.trainer, .heartRate], rssi: -61, known: true)
  static let deviceJSON =
    #"{"address":"C0:FF:EE:00:00:01","kinds":["trainer","heartRate"],"known":true,"name":"KICKR 1/2","rssi":-61}"#

  static let ridden = RiddenDevice(kind: .trainer, address: "C0:FF:EE:00:00:01", name: "KICKR", reason: .onlyOne)
  static let riddenJSON = #"{"address":"C0:FF:EE:00:00:01","kind":"trainer","name":"KICKR","reason":"onlyOne"}"#

  static let target = Target(targetWatts: 150, askedWatts: 155, minimumWatts: 0, maximumWatts: 1000)
  static let targetJSON = #"{"askedWatts":155,"maximumWatts":1000,"minimumWatts":0,"targetWatts":150}"#

  static let rideStatus = RideStatus(
    id: 7, targetWatts: 150, timerSeconds: 60, elapsedSeconds: 75, remainingSeconds: 30)
  static let rideStatusJSON =
    #"{"elapsedSeconds":75,"id":7,"remainingSeconds":30,"targetWatts":150,"timerSeconds":60}"#

  static let calibration: CalibrationStatus = {
    var calibration = CalibrationStatus(device: .power, step: .failed)
    (calibration.targetKmh, calibration.spinDownSeconds, calibration.offset) = (35.5, 18.2, -3)
    calibration.reason = "Operation Failed"
    return calibration
  }()
  static let calibrationJSON =
    #"{"device":"power","offset":-3,"reason":"Operation Failed","spinDownSeconds":18.2,"step":"failed","#
    + #""targetKmh":35.5}"#

  static let lapStatus = LapStatus(
    number: 2, timerSeconds: 60, distanceMeters: 490.5, averageWatts: 149.5, averageBeatsPerMinute: 131)
  static let lapStatusJSON =
    #"{"averageBeatsPerMinute":131,"averageWatts":149.5,"distanceMeters":490.5,"number":2,"timerSeconds":60}"#

  static let summary = RideSummary(
    id: 7, start: "2026-11-21T06:45:12Z", timerSeconds: 120, elapsedSeconds: 130, averageWatts: 149.5,
    averageHeartRate: 131, kilojoules: 17.94, distanceMeters: nil, state: .finished, sport: .ebiking)
  static let summaryJSON =
    #"{"averageHeartRate":131,"averageWatts":149.5,"elapsedSeconds":130,"id":7,"kilojoules":17.94,"#
    + #""sport":"ebiking","start":"2026-11-21T06:45:12Z","state":"finished","timerSeconds":120}"#

  static let sample = RideSample(
    second: 3, timerRunning: true, powerWatts: 150.25, targetWatts: 150, cadenceRpm: 85.5, beatsPerMinute: 120,
    speedKmh: 30, distanceMeters: 25)
  static let sampleJSON =
    #"{"beatsPerMinute":120,"cadenceRpm":85.5,"distanceMeters":25,"elapsedSeconds":3,"powerWatts":150.25,"#
    + #""speedKmh":30,"targetWatts":150,"timerRunning":true}"#

  static let incident = LinkIncident(
    kind: .drop, device: .trainer, atSeconds: 61.5, reason: "supervisionTimeout", signalDBm: -84, lastedSeconds: 0.25)
  static let incidentJSON =
    #"{"atSeconds":61.5,"device":"trainer","kind":"drop","lastedSeconds":0.25,"reason":"supervisionTimeout","#
    + #""signalDBm":-84}"#

  static let intervals = RideLinks.Intervals(
    device: .heartRate, count: 7, shortestSeconds: 0.5, longestSeconds: 2, meanSeconds: 1, deviationSeconds: 0.25)
  static let intervalsJSON =
    #"{"count":7,"deviationSeconds":0.25,"device":"heartRate","longestSeconds":2,"meanSeconds":1,"#
    + #""shortestSeconds":0.5}"#

  static let problem = {
    var problem = Problem(code: "strapLost", message: "Gone.", remedy: "Wait.")
    (problem.subject, problem.detail, problem.cause, problem.user) = ("/s", "9", .diskFull, "jz2")
    (problem.rides, problem.unread) = (2, 1)
    return problem
  }()
  static let problemJSON =
    #"{"cause":"diskFull","code":"strapLost","detail":"9","message":"Gone.","remedy":"Wait.","rides":2,"#
    + #""subject":"/s","unread":1,"user":"jz2"}"#

  static let failedCheck = {
    var check = Check(name: "adapter", outcome: .failed, message: "Off.", remedy: "Switch it on.")
    (check.code, check.subject, check.detail, check.count) = ("littleRoom", "/s", "9", 5)
    check.problem = problem
    return check
  }()

  static let status = Status(
    phase: .riding, problems: [problem], ride: rideStatus,
    trainer: DeviceStatus(address: "C0:FF:EE:00:00:01", state: .connected, powerWatts: 149, cadenceRpm: 85.5))
  static let statusJSON =
    #"{"phase":"riding","problems":[\#(problemJSON)],"ride":\#(rideStatusJSON),"#
    + #""trainer":{"address":"C0:FF:EE:00:00:01","cadenceRpm":85.5,"powerWatts":149,"state":"connected"}}"#

  /// Calls of every method, and their parameters.
  static let requests: [(any TrainerCall, String)] =
    libraryRequests + planRequests + [
      (Scan(seconds: 2.5), #"{"seconds":2.5}"#),
      (Scan(all: true), #"{"all":true}"#),
      (Use(address: "C0:FF:EE:00:00:01"), #"{"address":"C0:FF:EE:00:00:01"}"#),
      (Use(address: "C0:FF:EE:00:00:01", as: .power), #"{"address":"C0:FF:EE:00:00:01","role":"power"}"#),
      (Forget(address: "C0:FF:EE:00:00:01"), #"{"address":"C0:FF:EE:00:00:01"}"#),
      (Devices(), "{}"),
      (Start(watts: 150, minutes: 0.5), #"{"minutes":0.5,"watts":150}"#),
      (
        Start(watts: 150, minutes: 0.5, maximumHeartRate: 140), #"{"maximumHeartRate":140,"minutes":0.5,"watts":150}"#
      ),
      (Start(watts: 150, minutes: 0.5, heartRate: false), #"{"heartRate":false,"minutes":0.5,"watts":150}"#),
      (
        Start(endless: true, free: true, warmupSeconds: 600, cooldownSeconds: 300),
        #"{"cooldownSeconds":300,"endless":true,"free":true,"warmupSeconds":600}"#
      ),
      (Asked(), "{}"),
      (Asked(ride: "12"), #"{"ride":"12"}"#),
      (SetWatts(watts: 170), #"{"watts":170}"#),
      (SetWatts(change: -5), #"{"change":-5}"#),
      (RideFree(), "{}"),
      (SetSlope(percent: 2.5), #"{"percent":2.5}"#),
      (SetSlope(change: -0.5), #"{"change":-0.5}"#),
      (SetResistance(percent: 40), #"{"percent":40}"#),
      (SetResistance(change: 5), #"{"change":5}"#),
      (Calibrate(), "{}"),
      (Calibrate(device: .power), #"{"device":"power"}"#),
      (Calibrate(device: .trainer, cancel: true), #"{"cancel":true,"device":"trainer"}"#),
      (Pause(), "{}"),
      (Resume(), "{}"),
      (EndLap(), "{}"),
      (Stop(), "{}"),
      (Stop(discard: true), #"{"discard":true}"#),
      (GetStatus(), "{}"),
      (Watch(), "{}"),
      (Watch(values: true), #"{"values":true}"#),
      (Rides(limit: 20), #"{"limit":20}"#),
      (Show(ride: "last"), #"{"ride":"last"}"#),
      (Links(ride: "last"), #"{"ride":"last"}"#),
      (Changes(), "{}"),
      (Changes(after: "17-c0ffee"), #"{"cursor":"17-c0ffee"}"#),
      (Export(ride: "7", format: "tcx"), #"{"format":"tcx","ride":"7"}"#),
      (Doctor(), "{}"),
    ]

  /// A reply to every method, and its parameters.
  static let replies: [ReplyVector] =
    libraryReplies + planReplies + [
      .init(Scan.self, DeviceList(devices: [device]), #"{"devices":[\#(deviceJSON)]}"#),
      .init(Use.self, ChosenDevice(device: device), #"{"device":\#(deviceJSON)}"#),
      .init(Forget.self, EmptyReply(), "{}"),
      .init(Devices.self, DeviceList(devices: []), #"{"devices":[]}"#),
      .init(
        Start.self, Started(ride: rideStatus, target: target, devices: [ridden]),
        #"{"devices":[\#(riddenJSON)],"ride":\#(rideStatusJSON),"target":\#(targetJSON)}"#
      ),
      .init(SetWatts.self, NewTarget(target: target), #"{"target":\#(targetJSON)}"#),
      .init(SetWatts.self, NewTarget(target: target), #"{"target":\#(targetJSON)}"#),
      .init(RideFree.self, EmptyReply(), "{}"),
      .init(SetSlope.self, NewSlope(slopePercent: 2.5), #"{"slopePercent":2.5}"#),
      .init(SetResistance.self, NewResistance(resistancePercent: 40), #"{"resistancePercent":40}"#),
      .init(
        Calibrate.self, Calibrating(calibration: calibration), #"{"calibration":\#(calibrationJSON)}"#),
      .init(Pause.self, EmptyReply(), "{}"),
      .init(Resume.self, EmptyReply(), "{}"),
      .init(EndLap.self, LapEnded(number: 3, ended: lapStatus), #"{"ended":\#(lapStatusJSON),"number":3}"#),
      .init(
        Asked.self, AskedRide(ride: 12, request: RideRequest(plannedFor: .today)),
        #"{"request":{"plannedFor":"today"},"ride":12}"#),
      .init(Stop.self, EndedRide(ride: summary, folder: "/rides"), #"{"folder":"/rides","ride":\#(summaryJSON)}"#),
      .init(GetStatus.self, status, statusJSON),
      .init(Watch.self, Status(phase: .idle), #"{"phase":"idle","problems":[]}"#),
      .init(Rides.self, RideList(rides: [summary]), #"{"rides":[\#(summaryJSON)]}"#),
      .init(
        Show.self, ShownRide(ride: summary, samples: [sample, RideSample(second: 4, timerRunning: false)]),
        #"{"ride":\#(summaryJSON),"samples":[\#(sampleJSON),{"elapsedSeconds":4,"timerRunning":false}]}"#
      ),
      .init(
        Links.self,
        RideLinks(
          ride: summary, incidents: [incident, LinkIncident(kind: .interruption, atSeconds: 9)],
          intervals: [intervals]),
        #"{"incidents":[\#(incidentJSON),{"atSeconds":9,"kind":"interruption"}],"#
          + #""intervals":[\#(intervalsJSON)],"ride":\#(summaryJSON)}"#
      ),
      .init(
        Changes.self,
        ChangeList(
          library: "0f8fad5b", changes: [LibraryChange.ride(7, .finished), LibraryChange.plan("Dawn", .removed)],
          cursor: "17-c0ffee", more: true),
        #"{"changes":[{"kind":"finished","ride":7,"subject":"ride"},"#
          + #"{"kind":"removed","plan":"Dawn","subject":"plan"}],"#
          + #""cursor":"17-c0ffee","library":"0f8fad5b","more":true}"#
      ),
      .init(
        Changes.self, ChangeList(library: "0f8fad5b", changes: [], cursor: "17-c0ffee", startsAnew: true),
        #"{"changes":[],"cursor":"17-c0ffee","library":"0f8fad5b","startsAnew":true}"#
      ),
      .init(
        Export.self, FilePiece(fileName: "a.tcx", sequence: 1, data: "AA/+=="),
        #"{"data":"AA/+==","fileName":"a.tcx","sequence":1}"#
      ),
      .init(
        Doctor.self,
        CheckList(checks: [failedCheck]),
        #"{"checks":[{"code":"littleRoom","count":5,"detail":"9","message":"Off.","name":"adapter","#
          + #""outcome":"failed","problem":\#(problemJSON),"remedy":"Switch it on.","subject":"/s"}]}"#
      ),
    ]

  /// The calls of every interface, and their parameters.
  static let allRequests: [(any VarlinkCall, String)] =
    requests.map { ($0.0 as any VarlinkCall, $0.1) } + bodyRequests.map { ($0.0 as any VarlinkCall, $0.1) }
    + syncRequests.map { ($0.0 as any VarlinkCall, $0.1) } + pageRequests.map { ($0.0 as any VarlinkCall, $0.1) }

  /// The replies of every interface.
  static let allReplies: [ReplyVector] = replies + bodyReplies + syncReplies + pageReplies

  /// Returns a message as text without its NUL; nil if it has no NUL or is not UTF-8.
  static func text(_ message: [UInt8]) -> String? {
    guard message.last == 0 else { return nil }
    return String(validating: message.dropLast(), as: UTF8.self)
  }

  /// Returns the bytes of a message without its NUL.
  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
