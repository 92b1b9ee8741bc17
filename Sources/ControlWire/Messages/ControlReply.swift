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
  /// To `Rides`, newest first.
  case rides([RideSummary])
  /// To `Show`: the ride, and the next of its rows.
  case ride(RideSummary, samples: [SampleRow])
  /// To `Links`: the ride, and what befell its links, in order of time.
  case links(RideSummary, [LinkIncident])
  /// To `Export`.
  case piece(FilePiece)
  /// To `Doctor`.
  case checks([Check])
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
  /// Its target.
  public var target: Target

  /// A ride that was begun.
  public init(ride: RideStatus, target: Target) {
    self.ride = ride
    self.target = target
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

  /// A part of a file.
  public init(fileName: String, sequence: Int, data: String) {
    self.fileName = fileName
    self.sequence = sequence
    self.data = data
  }
}
