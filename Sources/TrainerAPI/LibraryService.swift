import BluetoothLE
import Captures
import ControlSocket
import ControlWire
import HCI
import RideAnalysis
import RideRuntime
import RideStore
import Rides

/// Reads the library of rides, never on the ride's thread.
struct LibraryService: Sendable {
  let access: StoreAccess
  let study: RideReviewer
  let blackBox: BlackBox?

  /// The rows in one message; a row is at most 600 bytes of JSON.
  private static let rowsInMessage = 1500
  /// The most rides in one message.
  private static let ridesInMessage = 3000
  /// The bytes of rides in one message.
  private static let listInMessage = 960 * 1024
  /// The most rides that a quick request analyses.
  private static let quicklyAnalysed = 10
  /// The most points of the history in one message.
  private static let trendsInMessage = 5000

  /// Returns the selected rides, as many as fit into one message.
  func rides(_ call: Rides) async throws(ControlError) -> RideList {
    let query = try RideQuery(call, atMost: Self.ridesInMessage)
    let rides = try await access.read { library throws(StoreError) in try await library.rides(query) }
    var room = Self.listInMessage
    let fitting = Array(
      rides.lazy.map(RideSummary.init).prefix { ride in
        room -= ride.mostBytes
        return room >= 0
      })
    // The store was asked for as many rides as fit into one message, so there may be more.
    let isCut = rides.count == Self.ridesInMessage && query.limit == Self.ridesInMessage
    return RideList(rides: fitting, more: fitting.count < rides.count || isCut, folder: access.store.fileFolder)
  }

  /// Returns the ride and its rows; with `more` in several replies, otherwise only if they fit into one message.
  func show(_ call: Show, more: Bool) async throws(ControlError) -> ControlAnswer<ShownRide> {
    let id = try await access.resolve(call.ride)
    let asked = call.fromSeconds ?? 0
    guard asked >= 0 else { throw ControlError(.invalidParameter, subject: "fromSeconds") }
    // No ride has a later second, but a caller may send any number.
    let (whole, first) = (call.whole ?? false, min(asked, RideSample.seconds.upperBound))
    var summary = try await access.summary(id)
    if whole, summary.trim != nil { summary = try await wholeSummary(id) }
    let last = max(first, summary.elapsedSeconds)
    guard !more, last - first <= Self.rowsInMessage else {
      return .stream(pieces(of: id, summary, seconds: first..<last, whole: whole), answering: call)
    }
    let rows = try await access.read { library throws(StoreError) in
      try await library.samples(of: id, from: first, limit: Self.rowsInMessage, whole: whole)
    }
    return .reply(ShownRide(ride: summary, samples: rows))
  }

  /// Returns a ride's summary as it was before it was trimmed.
  private func wholeSummary(_ id: Int) async throws(ControlError) -> RideSummary {
    let ride = try await access.ride(id)
    let record = try await access.read { library throws(StoreError) in try await library.record(id, whole: true) }
    return RideSummary(ride, whole: record)
  }

  private func pieces(
    of id: Int, _ summary: RideSummary, seconds: Range<Int>, whole: Bool
  ) -> AsyncThrowingStream<ShownRide, any Error> {
    let library = access.store.library
    // A ride without rows is one piece.
    let end = max(seconds.lowerBound + 1, seconds.upperBound)
    let starts = PieceStarts(from: seconds.lowerBound, upTo: end, by: Self.rowsInMessage)
    return AsyncThrowingStream {
      guard let start = await starts.next() else { return nil }
      let rows = try await library.samples(of: id, from: start, limit: Self.rowsInMessage, whole: whole)
      return ShownRide(ride: summary, samples: rows)
    }
  }

  func review(_ call: Review) async throws(ControlError) -> ReviewedRide {
    let id = try await access.resolve(call.ride)
    let whole = call.whole ?? false
    let reviewed = try await access.stored { _ throws(StoreError) in try await study.review(id, whole: whole) }
    return ReviewedRide(reviewed, whole: whole)
  }

  /// Returns the rides of a period, each as one point; if they are too many, the newest.
  func history(_ call: History) async throws(ControlError) -> RideHistory {
    let since = try UnixTime(parameter: "since", call.since)
    let before = try call.before.map { text throws(ControlError) in try UnixTime(parameter: "before", text) }
    let trends = try await access.stored { _ throws(StoreError) in
      try await study.history(since: since, before: before)
    }
    let settings = try await access.read { library throws(StoreError) in try await library.settings() }
    let fitting = trends.suffix(Self.trendsInMessage).map { RideTrend($0, thresholdWatts: settings.thresholdWatts) }
    return RideHistory(rides: fitting, more: trends.count > fitting.count)
  }

  /// Analyses the rides that lack figures; with `more`, a reply follows every few rides.
  func analyse(_ call: Analyse, more: Bool) async throws(ControlError) -> ControlAnswer<AnalysisProgress> {
    let rides = try await access.stored { _ throws(StoreError) in try await study.unanalysed() }
    guard !more else {
      let step = RideReviewer.ridesInSlice
      let ends = PieceStarts(upTo: rides.count + step, by: step)
      return .stream(
        AsyncThrowingStream { [access, study] in
          guard let end = await ends.next() else { return nil }
          let slice = Array(rides[max(0, end - step)..<min(end, rides.count)])
          try await access.stored { _ throws(StoreError) in try await study.analyse(slice) }
          return AnalysisProgress(analysed: min(end, rides.count), of: rides.count)
        }, answering: call)
    }
    try await access.stored { _ throws(StoreError) in try await study.analyse(rides) }
    return .reply(AnalysisProgress(analysed: rides.count, of: rides.count))
  }

  /// Returns the personal records of all rides.
  func records(_ call: Records) async throws(ControlError) -> RecordList {
    let limit = call.quick == true ? Self.quicklyAnalysed : .max
    let records = try await access.stored { _ throws(StoreError) in try await study.records(analysingAtMost: limit) }
    return RecordList(records: (records ?? []).map(PersonalRecord.init))
  }

  /// Returns the best power of a ride, or of the rides of a period.
  func bestPower(_ call: BestPower) async throws(ControlError) -> PowerPoints {
    let since = try call.since.map { text throws(ControlError) in try UnixTime(parameter: "since", text) }
    let before = try call.before.map { text throws(ControlError) in try UnixTime(parameter: "before", text) }
    guard let name = call.ride else {
      let points = try await access.stored { _ throws(StoreError) in
        try await study.powerCurve(since: since, before: before)
      }
      var reply = PowerPoints(points: points.map { PowerPoint($0.mark, overSeconds: $0.seconds) })
      reply.estimate = ThresholdEstimate(of: points.map { ($0.seconds, $0.mark.value) })
      return reply
    }
    guard since == nil, before == nil else {
      throw ControlError(.invalidParameter, subject: since == nil ? "before" : "since")
    }
    let ride = try await access.summary(try await access.resolve(name))
    let points = try await access.stored { _ throws(StoreError) in try await study.powerCurve(of: ride.id) }
    var reply = PowerPoints(
      points: points.map { seconds, watts in
        PowerPoint(overSeconds: seconds, watts: watts, ride: ride.id, start: ride.start, title: ride.title)
      })
    reply.estimate = ThresholdEstimate(of: points)
    return reply
  }

  /// Returns the incidents on a ride's links, and how evenly its devices sent data.
  func links(_ call: Links) async throws(ControlError) -> RideLinks {
    let id = try await access.resolve(call.ride)
    let events = try await access.read { library throws(StoreError) in try await library.events(of: id) }
    let intervals = try await access.read { library throws(StoreError) in try await library.intervals(of: id) }
    return RideLinks(
      ride: try await access.summary(id),
      incidents: LinkIncident.incidents(in: events),
      intervals: DeviceRole.allCases.compactMap { role in intervals[role].map { RideLinks.Intervals(role, $0) } })
  }

  /// Returns the radio traffic of a ride as one btsnoop file; for the current ride, up to now.
  func linkRecording(of id: Int) async throws(ControlError) -> [UInt8] {
    await blackBox?.catchUp()
    let parts = try await access.read { library throws(StoreError) in try await library.linkParts(of: id) }
    guard !parts.isEmpty else {
      throw .noRecording(missingRecording, ofRide: id)
    }
    return LinkRecording.joined(parts)
  }

  private var missingRecording: MissingRecording {
    guard let blackBox else { return .noController }
    return blackBox.obstacle?.code == .notPermitted ? .notPermitted : .notKept
  }
}

extension LibraryService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.answer(Rides.self) { call, _ throws(ControlError) in try await rides(call) }
    router.stream(Show.self) { call, _, more throws(ControlError) in try await show(call, more: more) }
    router.answer(Review.self) { call, _ throws(ControlError) in try await review(call) }
    router.answer(Links.self) { call, _ throws(ControlError) in try await links(call) }
    router.answer(History.self) { call, _ throws(ControlError) in try await history(call) }
    router.stream(Analyse.self) { call, _, more throws(ControlError) in try await analyse(call, more: more) }
    router.answer(Records.self) { call, _ throws(ControlError) in try await records(call) }
    router.answer(BestPower.self) { call, _ throws(ControlError) in try await bestPower(call) }
  }
}

/// The positions where consecutive pieces begin.
actor PieceStarts {
  private var iterator: StrideTo<Int>.Iterator

  init(from start: Int = 0, upTo end: Int, by step: Int) {
    iterator = stride(from: start, to: end, by: step).makeIterator()
  }

  func next() -> Int? { iterator.next() }
}

extension RideQuery {
  /// The query for the rides of a request.
  ///
  /// - Throws: `invalidParameter` for a negative count or an invalid time.
  fileprivate init(_ call: Rides, atMost most: Int) throws(ControlError) {
    let (limit, offset) = (call.limit ?? 0, call.offset ?? 0)
    guard limit >= 0 else { throw ControlError(.invalidParameter, subject: "limit") }
    guard offset >= 0 else { throw ControlError(.invalidParameter, subject: "offset") }
    self.init(limit: limit == 0 ? most : min(limit, most), offset: offset)
    search = call.search.flatMap { $0.isEmpty ? nil : $0 }
    sort = call.sort ?? .date
    sport = call.sport
    since = try call.since.map { text throws(ControlError) in try UnixTime(parameter: "since", text) }
    before = try call.before.map { text throws(ControlError) in try UnixTime(parameter: "before", text) }
    deleted = call.deleted ?? false
  }
}

extension RideSummary {
  /// The most bytes of JSON that the summary needs, if every byte of its texts is escaped.
  fileprivate var mostBytes: Int { 660 + 2 * ((name?.utf8.count ?? 0) + (note?.utf8.count ?? 0)) }
}
