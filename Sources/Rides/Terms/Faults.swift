// The reasons of refusals: errors that the domain throws, messages transport and the screen explains.

/// Why a plan, or its file, is rejected or cannot be ridden, and where the fault is.
package struct PlanFault: Error, Codable, Hashable, Sendable {
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// The plan is empty.
    case empty
    /// A length without time or distance.
    case zeroLength
    /// More time or distance than allowed.
    case tooLong
    /// A power that trainers cannot hold.
    case powerOutOfRange
    /// An unknown zone.
    case unknownZone
    /// A heart rate outside `Limits.heartRate`.
    case heartRateOutOfRange
    /// A cadence outside `Limits.cadenceRpm`.
    case cadenceOutOfRange
    /// A group repeats less than once or too often.
    case repeatsOutOfRange
    /// More intervals than allowed.
    case tooManyIntervals
    /// A name, label or cue that is empty or too long.
    case badText
    /// More cues than allowed.
    case tooManyCues
    /// A place outside the range of coordinates.
    case badPlace
    /// A location without a route.
    case noRoute
    /// The route does not come near the location.
    case farFromRoute
    /// Power in percent without a functional threshold power.
    case noThreshold
    /// A heart-rate zone or heart rates without a start power.
    case noStartWatts
    /// A heart-rate zone or heart rates in a ride without a strap.
    case noHeartRate
    /// A heart-rate zone whose method lacks a setting.
    case noZones
    /// The file is not text.
    case notText
    /// The file has an unknown encoding.
    case unknownEncoding
    /// The file does not follow its format.
    case malformed
    /// The file has a document type or entities, with which a small file can expand without limit.
    case forbidden
    /// An unknown word in a plan.
    case unknownWord
    /// The format cannot express part of the plan.
    case notExpressible
    /// The file is larger than allowed.
    case tooLarge
    /// The file has more parts of one kind than allowed.
    case tooManyParts
    /// The file is a kind of workout that trainers cannot ride.
    case unsupported
    /// An interval has two ends or no end, or two targets.
    case contradictory
    /// The plan ends with fewer single intervals than the group needs.
    case nothingToRepeat
    /// The format needs the other kind of power, and the functional threshold power is not set.
    case formatWantsThreshold
    /// The file is a route, and its plan was not named.
    case routeWantsPlan
    /// The plan's route has no place with that name.
    case unknownPlace
  }

  package var code: Code
  /// The line in the file, from 1; nil without a file.
  package var line: Int?
  /// The interval, from 1; nil if the fault concerns the whole plan.
  package var interval: Int?
  /// Further details, or empty.
  package var detail: String

  package init(_ code: Code, line: Int? = nil, interval: Int? = nil, detail: String = "") {
    self.code = code
    self.line = line
    self.interval = interval
    self.detail = detail
  }
}

extension PlanFault: CustomStringConvertible {
  /// `unknownWord in line 3: …`.
  package var description: String {
    let place = line.map { " in line \($0)" } ?? interval.map { " in interval \($0)" } ?? ""
    return "\(code.rawValue)\(place): \(detail)"
  }
}

/// Why a day has no planned workout to ride.
package struct PlannedAbsence: Codable, Hashable, Sendable {
  package enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
    /// No service has sent workouts yet.
    case noService
    /// The workouts of the day are unknown, or were fetched too long ago.
    case notFetched
    /// The services have no workout for the day.
    case none
    /// All workouts of the day have been ridden.
    case allRidden
  }

  package var cause: Cause
  /// The day, `2026-11-25`.
  package var day: String
  /// Time of the last fetch, RFC 3339; nil before the first one.
  package var fetched: String?
  /// The names of the workouts of the day.
  package var plans: [String]

  package init(_ cause: Cause, day: String, fetched: String? = nil, plans: [String] = []) {
    self.cause = cause
    self.day = day
    self.fetched = fetched
    self.plans = plans
  }
}

/// Why a file cannot be imported, and where the fault is.
package struct FileFault: Error, Codable, Hashable, Sendable {
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// The file is neither FIT, TCX, GPX nor JSON.
    case notThisFormat
    /// The file is XML in an unknown encoding; the detail is its name.
    case unknownEncoding
    /// The file ends too early.
    case cut
    /// The checksum does not match.
    case wrongChecksum
    /// The file does not follow its format.
    case malformed
    /// The file has a document type or entities, with which a small file can expand without limit.
    case forbidden
    /// The file has a number that is not possible in a ride.
    case outOfRange
    /// The file has no activity.
    case noActivity
    /// The file is a route: its points have no times.
    case noTimes
    /// The times of its points are unreadable or not those of a ride; the detail is the first one.
    case badTimes
    /// The ride is longer than allowed.
    case tooLong
    /// The ride has more points than allowed.
    case tooManyPoints
    /// The ride has more laps than allowed.
    case tooManyLaps
    /// The file has more rides than allowed.
    case tooManyRides
    /// The file has more parts of another kind than allowed; the detail is the kind.
    case tooManyParts
    /// The file has more nested elements than allowed.
    case tooDeep
    /// The file has a longer tag or comment than allowed.
    case textTooLong
    /// The file is larger than allowed.
    case tooLarge
  }

  package var code: Code
  /// The position, in bytes from the file's beginning.
  package var byte: Int
  /// The line, from 1; nil for a file without lines.
  package var line: Int?
  /// Further details, or empty.
  package var detail: String
  /// The number of limited parts, or of bad times; seconds for `tooLong`.
  ///
  /// If reading stopped at the limit, one more than the limit.
  package var found: Int?
  /// The limit; nil if no limit is exceeded.
  package var allowed: Int?

  package init(
    _ code: Code, byte: Int, line: Int?, detail: String, found: Int? = nil, allowed: Int? = nil
  ) {
    self.code = code
    self.byte = byte
    self.line = line
    self.detail = detail
    self.found = found
    self.allowed = allowed
  }
}

extension FileFault {
  /// The details in one text: `20000 laps, at most 10000`.
  package var reason: String {
    allowed.map { "\(found ?? $0) \(detail), at most \($0)" } ?? detail
  }
}

extension FileFault: CustomStringConvertible {
  /// `malformed at byte 96 (line 3): …`.
  package var description: String {
    let line = line.map { " (line \($0))" } ?? ""
    return "\(code.rawValue) at byte \(byte)\(line): \(reason)"
  }
}

extension StoreObstacle.Cause: OpenEnum {
  package static var unrecognized: StoreObstacle.Cause { .failed }
}

/// An obstacle to storing rides.
package struct StoreObstacle: Codable, Hashable, Sendable {
  package enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
    /// The path is a file, or leads through one.
    case notADirectory
    /// The directory belongs to another user; `context` is that user's name.
    case otherOwner
    /// The directory does not exist, and the daemon may not create it.
    case notMade
    /// The directory, or one above it, is not accessible.
    case notPermitted
    /// The file system is read-only.
    case readOnly
    /// Another program uses the library; `context` is its process ID.
    case inUse
    /// A later version created the library; `context` is its migration.
    case newerVersion
    /// The disk is full.
    case diskFull
    /// The library cannot be read.
    case damaged
    /// Any other obstacle; `context` is the system's message.
    case failed
  }

  package var cause: Cause
  /// The file or directory.
  package var path: String
  /// The user that runs the daemon.
  package var user: String
  /// Details beyond the cause.
  package var context: String?

  package init(_ cause: Cause, path: String, user: String, context: String? = nil) {
    self.cause = cause
    self.path = path
    self.user = user
    self.context = context
  }
}

/// Why a file cannot replace the library.
package struct BackupFault: Codable, Hashable, Sendable {
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// The file is not a database, or is one of another program.
    case notALibrary
    /// The file is damaged.
    case damaged
    /// A later version of the program created it.
    case newerVersion
    /// The file ends too early.
    case cut
  }

  package var code: Code
  /// Further details, or empty.
  package var detail: String

  package init(_ code: Code, detail: String) {
    self.code = code
    self.detail = detail
  }
}

/// Why the library cannot be replaced now.
package enum RestoreObstacle: String, Codable, Hashable, Sendable, CaseIterable {
  /// A ride is active.
  case riding
  /// A ride is waiting to be written.
  case writing
  /// A ride is being imported.
  case importing
  /// Another library is being restored.
  case busy
}

/// Why a ride has no recording of its radio traffic.
package enum MissingRecording: String, Codable, Hashable, Sendable, CaseIterable {
  /// The radio in use is a simulation or a capture.
  case noController
  /// The daemon may not listen to the controller.
  case notPermitted
  /// It was not made, or is no longer kept.
  case notKept
}
