import BluetoothLE
import ControlWire
import Foundation
import RideRuntime
import RideStore
import Rides
import Testing

@testable import DaemonKit

/// Rides for the library.
enum LibraryRide {
  /// 2026-11-21T06:45:12Z.
  static let start = UnixTime(seconds: 1_795_243_512)

  /// Work at a steady power with a heart rate in Zone 2, then seconds without pedalling.
  static func rows(work: Int, watts: Double = 150, beats: Int = 130, idle: Int = 0) -> [RideSample] {
    (0..<work + idle).map { second in
      let works = second < work
      return RideSample(
        second: second, timerRunning: true, powerWatts: works ? watts : 0, targetWatts: 150,
        cadenceRpm: works ? 85 : 0, beatsPerMinute: works ? beats : 70, speedKmh: works ? 36 : 0,
        distanceMeters: Double(min(second + 1, work)) * 10, rrIntervals: works ? [472] : [])
    }
  }
}

extension DaemonBench {
  /// Stores a finished ride and its file.
  @discardableResult
  func keep(
    _ rows: [RideSample], days: Int = 0, events: [RideEvent] = [], begun: StartTime? = nil
  ) async throws -> Int {
    let store = parts.store
    let start = LibraryRide.start.advanced(by: .seconds(days * 86_400))
    let id = try await store.begin(
      NewRide(
        RideOrder(
          askedWatts: 150, plannedSeconds: rows.count,
          trainer: simulatedTrainer, heartRate: nil),
        start: begun ?? StartTime(start), targetWatts: 150))
    try await store.append(to: id, samples: rows, events: events)
    _ = try await store.finish(id)
    await parts.archive.rewrite(id)
    return id
  }

  /// Changes a ride, and returns the changed ride.
  @discardableResult
  func change<C: TrainerCall>(_ call: C) async throws -> RideSummary where C.Reply == EditedRide {
    try await self.call(call).ride
  }

  /// Changes a ride, and returns the changed ride.
  @discardableResult
  func change<C: TrainerCall>(_ call: C) async throws -> RideSummary where C.Reply == TrimmedRide {
    try await self.call(call).ride
  }

  func reviewed(_ ride: String = "last") async throws -> ReviewedRide {
    try await call(Review(ride: ride))
  }

  func listed(_ call: Rides) async throws -> [Int] {
    try await self.call(call).rides.map(\.id)
  }

  /// Exports a ride as a file.
  func exported(_ ride: String, as format: String, whole: Bool = false) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in stream(Export(ride: ride, format: format, whole: whole)) {
      guard let data = Data(base64Encoded: piece.data) else { throw NeverCame() }
      bytes += data
    }
    return bytes
  }

  /// Imports a file in pieces of `size` bytes.
  @discardableResult
  func hand(in file: [UInt8], pieces size: Int = 100_000, force: Bool? = nil) async throws -> RideSummary {
    var number: Int?
    for (sequence, begin) in stride(from: 0, to: max(1, file.count), by: size).enumerated() {
      let bytes = Data(file.dropFirst(begin).prefix(size))
      let piece = Import(
        number: number, sequence: sequence, data: bytes.base64EncodedString(), last: begin + size >= file.count,
        force: force)
      let progress = try await call(piece)
      if let ride = progress.ride { return ride }
      number = progress.number
    }
    throw NeverCame()
  }
}
