import ClientTestKit
import ControlWire
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct DaemonRidesTests {
  @Test func `the pieces of an export are joined into a file`() throws {
    let daemon = ScriptedDaemon(.init(piece(0, "PFRjeD4="), piece(1, "PC9UY3g+"), piece(2, "")))
    let file = try daemon.file(by: Export(ride: "last", format: "tcx"))
    #expect(file == NamedFile(name: "a.tcx", bytes: Array("<Tcx></Tcx>".utf8)))
    #expect(daemon.requests == [Export(ride: "last", format: "tcx")])
  }

  @Test(arguments: [[(1, "PFRjeD4=")], [(0, "PFRjeD4="), (0, "PFRjeD4=")], [(0, "PFRj*")]])
  func `an export with a missing or broken piece is refused`(pieces: [(Int, String)]) {
    var answer = ScriptedDaemon.Answer()
    answer.parts = pieces.map(piece)
    let error = #expect(throws: ControlError.self) {
      try ScriptedDaemon(answer).file(by: Export(ride: "1", format: "tcx"))
    }
    #expect(error?.code == .protocolViolated)
  }

  @Test func `a ride is assembled from the parts of its reply`() throws {
    let rows = (0..<3).map { RideSample(second: $0, timerRunning: true) }
    let daemon = ScriptedDaemon(
      .init(
        ShownRide(ride: Samples.ride, samples: [rows[0]]), ShownRide(ride: Samples.ride, samples: [rows[1], rows[2]])))
    let shown = try daemon.show("12")
    #expect(shown.ride == Samples.ride)
    #expect(shown.samples == rows)
  }

  private func piece(_ sequence: Int, _ data: String) -> FilePiece {
    FilePiece(fileName: "a.tcx", sequence: sequence, data: data)
  }
}
