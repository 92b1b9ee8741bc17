import ControlWire
import Foundation
import GRDB
import RideRuntime
import RideStore
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

/// A library, exported to one file and restored from it.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct BackupTests {
  @Test func `a restore returns the library to its state at the backup`() async throws {
    try await withDaemon { bench async throws in
      for day in 1...2 { try await bench.keep(LibraryRide.rows(work: 100), days: day) }
      let today = bench.clock.today
      let measurement = try await bench.call(AddMeasurement(day: today, rmssd: 40)).measurement
      let scores = try await bench.call(Scores())
      let backup = try await bench.backup()
      try await bench.call(DeleteMeasurement(measurement: "last"))
      try await bench.call(AddMeasurement(day: today, rmssd: 50))
      try await bench.change(Delete(ride: "1", now: true))
      try await bench.change(Edit(ride: "2", name: "later"))
      try await bench.keep(LibraryRide.rows(work: 100), days: 3)
      let progress = try await bench.restore(backup)
      #expect(progress.rides == 2)
      #expect(progress.kept == "\(bench.statePath)/jz2.sqlite.replaced-1")
      #expect(try await bench.rides.map(\.id).sorted() == [1, 2])
      #expect(try await bench.rides.map(\.name) == [nil, nil])
      #expect(try await bench.measurements == [measurement])
      #expect(try await bench.parts.store.keptScores(of: today) == scores.days)
      #expect(FileManager.default.fileExists(atPath: "\(bench.statePath)/jz2.sqlite.replaced-1"))
      try await bench.keep(LibraryRide.rows(work: 100), days: 4)
      #expect(try await bench.rides.map(\.id).max() == 4, "no number is used twice")
    }
  }

  /// A flipped bit may produce an impossible number.
  ///
  /// It is read as absent, and the library can be exported.
  @Test func `a backup with a number out of bounds can be restored`() async throws {
    let state = try TemporaryDirectory()
    try await withDaemon(state: state) { bench in try await bench.keep(LibraryRide.rows(work: 100)) }
    try await DatabaseQueue(path: state.path(of: "jz2.sqlite")).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE ride SET threshold_watts = -5")
    }
    try await withDaemon(state: state) { bench in
      let backup = try await bench.backup()
      #expect(try await bench.restore(backup).rides == 1)
    }
  }

  @Test func `a restore from an invalid, truncated or damaged file leaves the library unchanged`() async throws {
    try await withDaemon { bench in
      try await bench.keep(LibraryRide.rows(work: 100))
      let backup = try await bench.backup()
      var damaged = backup
      for index in 600..<damaged.count where index % 3 == 0 { damaged[index] ^= 0x5A }
      for (file, word) in [
        (Data("GPX".utf8), "notALibrary"), (backup.prefix(backup.count / 2), "cut"), (damaged, "damaged"),
      ] {
        let refusal = await #expect(throws: ControlError.self) { try await bench.restore(Data(file)) }
        #expect(refusal?.code == .badBackup)
        #expect(refusal?.detail?.hasPrefix(word) == true, "\(refusal?.detail ?? "")")
        #expect(refusal?.explanation.message.contains("The library was not changed.") == true)
        #expect(try await bench.rides.map(\.id) == [1])
      }
      #expect(try await bench.restore(backup).rides == 1)
    }
  }

  @Test func `a ride blocks a restore but not a backup`() async throws {
    try await withDaemon { bench in
      try await bench.keep(LibraryRide.rows(work: 100))
      let backup = try await bench.backup()
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      let refusal = await #expect(throws: ControlError.self) { try await bench.restore(backup) }
      #expect(refusal?.code == .restoreRefused)
      #expect(refusal?.detail == "riding")
      #expect(try await bench.backup().count > 0, "a backup is made beside it")
    }
  }

  @Test func `an immediate delete removes a ride and its file, even if it was deleted before`() async throws {
    try await withDaemon { bench in
      for day in 1...2 { try await bench.keep(LibraryRide.rows(work: 100), days: day) }
      try await bench.change(Delete(ride: "1"))
      for ride in ["1", "2"] { try await bench.change(Delete(ride: ride, now: true)) }
      await bench.expectRefusal(.unknownRide, of: Undelete(ride: "1"))
      #expect(try await bench.rides.isEmpty)
      #expect(try bench.files.isEmpty)
    }
  }

  @Test func `an upload is noted for the uploaded activity even if the ride was trimmed later`() async throws {
    try await withDaemon { bench in
      try await bench.keep(LibraryRide.rows(work: 600))
      let whole = try #require(try await bench.rides.first?.activity)
      _ = try await bench.call(TrimRide(ride: "1", fromSeconds: 60, toSeconds: 300))
      let noted = try await bench.call(NoteUpload(ride: "1", service: "strava", activity: whole))
      #expect(noted.uploads.map(\.outdated) == [true])
      #expect(noted.ride.activity != whole)
      await bench.expectRefusal(
        .invalidParameter, of: NoteUpload(ride: "1", service: "strava", activity: "2020-01-01T00:00:00Z"), "activity")
    }
  }

  @Test func `an export is refused while all export slots are taken`() async throws {
    let slots = ExportSlots(2, ofUser: 2)
    let first = try slots.take(for: 1000)
    do {
      let second = try slots.take(for: 1000)
      #expect(throws: ControlError(.exportBusy)) { try slots.take(for: 1001) }
      withExtendedLifetime(second) {}
    }
    withExtendedLifetime((first, try slots.take(for: 1001))) {}
  }

  @Test func `one user cannot take all export slots`() throws {
    let slots = ExportSlots(3, ofUser: 2)
    let taken = [try slots.take(for: 1000), try slots.take(for: 1000)]
    #expect(throws: ControlError(.exportBusy)) { try slots.take(for: 1000) }
    withExtendedLifetime((taken, try slots.take(for: 1001))) {}
  }
}

extension DaemonBench {
  fileprivate func backup() async throws -> Data {
    var file = Data()
    for try await piece in stream(Backup()) {
      guard let data = Data(base64Encoded: piece.data) else { throw NeverCame() }
      file += data
    }
    return file
  }

  @discardableResult
  fileprivate func restore(_ file: Data) async throws -> RestoreProgress {
    var number: Int?
    let pieces = stride(from: 0, to: file.count, by: 100_000).map { file.dropFirst($0).prefix(100_000) }
    for (sequence, piece) in pieces.enumerated() {
      let progress = try await call(
        Restore(
          number: number, sequence: sequence, data: piece.base64EncodedString(), last: sequence == pieces.count - 1))
      if progress.kept != nil { return progress }
      number = progress.number
    }
    throw NeverCame()
  }
}
