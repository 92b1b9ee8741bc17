/// An answer to a call of `org.justzone2.Trainer`; a streamed call has several.
public enum ControlReply: Hashable, Sendable {
  /// To `Scan` and `Devices`.
  case devices([Device])
  /// To `Use`: the device as it is now known.
  case device(Device)
  /// To `Start`.
  case started(Started)
  /// To `SetWatts`.
  case target(Target)
  /// To `Pause`, `Resume`, `Forget`: done.
  case done
  /// To `Stop`: the ride as it was finished; nil where it ended before the first pedal stroke and nothing was kept.
  case stopped(RideSummary?)
  /// To `Status` and `Watch`.
  case status(Status)
  /// To `Rides`, in the order asked for, and whether there are more, for which the message has no room.
  case rides([RideSummary], more: Bool = false)
  /// To `Edit`, `Delete`, `Undelete`: the ride as it is now.
  case edited(RideSummary)
  /// To `Review`.
  case reviewed(ReviewedRide)
  /// To `SuggestTrim`.
  case suggestion(RideSummary, TrimSuggestion)
  /// To `Trim`, `Untrim` and `NoteUpload`: the ride as it is now, and where it was uploaded to.
  case trimmed(RideSummary, uploads: [Upload])
  /// To `Show`: the ride, and the next of its rows.
  case ride(RideSummary, samples: [SampleRow])
  /// To `Links`: the ride, what befell its links, in order of time, and how evenly its devices spoke.
  case links(RideSummary, [LinkIncident], [LinkIntervals])
  /// To `Export` and `Backup`.
  case piece(FilePiece)
  /// To `Import`.
  case importing(ImportProgress)
  /// To `Restore`.
  case restoring(RestoreProgress)
  /// To `History`, oldest first, and whether there are older ones, for which the message has no room.
  case history([RideTrend], more: Bool = false)
  /// To `Settings` and `SetSettings`.
  case settings(SettingsAndZones)
  /// To `Doctor`.
  case checks([Check])
  /// To `Plans`, by name, and whether there are more, for which the message has no room.
  case plans([PlanSummary], more: Bool = false)
  /// To `ShowPlan`, `NewPlan`, `AddToPlan` and `RenamePlan`: the plan as it is now.
  case plan(PlanDetails)
  /// To `ImportPlan`.
  case importingPlan(PlanImportProgress)
  /// To `Done`, `Skip`, `Back`, `Extend`, `Bias` and `Label`: where the ride stands in its plan now.
  case stepped(PlanStatus)
}

/// A target as it was taken.
public struct Target: Codable, Hashable, Sendable {
  /// The target that the trainer acknowledged, in watts; during a pause, the one that it will be given.
  public var targetWatts: Int
  /// The target that was asked for.
  public var askedWatts: Int
  /// The least that the trainer can hold, if it says so.
  public var minimumWatts: Int?
  /// The most that the trainer can hold, if it says so.
  public var maximumWatts: Int?

  /// A target as it was taken.
  public init(targetWatts: Int, askedWatts: Int, minimumWatts: Int? = nil, maximumWatts: Int? = nil) {
    self.targetWatts = targetWatts
    self.askedWatts = askedWatts
    self.minimumWatts = minimumWatts
    self.maximumWatts = maximumWatts
  }
}

/// A ride that was begun.
public struct Started: Codable, Hashable, Sendable {
  /// The ride.
  public var ride: RideStatus
  /// Its target; absent where it begins with free riding.
  public var target: Target?
  /// What it is ridden with, the trainer first.
  public var devices: [RiddenDevice]
  /// The first interval of its plan whose power the trainer does not hold; absent where it holds them all.
  public var unheld: Unheld?

  /// A ride that was begun.
  public init(ride: RideStatus, target: Target?, devices: [RiddenDevice] = [], unheld: Unheld? = nil) {
    self.ride = ride
    self.target = target
    self.devices = devices
    self.unheld = unheld
  }
}

/// An interval that asks for a power which the trainer does not hold; it is ridden with the nearest that it does.
public struct Unheld: Codable, Hashable, Sendable {
  /// Its place in the plan, from 1.
  public var interval: Int
  /// What it asks for.
  public var watts: Int
  /// The least that the trainer holds, in watts.
  public var minimumWatts: Int
  /// The most that the trainer holds, in watts.
  public var maximumWatts: Int

  /// An interval beyond what the trainer holds.
  public init(interval: Int, watts: Int, minimumWatts: Int, maximumWatts: Int) {
    self.interval = interval
    self.watts = watts
    self.minimumWatts = minimumWatts
    self.maximumWatts = maximumWatts
  }
}

/// A device that a ride is ridden with, and why this one.
public struct RiddenDevice: Codable, Hashable, Sendable {
  /// Why a device was taken.
  public enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
    /// `use` chose it, or an earlier start took it.
    case chosen
    /// It was the only one of its kind in range.
    case onlyOne
    /// Of those in range it was the only one that had been chosen before.
    case onlyKnown
  }

  /// What it is to the ride.
  public var kind: DeviceRole
  /// The device's address.
  public var address: String
  /// The name it advertises; absent where it gave none.
  public var name: String?
  /// Why this one.
  public var reason: Reason

  /// A device and why it was taken.
  public init(kind: DeviceRole, address: String, name: String?, reason: Reason) {
    self.kind = kind
    self.address = address
    self.name = name
    self.reason = reason
  }
}

/// A part of a file.
public struct FilePiece: Codable, Hashable, Sendable {
  /// The name the file would have: `2026-11-21T064512Z.tcx`.
  public var fileName: String
  /// The piece's number, from 0.
  public var sequence: Int
  /// The bytes, in Base64.
  public var data: String
  /// What the ride in the file is known by, RFC 3339 with milliseconds; absent of another file.
  public var activity: String?

  /// A part of a file.
  public init(fileName: String, sequence: Int, data: String, activity: String? = nil) {
    self.fileName = fileName
    self.sequence = sequence
    self.data = data
    self.activity = activity
  }
}
