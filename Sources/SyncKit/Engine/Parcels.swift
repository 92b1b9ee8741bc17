import ControlWire
import FoundationEssentials
import Loop
import Rides
import TrainerClient

/// Makes parcels of rides.
struct Parcels: Sendable {
  let library: any TrainerLibrary

  /// Returns a ride in the form in which it is sent.
  func parcel(of ride: RideSummary, in store: String, first: String?) -> Parcel {
    let externalID = Self.externalID(of: ride, in: store)
    let library = library
    return Parcel(
      ride: ride, externalID: externalID, firstExternalID: first ?? externalID,
      name: ride.title ?? Self.usualName(ride), note: ride.note ?? ""
    ) { format throws(SyncFault) in
      do throws(ControlError) {
        let exported = try await library.file(of: ride.id, format: format, whole: false)
        // The ride was trimmed since it was read. The next attempt reads its present form.
        guard exported.activity == nil || exported.activity == ride.activity else {
          throw ControlError(.rideUnfinished)
        }
        return exported
      } catch {
        throw SyncFault(.unfinished, detail: error.code.rawValue)
      }
    } whole: { () throws(SyncFault) in
      do throws(ControlError) {
        return try await library.file(of: ride.id, format: "json", whole: true).bytes
      } catch {
        throw SyncFault(.unfinished, detail: error.code.rawValue)
      }
    }
  }

  /// The external ID of a ride: STORE-UUID.ACTIVITY-ID.
  static func externalID(of ride: RideSummary, in store: String) -> String { "\(store).\(ride.activityID)" }

  /// Returns a name from the sport and the local time of day at the start.
  static func usualName(_ ride: RideSummary) -> String {
    let noun = noun(for: ride.sport)
    guard let start = ride.startDate.map({ Int($0.timeIntervalSince1970) }),
      let offset = SystemClock.utcOffsetSeconds(at: start)
    else { return "\(noun.prefix(1).uppercased())\(noun.dropFirst())" }
    return switch LocalMoment(milliseconds: Int64(start) * 1000, utcOffsetSeconds: offset).secondOfDay / 3600 {
    case 4..<12: "Morning \(noun)"
    case 12..<17: "Afternoon \(noun)"
    case 17..<22: "Evening \(noun)"
    default: "Night \(noun)"
    }
  }

  private static func noun(for sport: Sport?) -> String {
    switch sport {
    case .cycling, .ebiking, nil: "ride"
    case .running: "run"
    case .walking: "walk"
    case .hiking: "hike"
    case .swimming: "swim"
    case .rowing: "row"
    case .skiing: "ski"
    case .training, .other: "workout"
    }
  }
}
