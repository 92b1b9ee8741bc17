import ControlWire
import Foundation
import Rides
import TestKit
import Testing

@testable import DaemonKit

/// Whole rides as JSON, exported from one daemon and imported into another.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct WholeRideImportTests {
  /// The file without the ride's number, which differs between libraries.
  private static func unnumbered(_ file: [UInt8]) -> String {
    let text = String(decoding: file, as: UTF8.self)
    return text.replacing(/^\{"id":\d+,/, with: "{")
  }

  @Test func `another library imports a whole ride as the same ride with its trim`() async throws {
    var file: [UInt8] = []
    var summary: RideSummary?
    try await withDaemon { bench async throws in
      try await bench.keep(LibraryRide.rows(work: 300, idle: 60), events: [RideEvent(at: .seconds(9), kind: .paused)])
      try await bench.change(Edit(ride: "last", name: "Dawn"))
      summary = try await bench.change(TrimRide(ride: "last", fromSeconds: 60, toSeconds: 200))
      file = try await bench.exported("last", as: "json", whole: true)
      let trimmed = try await bench.exported("last", as: "json")
      let error = await #expect(throws: ControlError.self) { try await bench.hand(in: trimmed) }
      #expect(error?.fileFault?.code == .noActivity)
    }
    let (whole, before) = (file, try #require(summary))
    #expect(before.uuid != nil)
    try await withDaemon { bench async throws in
      try await bench.keep(LibraryRide.rows(work: 100), days: 3)
      let came = try await bench.hand(in: whole)
      #expect(came.id == 2 && came.importedFrom == nil)
      var same = came
      (same.id, same.fileName) = (before.id, before.fileName)
      #expect(same == before)
      #expect(Self.unnumbered(try await bench.exported("2", as: "json", whole: true)) == Self.unnumbered(whole))
      #expect(try await bench.change(Untrim(ride: "2")).elapsedSeconds == 360)
    }
  }

  @Test func `a whole ride is imported once, and a changed copy is refused as different`() async throws {
    try await withDaemon { bench async throws in
      try await bench.keep(LibraryRide.rows(work: 300))
      let file = try await bench.exported("last", as: "json", whole: true)
      let twice = await #expect(throws: ControlError.self) { try await bench.hand(in: file) }
      #expect(twice == ControlError(.duplicateRide, subject: "1"))
      let text = String(decoding: file, as: UTF8.self)
      let other = Array(text.replacing(#""powerWatts":150,"#, with: #""powerWatts":151,"#, maxReplacements: 1).utf8)
      let differs = await #expect(throws: ControlError.self) { try await bench.hand(in: other) }
      #expect(differs == ControlError(.differentRide, subject: "1"))
      #expect(try await bench.rides.count == 1)
      let copy = try await bench.hand(in: other, force: true)
      #expect(copy.id == 2 && copy.uuid != nil)
      let (first, _) = try await bench.show("1")
      #expect(copy.uuid != first.uuid)
    }
  }
}
