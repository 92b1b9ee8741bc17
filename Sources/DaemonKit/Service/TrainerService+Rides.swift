import ControlSocket
import ControlWire
import FoundationEssentials
import RideSession
import RideStore

extension TrainerService {
  /// How many rows go into one message; a row is at most 200 bytes of JSON.
  private static let rowsInMessage = 2000
  /// How many rides go into one message.
  private static let ridesInMessage = 3000
  /// How many bytes of a file go into one message, before Base64.
  private static let bytesInMessage = 240 * 1024

  func rides(limit: Int) async throws(ControlError) -> [RideSummary] {
    guard limit >= 0 else { throw ControlError(.invalidParameter, subject: "limit") }
    let limit = limit == 0 ? Self.ridesInMessage : min(limit, Self.ridesInMessage)
    let rides = try await stored { store throws(StoreError) in try await store.rides(RideQuery(limit: limit)) }
    return rides.map(RideSummary.init)
  }

  func summary(_ id: Int) async throws(ControlError) -> RideSummary {
    RideSummary(try await stored { store throws(StoreError) in try await store.ride(id) })
  }

  func resolve(_ name: String) async throws(ControlError) -> Int {
    let id = try await stored { store throws(StoreError) in try await store.resolve(name) }
    guard let id else { throw ControlError(.unknownRide, subject: name) }
    return id
  }

  /// The ride and its rows; with `more` some at a time, without only if they fit into one message.
  func show(_ name: String, more: Bool) async throws(ControlError) -> ControlAnswer {
    let id = try await resolve(name)
    let summary = try await summary(id)
    guard !more, summary.elapsedSeconds <= Self.rowsInMessage else { return .stream(pieces(of: id, summary)) }
    let rows = try await stored { store throws(StoreError) in
      try await store.samples(of: id, from: 0, limit: Self.rowsInMessage)
    }
    return .reply(.ride(summary, samples: rows.map(SampleRow.init)))
  }

  private func pieces(of id: Int, _ summary: RideSummary) -> AsyncThrowingStream<ControlReply, any Error> {
    let store = store
    // No rows are a piece too: the ride itself.
    let starts = Counter(upTo: max(1, summary.elapsedSeconds), by: Self.rowsInMessage)
    return AsyncThrowingStream {
      guard let start = await starts.next() else { return nil }
      let rows = try await store.samples(of: id, from: start, limit: Self.rowsInMessage)
      return .ride(summary, samples: rows.map(SampleRow.init))
    }
  }

  /// The ride as a file, a piece at a time.
  func export(
    _ name: String, format: String
  ) async throws(ControlError) -> AsyncThrowingStream<ControlReply, any Error> {
    guard let format = ExportFormat(rawValue: format) else { throw ControlError(.unknownFormat, subject: format) }
    let id = try await resolve(name)
    let ride = try await stored { store throws(StoreError) in try await store.ride(id) }
    let bytes =
      switch format {
      case .tcx: try await stored { _ throws(StoreError) in try await archive.encoded(id) }
      case .btsnoop: try await linkRecording(of: id)
      }
    let fileName = ride.fileName(as: format)
    let starts = Counter(upTo: bytes.count, by: Self.bytesInMessage)
    return AsyncThrowingStream {
      guard let start = await starts.next() else { return nil }
      let piece = Data(bytes[start..<min(bytes.count, start + Self.bytesInMessage)])
      let sequence = start / Self.bytesInMessage
      return .piece(FilePiece(fileName: fileName, sequence: sequence, data: piece.base64EncodedString()))
    }
  }
}

/// The files that a ride can be had as, by their suffixes.
enum ExportFormat: String {
  /// The activity.
  case tcx
  /// The radio traffic.
  case btsnoop
}

extension StoredRide {
  /// The name of its file, with the suffix of the format.
  fileprivate func fileName(as format: ExportFormat) -> String {
    let stem = fileName.map { String($0.prefix { $0 != "." }) } ?? plan.start.fileStem
    return "\(stem).\(format.rawValue)"
  }
}

/// Where the pieces of something begin.
private actor Counter {
  private var iterator: StrideTo<Int>.Iterator

  init(upTo end: Int, by step: Int) {
    iterator = stride(from: 0, to: end, by: step).makeIterator()
  }

  func next() -> Int? { iterator.next() }
}

extension RideSummary {
  fileprivate init(_ ride: StoredRide) {
    let state: State =
      switch ride.state {
      case .riding: .riding
      case .suspended: .suspended
      case .finished: .finished
      }
    let totals = ride.totals
    self.init(
      id: ride.id, start: ride.plan.start.rfc3339, timerSeconds: totals.timerSeconds,
      elapsedSeconds: totals.elapsedSeconds, averageWatts: totals.averageWatts,
      averageHeartRate: totals.averageBeatsPerMinute, kilojoules: totals.joules / 1000,
      distanceMeters: totals.distanceMeters, state: state)
  }
}

extension SampleRow {
  fileprivate init(_ sample: RideSample) {
    self.init(
      elapsedSeconds: sample.second, timerRunning: sample.timerRunning, powerWatts: sample.powerWatts,
      targetWatts: sample.targetWatts, cadenceRpm: sample.cadenceRpm, beatsPerMinute: sample.beatsPerMinute,
      speedKmh: sample.speedKmh, distanceMeters: sample.distanceMeters)
  }
}
