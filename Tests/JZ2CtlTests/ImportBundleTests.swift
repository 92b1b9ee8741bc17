import ArgumentParser
import ClientTestKit
import ControlWire
import Foundation
import RideText
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// A file in a format for rides, with words as its content.
private func activity(_ words: String, in format: String = "<TCX>") -> [UInt8] { Array("\(format) \(words)".utf8) }

/// A daemon for files of words; the words decide the file's result.
private final class WordDaemon: DaemonConnection, @unchecked Sendable {
  private var bytes: [UInt8] = []
  private(set) var files: [String] = []
  private(set) var dryRuns: [Bool] = []
  private(set) var names: [String?] = []
  private(set) var inHand = 0

  func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply {
    guard let piece = call as? Import, let reply = try take(piece) as? C.Reply else {
      throw ControlError(.methodNotFound)
    }
    return reply
  }

  private func take(_ piece: Import) throws(ControlError) -> ImportProgress {
    guard let data = Data(base64Encoded: piece.data) else { throw ControlError(.invalidParameter, subject: "data") }
    if piece.number == nil { (bytes, inHand) = ([], inHand + 1) }
    bytes += data
    guard piece.last else { return ImportProgress(number: 1) }
    inHand -= 1
    let all = String(decoding: bytes, as: UTF8.self)
    let text = ["<", "{"].contains(all.first) ? String(all.drop { $0 != " " }.dropFirst()) : all
    files.append(text)
    names.append(piece.name)
    dryRuns.append(piece.dryRun ?? false)
    let words = text.split(separator: " ")
    switch words.first {
    case "none": throw ControlError.badFile(FileFault(.noActivity, byte: 0, line: nil, detail: ""))
    case "route": throw ControlError.badFile(FileFault(.noTimes, byte: 0, line: nil, detail: ""))
    case "bad": throw ControlError.badFile(FileFault(.malformed, byte: 7, line: 2, detail: "x"))
    case "there": throw ControlError(.duplicateRide, subject: "3", detail: "2026-11-21T06:45:12Z")
    default:
      let rides = words.map { $0 == "old" ? ImportedRide(there: 3) : ImportedRide(ride: Samples.ride) }
      let leftOut = text.contains("odd") ? LeftOutValues(count: 3, byte: 99, line: 81) : nil
      return ImportProgress(number: 1, ride: rides[0].ride, rides: rides, leftOut: leftOut)
    }
  }

  func stream<C: StreamedCall>(_ call: C, each: (C.Reply) throws(ControlError) -> Bool) throws(ControlError) {
    _ = try each(try self.call(call))
  }

  func converse<C: VarlinkCall>(_ next: (C.Reply?) throws(ControlError) -> C?) throws(ControlError) {
    var reply: C.Reply?
    while let following = try next(reply) { reply = try call(following) }
  }
}

@Suite struct ImportBundleTests {
  private let folder: TemporaryDirectory
  private let daemon = WordDaemon()

  init() throws { folder = try TemporaryDirectory() }

  private func takeAll(
    _ words: [String], json: Bool = false, progress: ProgressLine? = nil, columns: Int? = nil
  ) throws -> (isTaken: Bool, printed: Samples.Printed) {
    let command = try #require(try JZ2Ctl.parseAsRoot(["import"] + words) as? ImportCommand)
    let printed = Samples.Printed()
    let silent = ProgressLine(columns: { 80 }, write: nil)
    return (
      try command.takeAll(
        with: daemon, output: printed.stream(json: json), progress: progress ?? silent, columns: columns), printed
    )
  }

  private static let ride = "Ride 12: 1:00:00, 1:02:05 elapsed, 149 W, 132 bpm, 538 kJ, 31.40 km.\n"

  @Test func `a file packed with gzip is imported as a ride`() throws {
    let path = try folder.place("a.fit.gz", PackedFiles.gzip(activity("ride")))
    let (isTaken, printed) = try takeAll([path])
    #expect(isTaken && daemon.files == ["ride"])
    #expect(printed.output == "\(path): \(Self.ride)")
  }

  @Test func `omitted values are reported below the ride`() throws {
    let path = try folder.place("a.tcx", activity("odd"))
    #expect(try takeAll([path]).printed.output == "\(path): \(Self.ride)  3 values left out, the first in line 81.\n")
  }

  @Test func `each imported ride has a line, and the totals have one`() throws {
    let path = try folder.place("a.fit", activity("one old two"))
    let other = try folder.place("b.fit", activity("there"))
    let (isTaken, printed) = try takeAll([path, other])
    #expect(isTaken, "a ride that is there is not refused")
    #expect(
      printed.output == """
        \(path): \(Self.ride)\(path): \(Self.ride)Imported: 2 rides; 2 rides were there already.

        """)
    #expect(printed.error.hasPrefix("\(other): Ride 3 began at the same time"))
  }

  /// The files are arranged as in Strava's export.
  @Test(arguments: [true, false])
  func `every activity in a folder or an archive is imported, and other files are counted`(isPacked: Bool) throws {
    let files: [(String, [UInt8])] = [
      ("activities.csv", Array("id,name".utf8)), ("activities/1.fit.gz", PackedFiles.gzip(activity("ride"))),
      ("activities/2.TCX.gz", PackedFiles.gzip(activity("bad"))), ("activities/3.gpx", activity("route")),
      ("activities/4.fit", activity("none")), ("activities/5.fit", activity("there")),
      ("media/photo.jpg", [0xFF, 0xD8]), ("activities/._1.fit", [0]), ("__MACOSX/activities/1.fit", [0]),
    ]
    let path: String
    if isPacked {
      path = try folder.place("export.zip", PackedFiles.zip(files))
    } else {
      for (name, bytes) in files { _ = try folder.place("export/\(name)", bytes) }
      path = folder.path(of: "export")
    }
    let (isTaken, printed) = try takeAll([path])
    #expect(!isTaken)
    #expect(daemon.files == ["ride", "bad", "route", "none", "there"])
    #expect(
      printed.output == """
        activities/1.fit.gz: \(Self.ride)\
        Imported: 1 ride; 1 ride was there already; 1 file was refused; 6 other files are not rides.

        """)
    #expect(
      printed.error == """
        activities/2.TCX.gz: The file is damaged (line 2, byte 7: x).
        Export the activity again; nothing was imported.

        """)
  }

  @Test func `rides of Strava's archive get their names from its table`() throws {
    let table = """
      Activity ID,Activity Name,Activity Description,Filename\r
      1,"Along the ""Dyke"", twice","One
      two",activities/1.fit.gz
      2,Dawn,,activities/2.gpx
      3,No file,,

      """
    let path = try folder.place(
      "export.zip",
      PackedFiles.zip([
        ("export_7/activities.csv", Array(table.utf8)),
        ("export_7/activities/1.fit.gz", PackedFiles.gzip(activity("ride"))),
        ("export_7/activities/2.gpx", activity("ride")), ("export_7/activities/4.gpx", activity("ride")),
      ]))
    #expect(try takeAll([path]).isTaken)
    #expect(daemon.names == ["Along the \"Dyke\", twice", "Dawn", nil])
  }

  @Test func `whole rides in JSON are imported from a folder, and other JSON is counted`() throws {
    for (name, word) in [("a.json", "ride"), ("b.json", "none")] {
      _ = try folder.place("all/\(name)", activity(word, in: "{"))
    }
    _ = try folder.place("all/c.json.gz", PackedFiles.gzip(activity("ride")))
    let (isTaken, printed) = try takeAll([folder.path(of: "all")])
    #expect(isTaken && daemon.files == ["ride", "none", "ride"])
    #expect(printed.output.hasSuffix("Imported: 2 rides; 1 other file is not a ride.\n"))
  }

  @Test func `the import of an archive without a ride fails`() throws {
    let (isTaken, printed) = try takeAll([try folder.place("a.zip", PackedFiles.zip([("x.jpg", [0xFF])]))])
    #expect(!isTaken)
    #expect(printed.output == "Nothing was imported; 1 other file is not a ride.\n")
  }

  @Test func `a named file that is not a ride is refused`() throws {
    let (isTaken, printed) = try takeAll([try folder.place("a.gpx", activity("route"))])
    #expect(!isTaken)
    #expect(printed.error.contains("is a route"))
  }

  /// The archives are nested as in Garmin's export.
  @Test func `archives inside an archive are read, but deeper ones are refused`() throws {
    let part = PackedFiles.zip([("1.fit", activity("ride"))])
    let path = try folder.place(
      "export.zip",
      PackedFiles.zip([("DI/part1.zip", part), ("DI/part2.zip", PackedFiles.zip([("part3.zip", part)]))]))
    let (isTaken, printed) = try takeAll([path])
    #expect(!isTaken && daemon.files == ["ride"])
    #expect(printed.error.hasPrefix("DI/part2.zip/part3.zip: The file is packed in an unsupported way: "))
  }

  @Test func `a name in an archive is not used as a path`() throws {
    let path = try folder.place("a.zip", PackedFiles.zip([("../../tmp/jz2-evil.fit", activity("ride"))]))
    #expect(try takeAll([path]).isTaken)
    #expect(daemon.files == ["ride"])
    #expect(!FileManager.default.fileExists(atPath: "/tmp/jz2-evil.fit"))
  }

  @Test func `a file damaged in the middle leaves no unfinished import in the daemon`() throws {
    let noise = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    let cut = PackedFiles.gzip(noise).dropLast(100)
    let (isTaken, printed) = try takeAll([try folder.place("a.fit.gz", Array(cut))])
    #expect(!isTaken && daemon.inHand == 0 && daemon.dryRuns == [true])
    #expect(printed.error.contains("The packed file is damaged: it ends too early."))
  }

  @Test func `a dry run lists new rides and rides already in the library`() throws {
    let path = try folder.place(
      "a.zip", PackedFiles.zip([("1.fit", activity("ride")), ("2.fit", activity("there"))]))
    let (isTaken, printed) = try takeAll([path, "--dry-run"])
    #expect(isTaken && daemon.dryRuns == [true, true])
    let time = LocalTime.system.text(Samples.ride.start)
    #expect(
      printed.output == """
        1.fit: would be the ride of \(time): \(RideLine.figures(Samples.ride)).
        2.fit: already in the library, as ride 3.
        Would be imported: 1 ride; 1 ride was there already. Nothing was stored.

        """)
  }

  @Test func `the last line of a bundle in JSON has the totals`() throws {
    let path = try folder.place(
      "a.zip", PackedFiles.zip([("1.fit", activity("odd")), ("2.fit", activity("bad")), ("x", [1])]))
    let lines = try takeAll([path], json: true).printed.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix(#"{"file":"\#(path)/1.fit","kind":"imported","leftOut":{"byte":99,"count":3,"#))
    #expect(lines[0].contains(#""line":81},"ride":{"#))
    #expect(lines[1].hasPrefix(#"{"error":{"#))
    #expect(lines[2] == #"{"cameIn":1,"kind":"totals","noRides":1,"others":0,"refused":1,"thereAlready":0}"#)
  }

  @Test(arguments: [(80, "2 of 3: a-long-name-of-a-ride.fit"), (20, "2 of 3: a-long-nam.")])
  func `the progress line fits the terminal and is cleared at the end`(columns: Int, text: String) throws {
    let path = try folder.place(
      "a.zip",
      PackedFiles.zip([
        ("1.fit", activity("ride")), ("x/a-long-name-of-a-ride.fit", activity("none")),
        ("2.fit", activity("ride")),
      ]))
    var written: [String] = []
    let progress = ProgressLine(columns: { columns }, write: { written.append($0) })
    _ = try takeAll([path], progress: progress)
    #expect(written.contains("\r\u{1B}[K\(text)"))
    #expect(written.last == "\r\u{1B}[K")
  }

  @Test func `lines wrap at spaces in a narrow terminal`() throws {
    let files = [("activities/8123456.fit", activity("odd")), ("activities/8123457.fit", activity("bad"))]
    let (_, printed) = try takeAll([try folder.place("export.zip", PackedFiles.zip(files))], columns: 40)
    #expect(
      printed.output == """
        activities/8123456.fit: Ride 12:
          1:00:00, 1:02:05 elapsed, 149 W, 132
          bpm, 538 kJ, 31.40 km.
          3 values left out, the first in line
            81.
        Imported: 1 ride; 1 file was refused.

        """)
    #expect(
      printed.error == """
        activities/8123457.fit: The file is
          damaged (line 2, byte 7: x).
        Export the activity again; nothing was
          imported.

        """)
  }

  @Test func `a symbolic link to a folder is not followed`() throws {
    _ = try folder.place("rides/1.fit", activity("ride"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "rides/again"), withDestinationPath: folder.path(of: "rides"))
    #expect(try takeAll([folder.path(of: "rides")]).isTaken)
    #expect(daemon.files == ["ride"])
  }
}
