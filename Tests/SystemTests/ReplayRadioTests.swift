import BluetoothLE
import Foundation
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ReplayRadioTests {
  private static let captures = SharedMaterial.file("captures")

  private static func shared(_ name: String) -> String { captures.appending(path: name).path() }
  private static let trainerLog = shared("insideride-e-motion.jsonl")
  private static let treadmillLog = shared("horizon-7.4-treadmill.btsnoop")

  @Test func `a broken capture is reported with its offset and replayed up to there`() async throws {
    let place = try TemporaryDirectory()
    let capture = SampleCapture.ride(seconds: 60).btsnoop()
    let path = place.path(of: "broken.btsnoop")
    try Data(capture.prefix(capture.count / 2)).write(to: URL(filePath: path))
    try await withDaemon("--rate", "max", radio: "replay:\(path)", in: place) { daemon in
      let complaints = daemon.program.error.split(separator: "\n").filter { $0.contains("broken") }
      let complaint = try #require(complaints.first)
      #expect(complaint.contains(path) && complaint.contains(/\d\d\d\d/), "the file and the offset: \(complaint)")
      try await daemon.json("use", SampleCapture.trainer.description)
      let watched = try await daemon.ctl("start", "--watts", "150", "--minutes", "0.2", "--watch")
      #expect(watched.status == 0, "\(watched.error)")
      #expect(try await ActivityFile(#require(daemon.files.first)).trackpoints == 12)
    }
  }

  @Test func `a sniffer's capture can be replayed as a ride`() async throws {
    let place = try TemporaryDirectory()
    let path = place.path(of: "air.pcapng")
    try Data(AirCapture(SampleCapture.ride(seconds: 60).packets).pcapng(.nordic)).write(to: URL(filePath: path))
    try await withDaemon("--rate", "max", radio: "replay:\(path)", in: place) { daemon in
      #expect(!daemon.program.error.contains("broken"))
      try await daemon.json("use", SampleCapture.trainer.description)
      let watched = try await daemon.ctl("start", "--watts", "150", "--minutes", "0.2", "--watch")
      #expect(watched.status == 0, "\(watched.error)")
      #expect(try await ActivityFile(#require(daemon.files.first)).trackpoints == 12)
    }
  }

  @Test func `a capture of only an encrypted link is refused with the reason`() async throws {
    let place = try TemporaryDirectory()
    let path = place.path(of: "air.pcapng")
    var sample = SampleCapture()
    sample.connectTrainer()
    var air = AirCapture(sample.packets)
    air.control([0x05], on: SampleCapture.trainerHandle, isFromCentral: false)
    air.control([0x6A, 1, 2, 3, 4], on: SampleCapture.trainerHandle, isFromCentral: true)
    try Data(air.pcapng(.nordic)).write(to: URL(filePath: path))
    let arguments = Daemon.arguments(in: place) + ["--radio", "replay:\(path)"]
    let outcome = try await Program("jz2d", arguments).outcome()
    #expect(outcome.status == 66)
    #expect(outcome.error.contains("the link to C0:FF:EE:00:00:11 is encrypted"), "\(outcome.error)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: trainerLog), "needs ../shared/captures"))
  func `a log of a real trainer can be replayed as a ride`() async throws {
    try await withDaemon("--rate", "max", radio: "replay:\(Self.trainerLog)") { daemon in
      try await daemon.json("use", "C0:FF:EE:00:00:01")
      let watched = try await daemon.ctl("start", "--watts", "150", "--minutes", "0.5", "--watch")
      #expect(watched.status == 0, "\(watched.error) \(daemon.program.error)")
      #expect(try await ActivityFile(#require(daemon.files.first)).trackpoints == 30)
      let rows = try #require(try await daemon.json("show", "last")["samples"] as? [[String: Any]])
      let power = rows.compactMap { $0["powerWatts"] as? Double }
      #expect(power.max() ?? 0 > 0)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: treadmillLog), "needs ../shared/captures"))
  func `a log of a real treadmill is read without a warning`() async throws {
    try await withDaemon("--rate", "max", radio: "replay:\(Self.treadmillLog)") { daemon async throws in
      let complaints = daemon.program.error.split(separator: "\n").filter {
        $0.contains("warning") || $0.contains("error")
      }
      #expect(complaints.isEmpty)
      #expect(try await daemon.ctl("scan", "--seconds", "1").status == 0)
    }
  }
}
