import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import jz2ctl

@Suite struct JSONTests {
  @Test func `everything known of a ride is one JSON object`() {
    let row = RideSample(second: 0, timerRunning: true, powerWatts: 149.5)
    let review = RideReview(
      workFromSeconds: 0, workToSeconds: 61, zone2From: 120, zone2To: 140, zone2Seconds: 0, zoneMethod: .zone2Range,
      zones: [])
    let reviewed = ReviewedRide(ride: Samples.bareRide, review: review, laps: [], events: [], uploads: [])
    #expect(
      Output.line(
        of: WholeRide(ride: Samples.bareRide, samples: [row], reviewed: reviewed, incidents: [], intervals: []))
        == #"{"elapsedSeconds":61,"events":[],"id":3,"incidents":[],"intervals":[],"kilojoules":0,"laps":[],"#
        + #""review":{"workFromSeconds":0,"workToSeconds":61,"zone2From":120,"zone2FromBeatsPerMinute":120,"#
        + #""zone2Seconds":0,"zone2To":140,"zone2ToBeatsPerMinute":140,"zoneMethod":"zone2Range","zones":[]},"#
        + #""ride":{"elapsedSeconds":61,"id":3,"kilojoules":0,"start":"2026-11-20T06:45:12Z","state":"suspended","#
        + #""timerSeconds":61},"#
        + #""samples":[{"elapsedSeconds":0,"powerWatts":149.5,"timerRunning":true}],"#
        + #""start":"2026-11-20T06:45:12Z","state":"suspended","timerSeconds":61,"uploads":[]}"# + "\n")
  }

  @Test func `the ways of a ride to services are in its JSON`() {
    let review = RideReview(
      workFromSeconds: 0, workToSeconds: 61, zone2From: 120, zone2To: 140, zone2Seconds: 0, zoneMethod: .zone2Range,
      zones: [])
    let upload = Upload(
      service: "strava", state: .processing, remoteId: "17", url: "https://a.b/17", at: "2026-11-21T09:00:00Z",
      message: "Slow.")
    let reviewed = ReviewedRide(ride: Samples.bareRide, review: review, laps: [], events: [], uploads: [upload])
    let ride = WholeRide(ride: Samples.bareRide, samples: [], reviewed: reviewed, incidents: [], intervals: [])
    #expect(
      Output.line(of: ride).hasSuffix(
        #""uploads":[{"at":"2026-11-21T09:00:00Z","message":"Slow.","outdated":false,"remoteId":"17","#
          + #""service":"strava","state":"processing","url":"https://a.b/17"}]}"# + "\n"))
  }

  @Test func `a ride and its links are one JSON object`() {
    let incident = LinkIncident(kind: .silence, device: .heartRate, atSeconds: 2)
    let line = Output.line(
      of: RideWithLinks(
        links: RideLinks(ride: Samples.bareRide, incidents: [incident], intervals: [Samples.intervals])))
    #expect(line.contains(#""id":3,"incidents":[{"atSeconds":2,"device":"heartRate","kind":"silence"}],"#))
    #expect(line.contains(#""ride":{"elapsedSeconds":61,"id":3,"#))
    #expect(
      line.contains(
        #""intervals":[{"count":240,"deviationSeconds":0.013,"device":"trainer","longestSeconds":0.301,"#
          + #""meanSeconds":0.25,"shortestSeconds":0.2}],"#))
  }

  @Test func `a list in JSON stands in an object`() {
    #expect(Output.line(of: DeviceList(devices: [])) == "{\"devices\":[]}\n")
    #expect(Output.line(of: RideList(rides: [])) == "{\"rides\":[]}\n")
    #expect(Output.line(of: Diagnosis(local: [], daemon: [])) == "{\"checks\":[],\"jsonVersion\":1}\n")
    #expect(Output.line(of: EmptyReply()) == "{}\n")
  }

  @Test func `a finished ride in JSON names its file`() {
    var ride = Samples.bareRide
    ride.fileName = "a/b.tcx"
    let line = Output.line(of: NamedAnswer(ride))
    #expect(line.hasPrefix(#"{"elapsedSeconds":61,"fileName":"a/b.tcx","id":3,"#))
    #expect(line.contains(#""ride":{"elapsedSeconds":61,"fileName":"a/b.tcx","id":3,"#))
  }

  @Test func `a number in JSON has no digits that were not measured`() {
    struct Figures: Encodable {
      let averageWatts = 128.74333333333334
      let averageHeartRate = 131.96
      let zone2Share = 0.123456
      let latitudeDegrees = 48.208212345
      let rmssd = 42.0449
      let note = #"said "averageWatts":1.23456789"#
      let unknown = 1.23456789
      let values = [1.00004, -2.5e-7]
    }
    #expect(
      Output.line(of: Figures())
        == #"{"averageHeartRate":132,"averageBeatsPerMinute":132,"averageWatts":128.7,"latitudeDegrees":48.2082123,"#
        + ##""note":"said \"averageWatts\":1.23456789","rmssd":42.0449,"rmssdMilliseconds":42.0449,"unknown":1.23456789,"##
        + #""values":[1,0],"zone2Share":0.123}"# + "\n")
  }

  @Test func `a refusal in JSON is an object`() {
    let line = Output.line(of: Refusal(ControlError(.noRide)))
    let remedy = ControlError(.noRide).sentence.remedy
    #expect(
      line == #"{"error":"NoRide","kind":"refusal","message":"No ride is on.","remedy":"\#(remedy)"}"# + "\n")
  }

  @Test func `a refusal for several devices in JSON lists them`() throws {
    let device = Device(address: "C0:FF:EE:00:00:01", name: "KICKR", kinds: [.trainer], rssi: -52, known: false)
    let line = Output.line(of: Refusal(ControlError.several(.trainer, among: [device])))
    #expect(
      line.hasPrefix(
        #"{"devices":[{"address":"C0:FF:EE:00:00:01","kinds":["trainer"],"known":false,"name":"KICKR","rssi":-52,"#
          + #""signalDBm":-52}],"error":"SeveralDevices","kind":"refusal","#
          + #""message":"Several trainers are in range: KICKR (C0:FF:EE:00:00:01, -52 dBm).""#))
    #expect(line.hasSuffix(#""subject":"trainer"}"# + "\n"))
  }

  @Test func `a refusal for several devices shows one per line`() {
    let devices = [
      Device(address: "C0:FF:EE:00:00:01", name: "KICKR", kinds: [.trainer], rssi: -52, known: false),
      Device(address: "C0:FF:EE:00:00:03", name: "SUITO", kinds: [.trainer], rssi: -70, known: false),
    ]
    #expect(
      Refusal(ControlError.several(.trainer, among: devices)).text == """
        Several trainers are in range.
        Address             Signal  Kind     Name
        C0:FF:EE:00:00:01  -52 dBm  trainer  KICKR
        C0:FF:EE:00:00:03  -70 dBm  trainer  SUITO
        Choose yours, `jz2ctl use ADDRESS`, and start again.
        """)
  }
}
