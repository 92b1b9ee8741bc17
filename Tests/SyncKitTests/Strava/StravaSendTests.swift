import ControlWire
import Foundation
import Rides
import Testing

@testable import SyncKit

/// Uploads of rides to Strava.
@Suite struct StravaSendTests {
  private let scene = StravaScene()
  private static let working =
    #"{"id":8919698041,"id_str":"8919698041","external_id":null,"error":null,"#
    + #""status":"Your activity is still being processed.","activity_id":null}"#
  private static let ready =
    #"{"id":8919698041,"error":null,"status":"Your activity is ready.","activity_id":8319193780}"#
  private static let page = "https://www.strava.com/activities/8319193780"
  private static let there = Delivery.there(remoteID: "8319193780", url: page, wasThere: false)
  private static let wasThere = Delivery.there(remoteID: "8319193780", url: page, wasThere: true)

  @Test func `a ride is sent as one form, and its ticket is followed until the activity is ready`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(201, Self.working)
    scene.server.answer(200, Self.working)
    scene.server.answer(200, Self.ready)
    let first = await strava.send(StravaScene.parcel, mayBeThere: false)
    #expect(first == .processing(ticket: "8919698041 0", after: .seconds(1)))
    let second = await strava.follow("8919698041 0", of: StravaScene.parcel)
    #expect(second == .processing(ticket: "8919698041 1", after: .seconds(2)))
    // Another process continues with the ticket.
    #expect(await scene.strava().follow("8919698041 1", of: StravaScene.parcel) == Self.there)
    #expect(
      scene.server.lines == [
        "POST /api/v3/uploads", "GET /api/v3/uploads/8919698041", "GET /api/v3/uploads/8919698041",
      ])

    let upload = try #require(scene.server.questions.first)
    #expect(upload.authorization == "Bearer access-1")
    #expect(upload.query == [:])
    #expect(upload.part("data_type") == "fit")
    #expect(upload.part("name") == "Zone 2")
    #expect(upload.part("description") == "easy")
    #expect(upload.part("trainer") == "1")
    #expect(upload.part("sport_type") == "Ride")
    #expect(upload.part("external_id") == "STORE.2025-11-24T16:00:00.000Z")
    let file = try #require(upload.parts.first { $0.filename != nil })
    #expect(file.name == "file")
    #expect(file.filename == "2025-11-24T160000Z.fit")
    #expect(file.bytes == [14, 16, 0, 255])
  }

  @Test func `an imported walk is sent as a walk, without the trainer flag`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(201, Self.ready)
    var ride = StravaScene.parcel.ride
    (ride.importedFrom, ride.sport) = ("gpx", .walking)
    let walk = Parcel(
      ride: ride, externalID: "a", firstExternalID: "a", name: Parcels.usualName(ride), note: "",
      file: StravaScene.parcel.file, whole: StravaScene.parcel.whole)
    #expect(await strava.send(walk, mayBeThere: false) == Self.there)
    let upload = try #require(scene.server.questions.first)
    #expect(upload.part("sport_type") == "Walk" && upload.part("trainer") == nil)
    #expect(upload.part("name")?.hasSuffix(" walk") == true)
  }

  @Test func `a virtual ride is sent as VirtualRide, and without a description if it has no note`() async throws {
    let strava = try await scene.connected { $0.virtual = true }
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel(note: ""), mayBeThere: false) == Self.there)
    let upload = try #require(scene.server.questions.first)
    #expect(upload.part("sport_type") == "VirtualRide")
    #expect(upload.part("trainer") == "1")
    #expect(upload.part("description") == nil)
  }

  @Test(arguments: [
    "", "null", "[]", "{", "<html>Sign in</html>", #"{"id":8919698041,"status":"Your acti"#, "{}",
    #"{"id":1e999,"status":"Your activity is still being processed."}"#, "\u{0}\u{1}",
  ])
  func `an upload with an invalid response is retried later`(_ body: String) async throws {
    let strava = try await scene.connected()
    scene.server.answer(201, body)
    let delivery = await strava.send(StravaScene.parcel, mayBeThere: false)
    guard case .later(let fault, after: nil) = delivery else {
      Issue.record("\(delivery)")
      return
    }
    #expect(fault.code == .badAnswer)
  }

  @Test func `a duplicate after a lost response is a success`() async throws {
    let strava = try await scene.connected()
    scene.server.fail(.cut)
    scene.server.answer(201, Self.working)
    scene.server.answer(
      200,
      #"{"id":8919698041,"error":"x.fit duplicate of <a href='/activities/8319193780'>Zone 2</a>","#
        + #""status":"There was an error processing your activity.","activity_id":null}"#)
    let first = await strava.send(StravaScene.parcel, mayBeThere: false)
    #expect(first == .later(SyncFault(.serverFailed, detail: "test"), after: nil))
    #expect(
      await strava.send(StravaScene.parcel, mayBeThere: true)
        == .processing(ticket: "8919698041 0", after: .seconds(1)))
    #expect(await strava.follow("8919698041 0", of: StravaScene.parcel) == Self.wasThere)
    #expect(scene.server.lines.filter { $0 == "POST /api/v3/uploads" }.count == 2)
  }

  @Test(arguments: [
    #"{"id":8319193780,"external_id":"STORE.2025-11-24T16:00:00.000Z.fit","start_date":"2025-11-24T15:00:00Z"}"#,
    #"{"id":"8319193780","external_id":"STORE.2025-11-24T16:00:00.000Z","start_date":"2025-11-24T16:00:00Z"}"#,
    #"{"id":8319193780,"start_date":"2025-11-24T16:00:01Z","elapsed_time":3101.0}"#,
  ])
  func `a ride that may already be there is searched for first if reading is permitted`(
    _ activity: String
  ) async throws {
    let strava = try await scene.connected { $0.history = true }
    let short = #"{"id":2,"start_date":"2025-11-24T16:00:00Z","elapsed_time":60}"#
    scene.server.answer(200, #"[null,{"id":1},\#(short),\#(activity)]"#)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: true) == Self.wasThere)
    #expect(scene.server.lines == ["GET /api/v3/athlete/activities"])
    #expect(scene.server.questions.first?.query["before"] == "1764003600")
  }

  @Test func `a ride that is not found is sent`() async throws {
    let strava = try await scene.connected { $0.history = true }
    scene.server.answer(200, "[]")
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: true) == Self.there)
    #expect(scene.server.lines == ["GET /api/v3/athlete/activities", "POST /api/v3/uploads"])
  }

  @Test func `an upload that Strava forgot is searched for before it is sent again`() async throws {
    let strava = try await scene.connected { $0.history = true }
    let missing = #"{"message":"Record Not Found","errors":[{"resource":"Upload","field":"id","code":"not found"}]}"#
    scene.server.answer(404, missing)
    scene.server.answer(200, #"[{"id":8319193780,"start_date":"2025-11-24T16:00:00Z","elapsed_time":3100}]"#)
    #expect(await strava.follow("5 2", of: StravaScene.parcel) == Self.wasThere)
    #expect(scene.server.lines == ["GET /api/v3/uploads/5", "GET /api/v3/athlete/activities"])
  }

  @Test func `an upload that Strava forgot is sent again if reading is not permitted`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(404)
    scene.server.answer(201, Self.working)
    let delivery = await strava.follow("5 2", of: StravaScene.parcel)
    #expect(delivery == .processing(ticket: "8919698041 0", after: .seconds(1)))
    #expect(scene.server.lines == ["GET /api/v3/uploads/5", "POST /api/v3/uploads"])
  }

  @Test func `an upload that takes longer than a day counts as forgotten`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(200, Self.working)
    scene.server.answer(201, Self.working)
    let delivery = await strava.follow("8919698041 62", of: StravaScene.parcel)
    #expect(delivery == .processing(ticket: "8919698041 0", after: .seconds(1)))
  }

  @Test func `an upload is not sent again while its state is unknown`() async throws {
    let strava = try await scene.connected()
    scene.server.fail(.timedOut)
    scene.server.answer(502, "<html>Bad gateway</html>")
    scene.server.answer(400, #"{"message":"Bad Request"}"#)
    for _ in 0..<3 {
      guard case .later = await strava.follow("5 2", of: StravaScene.parcel) else {
        Issue.record("not later")
        return
      }
    }
    #expect(scene.server.lines == Array(repeating: "GET /api/v3/uploads/5", count: 3))
  }

  @Test func `an immediate refusal as a duplicate is a success`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(400, #"{"id":5,"error":"x.fit duplicate of activity 8319193780","activity_id":null}"#)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.wasThere)
  }

  @Test func `a ride whose file cannot be read is not sent`() async throws {
    let strava = try await scene.connected()
    let parcel = StravaScene.parcel { _ throws(SyncFault) in throw SyncFault(.empty) }
    #expect(await strava.send(parcel, mayBeThere: false) == .refused(SyncFault(.empty)))
    #expect(scene.server.lines == [])
  }

  @Test func `a new name and note are sent to the activity`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(200, #"{"id":8319193780}"#)
    let delivery = await strava.rename("8319193780", to: StravaScene.parcel(name: "Früh \"1\"", note: ""))
    #expect(delivery == Self.wasThere)
    #expect(scene.server.lines == ["PUT /api/v3/activities/8319193780"])
    #expect(scene.server.questions.first?.json == ["name": "Früh \"1\"", "description": ""])
  }

  @Test func `an activity that is deleted or has an invalid number cannot be renamed`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(404, #"{"message":"Resource Not Found"}"#)
    #expect(await strava.rename("8319193780", to: StravaScene.parcel) == .refused(SyncFault(.deletedThere)))
    guard case .refused = await strava.rename("../athlete", to: StravaScene.parcel) else {
      Issue.record("not refused")
      return
    }
    #expect(scene.server.lines.count == 1)
  }

  @Test func `sending without a connection stops Strava`() async {
    let strava = scene.strava()
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == .stopped(SyncFault(.unauthorized)))
    #expect(scene.server.lines == [])
  }

  @Test func `requests are sent to the configured address`() async throws {
    let strava = try await scene.connected { $0.url = "https://www.api-v3.strava.com/" }
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    #expect(scene.server.questions.first?.request.url == "https://www.api-v3.strava.com/uploads")
  }
}
