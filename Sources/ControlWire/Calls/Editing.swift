package import Rides

// Calls that change a ride of the library.

extension TrainerCalls {
  static let editing: [any TrainerCall.Type] = [
    Edit.self, Delete.self, Undelete.self, SuggestTrim.self, TrimRide.self, Untrim.self, NoteUpload.self,
  ]
}

/// Changes a ride's name, note or sport.
package struct Edit: TrainerCall {
  package static let method = "Edit"
  package static let access = AccessLevel.library
  package typealias Reply = EditedRide

  package var ride: String
  /// The name; empty to remove it, absent to keep it.
  package var name: String?
  /// The note; empty to remove it, absent to keep it.
  package var note: String?
  /// The sport; absent to keep it.
  package var sport: Sport?

  package init(ride: String, name: String? = nil, note: String? = nil, sport: Sport? = nil) {
    self.ride = ride
    self.name = name
    self.note = note
    self.sport = sport
  }
}

/// Deletes a ride; `Undelete` restores it for 30 days, unless it is deleted for good.
package struct Delete: TrainerCall {
  package static let method = "Delete"
  package static let access = AccessLevel.library
  package typealias Reply = EditedRide

  package var ride: String
  /// Whether to delete it for good.
  package var now: Bool?

  package init(ride: String, now: Bool = false) {
    self.ride = ride
    self.now = now ? true : nil
  }

  package var neededAccess: AccessLevel { now == true ? .all : Self.access }
  /// Deletion for good rewrites the database without the ride, on a card that may be slow.
  package var patience: Duration { .seconds(now == true ? 600 : 15) }
}

/// Restores a deleted ride.
package struct Undelete: TrainerCall {
  package static let method = "Undelete"
  package static let access = AccessLevel.library
  package typealias Reply = EditedRide

  package var ride: String

  package init(ride: String) { self.ride = ride }
}

/// Suggests how to trim a ride.
package struct SuggestTrim: TrainerCall {
  package static let method = "SuggestTrim"
  package static let access = AccessLevel.look
  package typealias Reply = SuggestedTrim

  package var ride: String

  package init(ride: String) { self.ride = ride }
}

/// Trims a ride: the method `Trim`.
///
/// The parts left out stay in the store; the seconds count from the beginning of the whole ride.
package struct TrimRide: TrainerCall {
  package static let method = "Trim"
  package static let access = AccessLevel.library
  package typealias Reply = TrimmedRide

  package var ride: String
  /// The first second to keep; absent to leave that bound as it is.
  package var fromSeconds: Int?
  /// The first second to leave out again; absent to leave that bound as it is.
  package var toSeconds: Int?
  /// Whether the daemon trims as `SuggestTrim` proposes, instead of the two bounds.
  package var auto: Bool?

  package init(ride: String, fromSeconds: Int? = nil, toSeconds: Int? = nil, auto: Bool? = nil) {
    self.ride = ride
    self.fromSeconds = fromSeconds
    self.toSeconds = toSeconds
    self.auto = auto
  }

  package var patience: Duration { .seconds(60) }
}

/// Removes a ride's trim.
package struct Untrim: TrainerCall {
  package static let method = "Untrim"
  package static let access = AccessLevel.library
  package typealias Reply = TrimmedRide

  package var ride: String

  package init(ride: String) { self.ride = ride }

  package var patience: Duration { .seconds(60) }
}

/// Notes that a ride was uploaded to a service, so that a later trim can warn; for jz2sync, notes the state of an
/// upload.
///
/// Notes with a state are jz2sync's: a ride has only the latest for each service. Notes without a state are the rider's
/// own, one for each activity.
package struct NoteUpload: TrainerCall {
  package static let method = "NoteUpload"
  package static let access = AccessLevel.library
  package static let isForSync = true
  package typealias Reply = TrimmedRide

  package var ride: String
  package var service: String
  /// The exported activity, as in `RideSummary.activity`; absent for the ride as it is now.
  package var activity: String?
  /// The state of the upload, except `stale`, which the daemon determines; absent for an upload by hand.
  package var state: UploadState?
  /// The service's ID of the activity; it and the next two need a state.
  package var remoteId: String?
  /// The address of the activity's page.
  package var url: String?
  /// The fault, as a sentence.
  package var message: String?
  /// Whether to remove the note with a state, instead of all that.
  package var remove: Bool?

  package init(
    ride: String, service: String, activity: String? = nil, state: UploadState? = nil, remoteId: String? = nil,
    url: String? = nil, message: String? = nil, remove: Bool = false
  ) {
    self.ride = ride
    self.service = service
    self.activity = activity
    self.state = state
    self.remoteId = remoteId
    self.url = url
    self.message = message
    self.remove = remove ? true : nil
  }
}

/// A ride as it is after a change.
package struct EditedRide: Codable, Hashable, Sendable {
  package var ride: RideSummary

  package init(ride: RideSummary) { self.ride = ride }
}

/// The reply to `SuggestTrim`.
package struct SuggestedTrim: Codable, Hashable, Sendable {
  package var ride: RideSummary
  package var suggestion: TrimSuggestion

  package init(ride: RideSummary, suggestion: TrimSuggestion) {
    self.ride = ride
    self.suggestion = suggestion
  }
}

/// A ride as it is now, with its uploads.
package struct TrimmedRide: Codable, Hashable, Sendable {
  package var ride: RideSummary
  package var uploads: [Upload]

  package init(ride: RideSummary, uploads: [Upload]) {
    self.ride = ride
    self.uploads = uploads
  }
}
