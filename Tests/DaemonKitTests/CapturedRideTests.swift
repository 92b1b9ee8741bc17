import BluetoothLE
import Captures
import ControlWire
import Foundation
import Loop
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

/// A recorded ride on a real kernel and a real `bluetoothd` (`captures/`).
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct CapturedRideTests {
  private static let captures = URL(filePath: #filePath).appending(path: "../../../captures").standardizedFileURL

  /// A command, and the second of the ride at which it is sent.
  private struct Command {
    let second: Int
    let words: [Substring]

    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count > 1, let second = Int(words[0]) else { return nil }
      self.second = second
      self.words = Array(words.dropFirst())
    }
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: Self.captures.appending(path: name), encoding: .utf8)
  }

  private func send(_ command: Command, to bench: DaemonBench) async throws {
    switch command.words[0] {
    case "pause": try await bench.call(Pause())
    case "resume": try await bench.call(Resume())
    case "watts":
      let watts = try #require(command.words.last.flatMap { Int($0) })
      // The acknowledgement has the time of the recording; this test does not wait for it.
      _ = await bench.begin(SetWatts(watts: watts), seen: { $0.figures?.targetWatts == watts })
    default: Issue.record("a command of no kind: \(command.words)")
    }
  }

  private func recording() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.captures.appending(path: "ride-with-drops.btsnoop")))
  }

  /// A change of target, a pause, and both links lost once.
  @Test func `a captured ride replayed with its commands gives the same file except for times`() async throws {
    try await expectTheSameFile(replaying: try recording())
  }

  /// The ride's black box, as if the host had known the services of both devices: the traffic contains no discovery.
  @Test func `a captured ride replayed from its black box gives the same file`() async throws {
    let bytes = try recording()
    let devices = Capture(decoding: bytes).devices
    var links = RecordedLinks(of: Dictionary(uniqueKeysWithValues: devices.map { ($0.address, $0.name ?? "") }))
    links.begin(atUnixMicroseconds: 0)
    for device in devices { links.learn(device.attributes, of: device.address, atUnixMicroseconds: 0) }
    for record in try #require(BTSnoopRecords(bytes)) where !record.isDiscovery { links.take(record) }
    links.write()
    let box = LinkRecording.joined(links.parts)
    #expect(box.count * 2 < bytes.count)
    try await expectTheSameFile(replaying: box)
  }

  /// The capture that a sniffer would have written during the ride.
  @Test func `a captured ride replayed from a sniffer's capture gives the same file`() async throws {
    try await expectTheSameFile(replaying: AirCapture(try #require(BTSnoopRecords(try recording()))).pcap(.nordic))
  }

  /// The lines of a TCX file without times, and without the program's version.
  private func content(of file: String) -> [String] {
    timeless(file).filter { !$0.hasPrefix("<Creator ") && !$0.hasPrefix("<Author ") }
  }

  private func expectTheSameFile(replaying bytes: [UInt8]) async throws {
    let commands = try text(of: "ride-with-drops.commands").split(separator: "\n").compactMap(Command.init)
    let (start, rest) = (try #require(commands.first), commands.dropFirst())
    let watts = try #require(start.words.dropFirst().first.flatMap { Int($0) })
    let seconds = try #require(start.words.last.flatMap { Int($0) })
    try await withDaemon { loop in
      ReplayCentral(capture: Capture(decoding: bytes), clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
    } _: { bench in
      for device in Capture(decoding: bytes).devices { try await bench.call(Use(address: device.address.description)) }
      try await bench.start(watts: watts, minutes: Double(seconds) / 60)
      for command in rest {
        try await bench.advance(toSecond: command.second)
        try await send(command, to: bench)
      }
      try await bench.finish()
      let (replayed, recorded) = (content(of: try bench.file), content(of: try text(of: "ride-with-drops.tcx")))
      #expect(replayed == recorded)
      let trackpoints = recorded.filter { $0.contains("<Trackpoint>") }
      #expect(trackpoints.count == seconds)
    }
  }
}
