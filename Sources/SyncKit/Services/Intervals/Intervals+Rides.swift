internal import ControlWire
internal import FoundationEssentials
internal import Logging
internal import Rides
import TrainerClient

extension Intervals: UploadService {
  /// The maximum size of a description in an address, in bytes.
  ///
  /// Servers accept addresses of 8 KiB.
  private static let longestQuery = 4000

  /// Sends a ride.
  ///
  /// The service recognises a file by its bytes, responds with 200 instead of 201, and names the activity. If the ride
  /// may be there already, the ride's `external_id` is looked up first, since a later version may write other bytes.
  package func send(_ parcel: Parcel, mayBeThere: Bool) async -> Delivery {
    do throws(IntervalsFailure) {
      let (site, key) = try await access()
      if mayBeThere, let id = try await find(parcel, at: site, key: key) {
        return .there(remoteID: id, url: site.page(of: id), wasThere: true)
      }
      let file: NamedFile
      do throws(SyncFault) { file = try await parcel.file("fit") } catch {
        return error.code == .empty || error.code == .deleted ? .refused(error) : .later(error, after: nil)
      }
      let answer = try await client.ask(upload(of: parcel, file), at: site, key: key)
      guard let id = Self.activity(in: answer) else {
        // The service has the ride, or the response was not from the service.
        guard let id = try await find(parcel, at: site, key: key) else {
          return .later(SyncFault(.badAnswer), after: nil)
        }
        return .there(remoteID: id, url: site.page(of: id), wasThere: false)
      }
      if Self.description(of: parcel) != parcel.note { await completeNote(of: id, from: parcel) }
      return .there(remoteID: id, url: site.page(of: id), wasThere: answer.status == 200)
    } catch {
      return error.delivery
    }
  }

  /// Looks the ride up again.
  ///
  /// The service processes a ride at once.
  package func follow(_ ticket: String, of parcel: Parcel) async -> Delivery {
    await send(parcel, mayBeThere: true)
  }

  package func rename(_ remoteID: String, to parcel: Parcel) async -> Delivery {
    do throws(IntervalsFailure) {
      let (site, key) = try await access()
      _ = try await client.ask(
        IntervalsClient.Question(
          method: .put, path: "activity/\(FormEncoding.escaped(remoteID))",
          body: .json(["name": parcel.name, "description": parcel.note])), at: site, key: key)
      return .there(remoteID: remoteID, url: site.page(of: remoteID), wasThere: true)
    } catch {
      if case .missing = error { return .refused(SyncFault(.deletedThere)) }
      return error.delivery
    }
  }

  private func completeNote(of id: String, from parcel: Parcel) async {
    let delivery = await rename(id, to: parcel)
    guard case .there = delivery else {
      tools.log.notice("intervals.icu: the note of activity \(id) is cut short: \(delivery)")
      return
    }
  }

  private func upload(of parcel: Parcel, _ file: NamedFile) -> IntervalsClient.Question {
    var query = [(name: "name", value: parcel.name)]
    let description = Self.description(of: parcel)
    if !description.isEmpty { query.append((name: "description", value: description)) }
    query.append((name: "external_id", value: parcel.externalID))
    // 128 random bits, which do not occur in any file.
    let boundary = (0..<32).map { _ in String(Int(tools.random() * 16) & 15, radix: 16) }.joined()
    return IntervalsClient.Question(
      method: .post, path: "athlete/0/activities", query: query,
      body: .form(
        [.file("file", filename: file.name, contentType: "application/octet-stream", file.bytes)],
        boundary: "jz2-\(boundary)"))
  }

  /// Returns as much of the note as fits into an address.
  ///
  /// `rename` sends the rest.
  private static func description(of parcel: Parcel) -> String {
    if FormEncoding.escaped(parcel.note).utf8.count <= longestQuery { return parcel.note }
    // A code point has at most four bytes, each escaped by three.
    return String(String.UnicodeScalarView(parcel.note.unicodeScalars.prefix(longestQuery / 12)))
  }

  /// Returns the activity that an upload created or found: `{"id":"i1","activities":[{"id":"i1"}]}`, or only the list.
  private static func activity(in answer: HTTPResponse) -> String? {
    guard let body = JSONValue(answer.body) else { return nil }
    return body["activities"].list?.first?["id"].key ?? body["id"].key ?? body.list?.first?["id"].key
  }

  /// Returns the activity with the ride's `external_id`; nil if it does not exist.
  private func find(_ parcel: Parcel, at site: IntervalsSite, key: String) async throws(IntervalsFailure) -> String? {
    // The service uses the rider's local days, which differ from those of UTC by at most one. The newest day of the
    // range means its beginning.
    guard let start = parcel.ride.startDate else { return nil }
    let answer = try await client.ask(
      IntervalsClient.Question(
        path: "athlete/0/activities",
        query: [
          (name: "oldest", value: "\(start.day.advanced(by: -2))"),
          (name: "newest", value: "\(start.day.advanced(by: 2))"),
        ]),
      at: site, key: key)
    guard let activities = JSONValue(answer.body)?.list else {
      throw .later(SyncFault(.badAnswer), after: nil)
    }
    return activities.first { $0["external_id"].word == parcel.externalID }?["id"].key
  }
}
