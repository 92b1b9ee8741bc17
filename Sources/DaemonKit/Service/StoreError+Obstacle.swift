import ControlWire
import Glibc
import RideStore

extension StoreError {
  /// The error as status, doctor, journal and client tell it.
  var obstacle: StoreObstacle {
    StoreObstacle(cause, path: path, user: UserName.of(geteuid()), context: told)
  }

  private var cause: StoreObstacle.Cause {
    switch code {
    case .notADirectory: .notADirectory
    case .otherOwner: .otherOwner
    case .notMade: .notMade
    case .notPermitted: .notPermitted
    case .readOnly: .readOnly
    case .inUse: .inUse
    case .newerVersion: .newerVersion
    case .diskFull: .diskFull
    case .damaged: .damaged
    case .noSuchRide, .rideUnfinished, .notDeleted, .duplicateRide, .noSuchPlan, .duplicatePlan, .planTooLarge, .failed:
      .failed
    }
  }

  private var told: String? {
    switch context {
    case .owner(let number): UserName.of(number)
    case .process(let number): "\(number)"
    case .migration(let name): name
    case .ride(let id): "\(id)"
    case .plan(let name): name
    case nil: cause == .failed ? detail : nil
    }
  }
}

extension StoreError {
  /// The number of the ride that it is about.
  fileprivate var ride: String? {
    if case .ride(let id) = context { String(id) } else { nil }
  }

  /// The name of the plan that it is about.
  fileprivate var plan: String? {
    if case .plan(let name) = context { name } else { nil }
  }
}

extension Problem {
  /// A problem with the store.
  init(_ code: ProblemCode, _ error: StoreError) {
    self.init(code, subject: error.obstacle.subject, detail: error.obstacle.detail)
  }
}

extension ControlError {
  /// A refusal because of the store, or of the ride that it was asked about.
  init(_ error: StoreError) {
    switch error.code {
    case .noSuchRide: self.init(.unknownRide, subject: error.ride)
    case .rideUnfinished: self.init(.rideUnfinished, subject: error.ride)
    case .notDeleted: self.init(.notDeleted, subject: error.ride)
    case .duplicateRide: self.init(.duplicateRide, subject: error.ride)
    case .noSuchPlan: self.init(.unknownPlan, subject: error.plan)
    case .duplicatePlan: self.init(.duplicatePlan, subject: error.plan)
    case .planTooLarge: self.init(.badPlan, subject: error.plan, detail: PlanFault(.tooLarge).text)
    case .damaged where error.plan != nil:
      self.init(.badPlan, subject: error.plan, detail: PlanFault(.malformed, detail: "it is damaged").text)
    default: self.init(.storeFailed, subject: error.obstacle.subject, detail: error.obstacle.detail)
    }
  }
}

extension Problem {
  /// A library that lies aside as damaged, one whose rides are still being read before the others; nil for none.
  init?(ofDamage store: RideStore) {
    let (files, taken) = (store.damagedFiles, store.takenOver)
    let unread = files.last { file in !taken.contains { $0.path == file } }
    guard let file = unread ?? files.last else { return nil }
    let came = taken.first { $0.path == file }.map { taken in
      let rides = taken.rides == 1 ? "1 ride" : "\(taken.rides) rides"
      return "\(rides) came over" + (taken.lost > 0 ? ", \(taken.lost) could not be read" : "")
    }
    self.init(.libraryReplaced, subject: file, detail: came)
  }
}
