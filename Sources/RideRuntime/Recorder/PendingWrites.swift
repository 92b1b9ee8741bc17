import RideStore
import Rides

/// The parts of a ride that the store does not have yet.
///
/// `next` is the step to write, and `did` removes it. A failed step remains the next one. So a slow, full or missing
/// disk costs the ride no data while the process lives.
struct PendingWrites {
  /// A part that is written in one operation: a transaction, or the file.
  enum Step: Hashable, Sendable {
    case begin(NewRide)
    case resume
    case setStart(StartTime)
    case setStrap(RideDevice)
    case append([RideSample], [RideEvent], RideStanding?)
    case keepIntervals([DeviceRole: IntervalStatistics])
    case end(Ending)
    case writeFile
  }

  enum Ending: Hashable, Sendable {
    /// The ride is finished: with its last row if `cutAt` is nil, otherwise at the first second after the rider left.
    case finish(cutAt: Int?)
    case suspend
    /// The ride has no rows and is dropped.
    case discard
  }

  /// The maximum number of rows in a transaction, so that an hour's rows do not block the store.
  static let rowsInStep = 600

  let id: Int
  /// The ride as the store would begin it now.
  private(set) var ride: NewRide
  /// The start that the store has; nil until the store has the ride.
  private var storedStart: StartTime?
  /// The stored start of a ride that a previous process left; nil for a new ride.
  private var formerStart: StartTime?
  private var batches: [Batch] = []
  /// The last known standing of the ride.
  private var standing: RideStanding
  /// The intervals between its devices' notifications, if the store does not have them yet.
  private var intervals: [DeviceRole: IntervalStatistics]?
  /// The ride's strap, if the store does not have it yet.
  private var strap: RideDevice?
  private(set) var ending: Ending?
  private var isEnded = false
  private var isFileDue = false

  /// Creates the writes of a new ride.
  init(_ id: Int, _ ride: NewRide) {
    self.id = id
    self.ride = ride
    standing = RideStanding(askedWatts: ride.askedWatts)
  }

  /// Creates the writes of a resumed ride, which the store already has.
  init(resuming ride: StoredRide, _ order: RideOrder) {
    id = ride.id
    self.ride = NewRide(order, start: ride.begun, targetWatts: ride.targetWatts, askedWatts: ride.askedWatts)
    standing = RideStanding(askedWatts: ride.askedWatts, document: ride.standing)
    formerStart = ride.begun
  }

  /// The start of the ride, as far as it is known.
  var start: StartTime {
    get { ride.start }
    set { ride.start = newValue }
  }

  /// The number of pending rows.
  var waitingRows: Int { batches.reduce(0) { $0 + $1.samples.count } }
  /// Whether the ride is over and the store has all of it.
  var isEndStored: Bool { isEnded }
  /// Whether the ride and its file are completely written.
  var isDone: Bool { isEnded && !isFileDue }

  var next: Step? {
    guard let storedStart else { return formerStart == nil ? .begin(ride) : .resume }
    if storedStart != start { return .setStart(start) }
    if let strap, !isEnded { return .setStrap(strap) }
    if let batch = batches.first { return .append(batch.samples, batch.events, batch.standing) }
    if let intervals, !isEnded { return .keepIntervals(intervals) }
    if let ending, !isEnded { return .end(ending) }
    return isFileDue ? .writeFile : nil
  }

  /// Removes a completed step.
  ///
  /// More data may have been added meanwhile.
  mutating func did(_ step: Step) {
    switch step {
    case .begin(let ride):
      storedStart = ride.start
      if strap == ride.order.heartRate { strap = nil }
    case .resume: storedStart = formerStart
    case .setStart(let start): storedStart = start
    case .setStrap(let kept): if kept == strap { strap = nil }
    case .append(let samples, let events, let standing): stored(samples.count, events.count, standing)
    case .keepIntervals(let kept): if kept == intervals { intervals = nil }
    case .end(let ending):
      isEnded = true
      isFileDue = ending != .discard
    case .writeFile: isFileDue = false
    }
  }

  /// Begins the ride again, because the store no longer has it.
  ///
  /// Pending rows are kept.
  mutating func beginAgain() {
    storedStart = nil
    formerStart = nil
  }

  /// Adds rows and events, and the standing after them; nil if it is unchanged.
  mutating func append(_ samples: [RideSample], _ events: [RideEvent], _ standing: RideStanding?) {
    let news = standing == self.standing ? nil : standing
    guard !samples.isEmpty || !events.isEmpty || news != nil else { return }
    if batches.isEmpty { batches.append(Batch()) }
    var rest = samples[...]
    batches[batches.count - 1].append(rest.take(roomInLast), events)
    while !rest.isEmpty {
      batches.append(Batch())
      batches[batches.count - 1].append(rest.take(roomInLast), [])
    }
    if let news { batches[batches.count - 1].standing = news }
    if let standing { self.standing = standing }
  }

  private var roomInLast: Int { max(0, Self.rowsInStep - (batches.last?.samples.count ?? 0)) }

  /// Removes the stored part of the first batch.
  ///
  /// Data may have been added to the batch meanwhile.
  private mutating func stored(_ samples: Int, _ events: Int, _ standing: RideStanding?) {
    guard !batches.isEmpty else { return }
    batches[0].remove(samples, events, standing)
    if batches[0].isEmpty { batches.removeFirst() }
  }

  mutating func keep(_ intervals: [DeviceRole: IntervalStatistics]) { self.intervals = intervals }

  mutating func keep(_ strap: RideDevice) {
    self.strap = strap
    ride.order.heartRate = strap
  }

  mutating func end(_ ending: Ending) { self.ending = ending }
}

/// Rows and events of one transaction, and the standing after the last row.
private struct Batch {
  private(set) var samples: [RideSample] = []
  private(set) var events: [RideEvent] = []
  var standing: RideStanding?

  var isEmpty: Bool { samples.isEmpty && events.isEmpty && standing == nil }

  mutating func append(_ samples: ArraySlice<RideSample>, _ events: [RideEvent]) {
    self.samples += samples
    self.events += events
  }

  mutating func remove(_ samples: Int, _ events: Int, _ standing: RideStanding?) {
    self.samples.removeFirst(min(samples, self.samples.count))
    self.events.removeFirst(min(events, self.events.count))
    if self.standing == standing { self.standing = nil }
  }
}

extension ArraySlice {
  /// Removes and returns the first `count` elements, or all if there are fewer.
  fileprivate mutating func take(_ count: Int) -> Self {
    defer { self = dropFirst(count) }
    return prefix(count)
  }
}
