import Foundation
import Rides
import TestKit
import Testing

@testable import SyncKit

/// The outcome of an upload for Strava's responses.
@Suite struct StravaUploadTests {
  private static let working = "Your activity is still being processed."
  private static let ready = "Your activity is ready."
  private static let deleted = "The created activity has been deleted."
  private static let failed = "There was an error processing your activity."

  @Test func `all four upload states of Strava are recognized`() {
    #expect(StravaUpload.outcome(activity: nil, error: "", status: Self.working) == .processing)
    #expect(
      StravaUpload.outcome(activity: "8319193780", error: "", status: Self.ready)
        == .there(activity: "8319193780", wasThere: false))
    #expect(
      StravaUpload.outcome(activity: nil, error: "", status: Self.deleted) == .refused(SyncFault(.deletedThere)))
    #expect(
      StravaUpload.outcome(activity: nil, error: "", status: Self.failed)
        == .refused(SyncFault(.refused, detail: "no reason given")))
  }

  @Test func `a ready upload without an activity is still processing`() {
    #expect(StravaUpload.outcome(activity: nil, error: "", status: Self.ready) == .processing)
  }

  @Test(
    arguments: [
      ("Test_Walk.gpx duplicate of activity 21234316", "21234316"),
      (
        "Cycle-20250801.fit duplicate of <a href='/activities/18106372042' target='_blank'>Cycle</a>", "18106372042"
      ),
      ("x.gpx Duplicate of <a href='/activities/21234316' target='_blank'>activity 5</a>", "21234316"),
      ("duplicate of activity zero", nil), ("duplicate", nil), ("duplicate of /activities/", nil),
    ] as [(String, String?)])
  func `a duplicate is a success, with the activity number from its text`(_ text: String, _ activity: String?) {
    #expect(
      StravaUpload.outcome(activity: nil, error: text, status: Self.failed)
        == .there(activity: activity, wasThere: true))
  }

  @Test func `any other error is a refusal with its text, without HTML`() {
    let outcome = StravaUpload.outcome(
      activity: nil, error: "The <b>file</b> is\u{7} empty &amp; <a href='x'>so on</a>", status: Self.failed)
    #expect(outcome == .refused(SyncFault(.refused, detail: "The file is empty & so on")))
  }

  @Test(
    arguments: [
      (#"{"id":2179799777,"activity_id":9007199254740993}"#, "2179799777", "9007199254740993"),
      (#"{"id":"2179799777","activity_id":"18106372042"}"#, "2179799777", "18106372042"),
      (#"{"id":null,"id_str":"77","activity_id":18106372042}"#, "77", "18106372042"),
      (#"{"id":1e400,"id_str":"77","activity_id":18106372042.0}"#, "77", "18106372042"),
      (#"{"id":99999999999999999999999999,"activity_id":0}"#, nil, nil),
      (#"{"id":-5,"activity_id":"../athlete"}"#, nil, nil), (#"{}"#, nil, nil),
    ] as [(String, String?, String?)])
  func `a number can be large or text, and an invalid number is ignored`(
    _ json: String, _ id: String?, _ activity: String?
  ) throws {
    let upload = try #require(JSONValue(Array(json.utf8)).flatMap(StravaUpload.init))
    #expect(upload.id == id)
    #expect(upload.outcome == (activity.map { .there(activity: $0, wasThere: false) } ?? .processing))
  }

  @Test func `an upload is polled often for two minutes, then seldom, and for at most a day`() {
    var ticket = StravaTicket(upload: "9")
    var waits: [Duration] = []
    while let wait = ticket.wait {
      waits.append(wait)
      ticket = ticket.next
    }
    let first: [Duration] = [1, 2, 3, 5, 8, 10, 10].map { .seconds($0) }
    #expect(Array(waits.prefix(7)) == first)
    let quick = waits.filter { $0 <= .seconds(10) }.reduce(.zero, +)
    #expect(quick > .seconds(100) && quick <= .seconds(120))
    let all = waits.reduce(.zero, +)
    #expect(all > .seconds(86_000) && all < .seconds(87_000))
  }

  @Test func `a ticket is read back from its text, and other texts are not read`() {
    let ticket = StravaTicket(upload: "8919698041", asked: 3)
    #expect(ticket.text == "8919698041 3")
    #expect(StravaTicket(ticket.text) == ticket)
    for text in ["", "8919698041", "8919698041 -1", "a 1", "1 2 3", "1  2", "0 1", "../x 1", "1 9223372036854775807"] {
      #expect(StravaTicket(text) == nil, "\(text)")
    }
  }

  // MARK: Recorded responses

  /// Published bodies of Strava's responses to other clients, with their outcomes.
  private static let recorded: [(String, StravaUpload.Outcome)] = [
    (
      #"{"id":8919698041,"id_str":"8919698041","external_id":null,"error":null,"#
        + #""status":"Your activity is still being processed.","activity_id":null}"#, .processing
    ),
    (
      #"{"id":8919698041,"id_str":"8919698041","external_id":"17611540601.tcx","error":null,"#
        + #""status":"Your activity is ready.","activity_id":8319193780}"#,
      .there(activity: "8319193780", wasThere: false)
    ),
    (
      #"{"id":8919699501,"id_str":"8919699501","external_id":null,"#
        + #""error":"17611540601.tcx duplicate of activity 8319193780","#
        + #""status":"There was an error processing your activity.","activity_id":null}"#,
      .there(activity: "8319193780", wasThere: true)
    ),
  ]

  @Test(arguments: recorded)
  func `a recorded response has the expected outcome`(_ body: String, _ outcome: StravaUpload.Outcome) throws {
    #expect(JSONValue(Array(body.utf8)).flatMap(StravaUpload.init)?.outcome == outcome)
  }

  private static let file = SharedMaterial.file("services/strava-responses.jsonl")

  @Test(.enabled(if: SharedMaterial.has(file), "the recorded answers are not here"))
  func `every response in the recorded file has the expected outcome`() throws {
    struct Line: Decodable {
      struct Body: Decodable { var id: Int64?, activity_id: Int64?, error: String? }
      var uri: String, status: Int, body: Body
    }
    var uploads = 0
    for text in try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n") {
      let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
      guard line.uri.contains("/uploads") else { continue }
      uploads += 1
      let upload = try #require(JSONValue(Array(text.utf8)).flatMap { StravaUpload($0["body"]) })
      #expect(upload.id == line.body.id.map { String($0) })
      switch upload.outcome {
      case .there(let activity, let wasThere):
        #expect(activity == (line.body.activity_id.map { String($0) } ?? "8319193780"))
        #expect(wasThere == (line.body.error != nil))
      case .processing: #expect(line.body.activity_id == nil && line.body.error == nil)
      case .refused(let fault): Issue.record("\(fault)")
      }
    }
    #expect(uploads >= 9)
  }
}
