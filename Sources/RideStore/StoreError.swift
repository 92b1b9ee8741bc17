/// Why the store could not do what was asked.
package struct StoreError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The path of the state directory, or of one inside it, leads to something else.
    case notADirectory
    /// The directory or a file in it belongs to another user: `.owner`.
    case otherOwner
    /// The directory is not there, and this user may not make it.
    case notMade
    /// The directory or a file in it is closed, though it is this user's, or one above it is.
    case notPermitted
    /// The file system is mounted read-only.
    case readOnly
    /// Another `jz2d` uses the directory, or another program holds the database locked: `.process`.
    case inUse
    /// A later version of this program has changed the database; nothing was touched: `.migration`.
    case newerVersion
    /// The disk is full. Nothing of the request was kept, and asking again once there is room is safe.
    case diskFull
    /// The database, or the part that was asked for, cannot be read.
    case damaged
    /// No ride has the number.
    case noSuchRide
    /// The ride is not over, and what was asked is for rides that are.
    case rideUnfinished
    /// The ride is there: it was not deleted.
    case notDeleted
    /// A ride of that start is there already: `.ride`.
    case duplicateRide
    /// There is no plan of that name: `.plan`.
    case noSuchPlan
    /// There is a plan of that name already: `.plan`.
    case duplicatePlan
    /// The plan says more than is kept of one: `.plan`.
    case planTooLarge
    /// Anything else; `detail` is the system's or SQLite's own text.
    case failed
  }

  /// Who or what stands in the way.
  package enum Context: Hashable, Sendable {
    /// The number of the user whose the file is.
    case owner(UInt32)
    /// The number of the process that holds it.
    case process(Int32)
    /// What the later version called its change.
    case migration(String)
    /// The number of the ride that it is about.
    case ride(Int)
    /// The name of the plan that it is about.
    case plan(String)
  }

  package let code: Code
  /// The file or directory that it is about.
  package let path: String
  /// What was tried and what came of it, for the journal: `open: Permission denied`.
  package let detail: String
  /// Nil where it is not known, or the code says all.
  package let context: Context?

  package init(_ code: Code, path: String, detail: String, context: Context? = nil) {
    self.code = code
    self.path = path
    self.detail = detail
    self.context = context
  }
}

extension StoreError: CustomStringConvertible {
  package var description: String { "\(path): \(detail)" }
}
