// Why something is refused: what the domain throws, the wire carries and the screen explains.

/// Why a plan, or the file of one, cannot be taken or ridden, and where that shows.
package struct PlanFault: Error, Codable, Hashable, Sendable {
  /// The reasons.
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// There is nothing in it.
    case empty
    /// No time or no distance.
    case zeroLength
    /// More time or distance than is taken.
    case tooLong
    /// A power that no trainer holds.
    case powerOutOfRange
    /// There is no such zone.
    case unknownZone
    /// A heart rate that nobody has.
    case heartRateOutOfRange
    /// A cadence that nobody turns.
    case cadenceOutOfRange
    /// A group repeats less than once or too often.
    case repeatsOutOfRange
    /// More intervals than are taken.
    case tooManyIntervals
    /// A name, label or cue that is empty or too long.
    case badText
    /// More cues than are taken.
    case tooManyCues
    /// A place that is not on the globe.
    case badPlace
    /// A location, and no route to reach it on.
    case noRoute
    /// The route does not come near the location.
    case farFromRoute
    /// Power in percent, and no functional threshold power set.
    case noThreshold
    /// A heart-rate zone or heart rates, and no power to begin at.
    case noStartWatts
    /// A heart-rate zone or heart rates, and a ride without a strap.
    case noHeartRate
    /// A heart-rate zone whose method needs a setting that is not there.
    case noZones
    /// The file is no text.
    case notText
    /// The file is in an encoding that is not known.
    case unknownEncoding
    /// The file is not built as its format requires.
    case malformed
    /// The file has a document type or entities, by which a small file can grow without end.
    case forbidden
    /// A word that means nothing in a plan.
    case unknownWord
    /// The format cannot say what the plan has.
    case notExpressible
    /// The file is larger than is taken.
    case tooLarge
    /// The file has more of one kind of part than is taken.
    case tooManyParts
    /// The file is a workout of a kind that no trainer can ride.
    case unsupported
    /// An interval has two ends or none, or two targets.
    case contradictory
    /// Fewer single intervals at its end than are to become a group.
    case nothingToRepeat
    /// The format counts in the other kind of power, and no functional threshold power is set.
    case formatWantsThreshold
    /// The file is a route, and its plan was not named.
    case routeWantsPlan
    /// The plan's route has no place of that name.
    case unknownPlace
  }

  /// The reason.
  package var code: Code
  /// Where in a file, as a line from 1; nil if there is no file.
  package var line: Int?
  /// Which interval, from 1; nil if the fault is about the whole.
  package var interval: Int?
  /// Details beyond that; empty for none.
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

/// Why there is no planned workout to ride on a day.
package struct PlannedAbsence: Codable, Hashable, Sendable {
  /// The reasons.
  package enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
    /// No service has delivered workouts yet.
    case noService
    /// The workouts of the day are not known, or were fetched too long ago.
    case notFetched
    /// No service has a workout for the day.
    case none
    /// The workouts of the day were ridden.
    case allRidden
  }

  /// The reason.
  package var cause: Cause
  /// The day, `2026-11-25`.
  package var day: String
  /// When workouts were fetched last, RFC 3339; nil if they never were.
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

/// Why a file cannot be imported, and where that shows.
package struct FileFault: Error, Codable, Hashable, Sendable {
  /// The reasons.
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is neither FIT, TCX, GPX nor JSON.
    case notThisFormat
    /// It is XML in an encoding that is not known; the detail is its name.
    case unknownEncoding
    /// It ends too early.
    case cut
    /// Its checksum is not that of its bytes.
    case wrongChecksum
    /// It is not built as its format requires.
    case malformed
    /// It has a document type or entities, by which a small file can grow without end.
    case forbidden
    /// It has a number that no ride can have.
    case outOfRange
    /// It holds no activity.
    case noActivity
    /// It is a route: its points have no times.
    case noTimes
    /// No time of its points can be read or belongs to a ride; the detail is the first.
    case badTimes
    /// The ride is longer than is taken.
    case tooLong
    /// The ride has more points than are taken.
    case tooManyPoints
    /// The ride has more laps than are taken.
    case tooManyLaps
    /// It has more rides than are taken.
    case tooManyRides
    /// It has more of another kind of part than is taken; the detail is the kind.
    case tooManyParts
    /// It has more elements within each other than are taken.
    case tooDeep
    /// It has a longer tag or comment than is taken.
    case textTooLong
    /// The file is larger than is taken.
    case tooLarge
  }

  /// The reason.
  package var code: Code
  /// Where, in bytes from the file's beginning.
  package var byte: Int
  /// Where, as a line from 1; nil for a file without lines.
  package var line: Int?
  /// Details beyond that; empty for none.
  package var detail: String
  /// How much there is of something that is limited, or of times that are bad; seconds for `tooLong`.
  ///
  /// Where reading ended at the limit, one more than the limit.
  package var found: Int?
  /// How much is taken; nil if no limit is exceeded.
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

extension StoreObstacle.Cause: WireWord {
  package static var unknownWord: StoreObstacle.Cause { .failed }
}

/// An obstacle to storing rides.
package struct StoreObstacle: Codable, Hashable, Sendable {
  /// The kinds of obstacle.
  package enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
    /// The path leads to a file, or through one.
    case notADirectory
    /// It is another user's; `context` is that user's name.
    case otherOwner
    /// It is not there, and the daemon may not make it.
    case notMade
    /// It, or a directory above it, is closed.
    case notPermitted
    /// Its file system takes no writes.
    case readOnly
    /// Another program has it; `context` is the process's number.
    case inUse
    /// A later version made it; `context` is its migration.
    case newerVersion
    /// The disk is full.
    case diskFull
    /// It cannot be read.
    case damaged
    /// Anything else; `context` is what the system said.
    case failed
  }

  /// The kind of obstacle.
  package var cause: Cause
  /// The file or directory.
  package var path: String
  /// The user who runs the daemon.
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

/// Why a file cannot take the library's place.
package struct BackupFault: Codable, Hashable, Sendable {
  /// The reasons.
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is no database, or one of another program.
    case notALibrary
    /// It is damaged.
    case damaged
    /// A later version of the program made it.
    case newerVersion
    /// It ends too early.
    case cut
  }

  /// The reason.
  package var code: Code
  /// Details beyond that; empty for none.
  package var detail: String

  package init(_ code: Code, detail: String) {
    self.code = code
    self.detail = detail
  }
}

/// Why the library cannot be replaced now.
package enum RestoreObstacle: String, Codable, Hashable, Sendable, CaseIterable {
  /// A ride is on.
  case riding
  /// A ride waits to be written.
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
  /// It was not made, or is not kept any more.
  case notKept
}
