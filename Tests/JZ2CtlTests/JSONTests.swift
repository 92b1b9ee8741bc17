import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import jz2ctl

@Suite struct JSONTests {
  @Test func `a whole ride in JSON is one object`() {
    let row = RideSample(second: 0, timerRunning: true, powerWatts: 149.5)
    let review = RideReview(
      workFromSeconds: 0, workToSeconds: 61, zone2From: 120, zone2To: 140, zone2Seconds: 0, zoneMethod: .zone2Range,
      zones: [])
    let whole = WholeRide(
      shown: ShownRide(ride: Samples.bareRide, samples: [row]),
      reviewed: ReviewedRide(ride: Samples.bareRide, review: review, laps: [], events: [], uploads: []),
      links: RideLinks(ride: Samples.bareRide, incidents: [], intervals: []))
    #expect(
      Output.line(of: whole)
        == #"{"events":[],"incidents":[],"intervals":[],"laps":[],"#
        + #""review":{"workFromSeconds":0,"workToSeconds":61,"zone2From":120,"zone2Seconds":0,"zone2To":140,"#
        + #""zoneMethod":"zone2Range","zones":[]},"#
        + #""ride":{"elapsedSeconds":61,"id":3,"kilojoules":0,"start":"2026-11-20T06:45:12Z","state":"suspended","#
        + #""timerSeconds":61},"#
        + #""samples":[{"elapsedSeconds":0,"powerWatts":149.5,"timerRunning":true}],"uploads":[]}"# + "\n")
  }

  @Test func `a whole ride in JSON is the untrimmed ride`() {
    var trimmed = Samples.bareRide
    trimmed.timerSeconds = 30
    let review = RideReview(
      workFromSeconds: 0, workToSeconds: 30, zone2From: 120, zone2To: 140, zone2Seconds: 0, zoneMethod: .zone2Range,
      zones: [])
    let whole = WholeRide(
      shown: ShownRide(ride: Samples.bareRide, samples: []),
      reviewed: ReviewedRide(ride: trimmed, review: review, laps: [], events: [], uploads: []),
      links: RideLinks(ride: trimmed, incidents: [], intervals: []))
    #expect(Output.line(of: whole).contains(#""timerSeconds":61}"#))
  }

  @Test func `a list in JSON is an array in an object`() {
    #expect(Output.line(of: DeviceList(devices: [])) == "{\"devices\":[]}\n")
    #expect(Output.line(of: RideList(rides: [])) == "{\"rides\":[]}\n")
    #expect(Output.line(of: EmptyReply()) == "{}\n")
  }

  @Test func `a value in JSON is identical to its wire format`() throws {
    var ride = Samples.bareRide
    (ride.fileName, ride.averageWatts) = ("a/b.tcx", 128.74333333333334)
    let sent = try ReplyMessage(EditedRide(ride: ride)).encoded().dropLast()
    let line = Output.line(of: EditedRide(ride: ride)).dropLast()
    #expect(String(decoding: sent, as: UTF8.self) == #"{"parameters":\#(line)}"#)
    #expect(line.contains(#""averageWatts":128.74333333333334,"#) && line.contains(#""fileName":"a/b.tcx""#))
  }

  @Test func `a refusal in JSON is an object`() {
    let line = Output.line(of: Refusal(ControlError(.noRide)))
    let remedy = ControlError(.noRide).explanation.remedy
    #expect(
      line == #"{"error":"NoRide","kind":"refusal","message":"No ride is on.","remedy":"\#(remedy)"}"# + "\n")
  }

  @Test func `a refusal for several devices in JSON lists them`() throws {
    let device = Device(address: "C0:FF:EE:00:00:01", name: "KICKR", kinds: [.trainer], rssi: -52, known: false)
    let line = Output.line(of: Refusal(ControlError.several(.trainer, among: [device])))
    #expect(
      line.hasPrefix(
        #"{"devices":[{"address":"C0:FF:EE:00:00:01","kinds":["trainer"],"known":false,"name":"KICKR","rssi":-52}],"#
          + #""error":"SeveralDevices","kind":"refusal","#
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
        #  Address             Signal  Kind     Name
        1  C0:FF:EE:00:00:01  -52 dBm  trainer  KICKR
        2  C0:FF:EE:00:00:03  -70 dBm  trainer  SUITO
        Choose yours (`jz2ctl use ADDRESS`), and start again.
        """)
  }
}
