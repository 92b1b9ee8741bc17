package import Rides

// Calls that change a ride of the library.

extension TrainerCalls {
  static let editing: [any TrainerCall.Type] = [
    Edit.self, Delete.self, Undelete.self, SuggestTrim.self, TrimRide.self, Untrim.self, NoteUpload.self,
  ]
}

/// Gives a ride another name, note or sport.
package struct Edit: TrainerCall {
  package static let method = "Edit"
  package static let access = AccessLevel.library
  package typealias Reply = EditedRide

  package var ride: String
  /// The name; empty for none, absent to leave it.
  package var name: String?
  /// The note; empty for none, absent to leave it.
  package var note: String?
  /// The sport; absent to leave it.
  package var sport: Sport?

  package init(ride: String, name: String? = nil, note: String? = nil, sport: Sport? = nil) {
    self.ride = ride
    self.name = name
    self.note = note
    self.sport = sport
  }
}

/// Deletes a ride; `Undelete` brings it back for 30 days, unless it is deleted for good now.
package struct Delete: TrainerCall {
  package static let method = "Delete"
  package static let access = AccessLevel.library
  package typealias Reply = EditedRide

  package var ride: String
  /// Whether it is deleted for good.
  package var now: Bool?

  package init(ride: String, now: Bool = false) {
    self.ride = ride
    self.now = now ? true : nil
  }

  package var neededAccess: AccessLevel { now == true ? .all : Self.access }
  /// For good, the database is rewritten without the ride, on a card that may be slow.
  package var patience: Duration { .seconds(now == true ? 600 : 15) }
}

/// Brings a deleted ride back.
package struct Undelete: TrainerCall {
  package static let method = "Undelete"
  package static let access = AccessLevel.library
  package typealias Reply = EditedRide

  package var ride: String

  package init(ride: String) { self.ride = ride }
}

/// Suggests where a ride might be trimmed.
package struct SuggestTrim: TrainerCall {
  package static let method = "SuggestTrim"
  package static let access = AccessLevel.look
  package typealias Reply = SuggestedTrim

  package var ride: String

  package init(ride: String) { self.ride = ride }
}

/// Trims a ride: the method `Trim`.
///
/// What is left out stays in the store; the seconds count from the beginning of the whole ride.
package struct TrimRide: TrainerCall {
  package static let method = "Trim"
  package static let access = AccessLevel.library
  package typealias Reply = TrimmedRide

  package var ride: String
  /// The first second to keep; absent for the one that is kept now.
  package var fromSeconds: Int?
  /// The first second to leave out again; absent for the one that is left out now, if one is.
  package var toSeconds: Int?
  /// Whether the daemon chooses as `SuggestTrim` proposes, in place of the two.
  package var auto: Bool?

  package init(ride: String, fromSeconds: Int? = nil, toSeconds: Int? = nil, auto: Bool? = nil) {
    self.ride = ride
    self.fromSeconds = fromSeconds
    self.toSeconds = toSeconds
    self.auto = auto
  }

  package var patience: Duration { .seconds(60) }
}

/// Makes a trimmed ride whole again.
package struct Untrim: TrainerCall {
  package static let method = "Untrim"
  package static let access = AccessLevel.library
  package typealias Reply = TrimmedRide

  package var ride: String

  package init(ride: String) { self.ride = ride }

  package var patience: Duration { .seconds(60) }
}

/// Notes that a ride was given to a service, so that a later trim can warn; or, for jz2sync, how far it is on its way.
///
/// Notes with a state are jz2sync's: a ride has one of them for each service, the latest. Notes without one are the
/// rider's own, one for each activity.
package struct NoteUpload: TrainerCall {
  package static let method = "NoteUpload"
  package static let access = AccessLevel.library
  package static let isForSync = true
  package typealias Reply = TrimmedRide

  package var ride: String
  package var service: String
  /// The activity that was exported, as `RideSummary.activity` has it; absent for the ride as it is now.
  package var activity: String?
  /// The state of its way there, any but `stale`, which the daemon finds out itself; absent for an upload by hand.
  package var state: UploadState?
  /// The service's number of the activity; it needs a state, and so do the next two.
  package var remoteId: String?
  /// The activity's page there.
  package var url: String?
  /// What is wrong, in a sentence.
  package var message: String?
  /// Whether the note with a state is taken away, in place of all that.
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

/// The answer to `SuggestTrim`.
package struct SuggestedTrim: Codable, Hashable, Sendable {
  package var ride: RideSummary
  package var suggestion: TrimSuggestion

  package init(ride: RideSummary, suggestion: TrimSuggestion) {
    self.ride = ride
    self.suggestion = suggestion
  }
}

/// A ride as it is now, and where it was uploaded to.
package struct TrimmedRide: Codable, Hashable, Sendable {
  package var ride: RideSummary
  package var uploads: [Upload]

  package init(ride: RideSummary, uploads: [Upload]) {
    self.ride = ride
    self.uploads = uploads
  }
}
