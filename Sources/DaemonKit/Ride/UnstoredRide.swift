import RideSession
import RideStore

/// A ride as far as the store does not have it yet.
///
/// It says what is to be written next, and forgets it once that is done; what failed is next again. So a disk that is
/// slow, full or gone costs the ride nothing while the process lives.
struct UnstoredRide {
  /// What is written at once: a transaction, or the file.
  enum Step: Hashable, Sendable {
    case begin(NewRide)
    case resume
    case setStart(NewRide)
    case append([RideSample], [RideEvent], askedWatts: Int?)
    case end(Ending)
    case writeFile
  }

  enum Ending: Hashable, Sendable {
    /// It is over; nil where it ends with its last row, else the second that is not its rider's any more.
    case finish(cutAt: Int?)
    case suspend
    /// It has no rows: nothing is kept.
    case discard
  }

  /// How many rows go into one transaction: after an hour without a disk they are not one long wait.
  static let rowsInStep = 600

  let id: Int
  private(set) var plan: NewRide
  /// What the store has of the plan; nil until the ride is there.
  private var stored: NewRide?
  /// What the store has of a ride that a former process left; nil of one that begins.
  private let former: NewRide?
  private var samples: [RideSample] = []
  private var events: [RideEvent] = []
  private(set) var ending: Ending?
  private var isEnded = false
  private var isFileDue = false

  /// A ride that begins.
  init(_ id: Int, _ plan: NewRide) {
    self.id = id
    self.plan = plan
    former = nil
  }

  /// A ride that goes on; the store knows it.
  init(resuming id: Int, _ plan: NewRide) {
    self.id = id
    self.plan = plan
    former = plan
  }

  /// The rows that wait.
  var waitingRows: Int { samples.count }
  /// Whether the ride is over and the store has all of it.
  var isEndStored: Bool { isEnded }
  /// Whether nothing of it is left to write, ever.
  var isDone: Bool { isEnded && !isFileDue }

  var next: Step? {
    guard let stored else { return former == nil ? .begin(plan) : .resume }
    if stored.start != plan.start || stored.startInstant != plan.startInstant { return .setStart(plan) }
    if !samples.isEmpty || !events.isEmpty {
      let askedWatts = stored.askedWatts == plan.askedWatts ? nil : plan.askedWatts
      return .append(Array(samples.prefix(Self.rowsInStep)), events, askedWatts: askedWatts)
    }
    if let ending, !isEnded { return .end(ending) }
    return isFileDue ? .writeFile : nil
  }

  /// The step was carried out; more may have come to wait meanwhile.
  mutating func did(_ step: Step) {
    switch step {
    case .begin(let plan): stored = plan
    case .resume: stored = former
    case .setStart(let plan):
      stored?.start = plan.start
      stored?.startInstant = plan.startInstant
    case .append(let samples, let events, let askedWatts):
      self.samples.removeFirst(min(samples.count, self.samples.count))
      self.events.removeFirst(min(events.count, self.events.count))
      if let askedWatts { stored?.askedWatts = askedWatts }
    case .end(let ending):
      isEnded = true
      isFileDue = ending != .discard
    case .writeFile: isFileDue = false
    }
  }

  mutating func place(start: UnixTime, at instant: BootInstant?) {
    plan.start = start
    plan.startInstant = instant
  }

  mutating func append(_ samples: [RideSample], _ events: [RideEvent], askedWatts: Int?) {
    self.samples += samples
    self.events += events
    if let askedWatts { plan.askedWatts = askedWatts }
  }

  mutating func end(_ ending: Ending) { self.ending = ending }
}
