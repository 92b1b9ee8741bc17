package import ControlWire
import FoundationEssentials
package import Rides
import TrainerClient

/// Strava's API v3 (developers.strava.com/docs), used through the rider's own API app.
package struct Strava: UploadService {
  package let service = SyncService.strava
  let tools: ServiceTools
  let cache: StravaCache
  let access: StravaAccess
  let consents: StravaConsents
  let ride: @Sendable (_ externalID: String) async -> Int?

  /// - Parameters:
  ///   - tools: The tools of the service.
  ///   - port: The port on 127.0.0.1 for the browser's redirect.
  ///   - ride: Returns the number of the ride with an external ID; nil if it is not in this library.
  ///   - caught: Handles the call made from the browser's redirect, as `connect` does.
  package init(
    _ tools: ServiceTools, port: Int = 8721, ride: @escaping @Sendable (_ externalID: String) async -> Int?,
    caught: (@Sendable (Connect) async throws(SyncFault) -> ConnectOutcome)? = nil
  ) {
    self.tools = tools
    self.ride = ride
    cache = StravaCache(memory: tools.memory, clock: tools.clock)
    access = StravaAccess(tools: tools, cache: cache)
    consents = StravaConsents(tools: tools, access: access, cache: cache, port: port, caught: caught)
  }

  package func send(_ parcel: Parcel, mayBeThere: Bool) async -> Delivery {
    await delivery { () throws(StravaFailure) in
      try await mayBeThere ? uploadUnlessThere(parcel) : upload(parcel)
    }
  }

  package func follow(_ ticket: String, of parcel: Parcel) async -> Delivery {
    guard let ticket = StravaTicket(ticket) else { return await send(parcel, mayBeThere: true) }
    return await delivery { () throws(StravaFailure) in
      let response = try await access.answer(.get, "/uploads/\(ticket.upload)", accepting: [404])
      // Strava has forgotten the upload. The ride may still be there.
      if response.status == 404 { return try await uploadUnlessThere(parcel) }
      let upload = try response.json(StravaUpload.init)
      if case .processing = upload.outcome {
        guard let wait = ticket.next.wait else { return try await uploadUnlessThere(parcel) }
        return .processing(ticket: ticket.next.text, after: wait)
      }
      return try delivery(of: upload)
    }
  }

  package func rename(_ remoteID: String, to parcel: Parcel) async -> Delivery {
    guard remoteID.isIdentifier else { return .refused(SyncFault(.refused, detail: "no activity number")) }
    return await delivery { () throws(StravaFailure) in
      let response = try await access.answer(
        .put, "/activities/\(remoteID)", body: .json(["name": parcel.name, "description": parcel.note]),
        accepting: [404])
      guard response.status != 404 else { return .refused(SyncFault(.deletedThere)) }
      return .there(remoteID: remoteID, url: Self.page(remoteID), wasThere: true)
    }
  }

  /// Returns the page of an activity.
  static func page(_ activity: String) -> String { "https://www.strava.com/activities/\(activity)" }

  private func delivery(_ work: () async throws(StravaFailure) -> Delivery) async -> Delivery {
    do { return try await work() } catch { return error.delivery }
  }

  // MARK: - Upload

  /// Uploads the ride if it is not there.
  ///
  /// A second upload would be harmless, since Strava recognises a ride by its start and its content, but a lookup is
  /// cheaper.
  private func uploadUnlessThere(_ parcel: Parcel) async throws(StravaFailure) -> Delivery {
    if let activity = try await activity(of: parcel) {
      return .there(remoteID: activity, url: Self.page(activity), wasThere: true)
    }
    return try await upload(parcel)
  }

  private func upload(_ parcel: Parcel) async throws(StravaFailure) -> Delivery {
    let settings = try await access.settings()
    let file: NamedFile
    do { file = try await parcel.file("fit") } catch { throw StravaFailure(error) }
    var parts: [FormPart] = [
      .text("data_type", "fit"), .text("name", parcel.name),
      .text("sport_type", Self.sportType(of: parcel.ride, isVirtual: settings.virtual)),
      .text("external_id", parcel.externalID),
    ]
    // An imported file contains whether it was ridden indoors.
    if parcel.ride.importedFrom == nil { parts.append(.text("trainer", "1")) }
    if !parcel.note.isEmpty { parts.append(.text("description", parcel.note)) }
    parts.append(.file("file", filename: file.name, contentType: "application/octet-stream", file.bytes))
    let boundary = "jz2-\(tools.randomHex(digits: 32))"
    let response = try await access.answer(
      .post, "/uploads", body: .form(parts, boundary: boundary), accepting: [400, 409, 422])
    guard response.isSuccess else {
      // An immediate refusal can mean a duplicate.
      guard let upload = try? response.json(StravaUpload.init), case .there = upload.outcome else {
        throw StravaFailure(response, now: tools.clock.now, random: tools.random())
      }
      return try delivery(of: upload)
    }
    return try delivery(of: response.json(StravaUpload.init))
  }

  /// Returns Strava's sport type.
  ///
  /// A ride on a route is a virtual ride.
  private static func sportType(of ride: RideSummary, isVirtual: Bool) -> String {
    switch ride.sport {
    case .cycling, nil: isVirtual || ride.onRoute == true ? "VirtualRide" : "Ride"
    case .ebiking: "EBikeRide"
    case .running: "Run"
    case .walking: "Walk"
    case .hiking: "Hike"
    case .swimming: "Swim"
    case .rowing: "Rowing"
    case .skiing: "NordicSki"
    case .training, .other: "Workout"
    }
  }

  private func delivery(of upload: StravaUpload) throws(StravaFailure) -> Delivery {
    switch upload.outcome {
    case .there(let activity, let wasThere):
      return .there(remoteID: activity, url: activity.map(Self.page), wasThere: wasThere)
    case .refused(let fault): return .refused(fault)
    case .processing:
      guard let id = upload.id, let wait = StravaTicket(upload: id).wait else {
        throw StravaFailure(.badAnswer, "no upload number")
      }
      return .processing(ticket: StravaTicket(upload: id).text, after: wait)
    }
  }

  /// Returns the activity of a ride; nil if it does not exist, or if the permission to read is missing.
  private func activity(of parcel: Parcel) async throws(StravaFailure) -> String? {
    guard try await access.settings().history, let start = parcel.ride.startDate else {
      return nil
    }
    do throws(StravaFailure) {
      let around = try await page(1, before: start.wholeSeconds + 3600)
      return around.first { $0.externalID == parcel.externalID }?.remote.id
        ?? around.first { $0.isSame(as: parcel.ride, startingAt: start) }?.remote.id
    } catch  where error.fault.code == .missingScope {
      return nil
    }
  }
}

extension Strava: ConnectedByRider {
  package func connect(_ call: Connect) async throws(SyncFault) -> ConnectOutcome { try await consents.connect(call) }

  package func disconnect() async -> Bool {
    let isRevoked = await access.revoke()
    await consents.forget()
    return isRevoked
  }

  /// Waits again for a redirect that an earlier process waited for; must be called once.
  package func resume() async { await consents.resume() }
}

extension ServiceTools {
  /// Returns random hexadecimal digits of four bits each.
  func randomHex(digits: Int) -> String {
    String((0..<digits).map { _ in Character(String(min(Int(random() * 16), 15), radix: 16)) })
  }
}
