import Foundation
import Rides
import TestKit
import Testing

@testable import RideFiles

@Suite struct RideFileProbeTests {
  @Test(
    arguments: [
      ("\u{0E}\u{10}\0\0\0\0\0\0.FIT", .fit), ("<?xml version='1.0'?><TrainingCenterDatabase>", .tcx),
      (" \r\n\t<TrainingCenterDatabase>", .tcx),
      ("{\"id\":1,\"a\":2}", .json), ("\n [{\"id\": 1}]", .json),
      (String(repeating: " ", count: 99) + "<gpx>", .gpx),
      ("\u{FEFF} <a>", .tcx), ("<?xml version='1.0'?><!-- a --><gpx>", .gpx),
      ("<x:gpx xmlns:x='http://www.topografix.com/GPX/1/1'>", .gpx),
    ] as [(String, RideFileFormat)], [1, 5, .max])
  func `a ride file's format is detected by its first bytes, and XML by its root`(
    _ file: (String, RideFileFormat), piece: Int
  )
    throws
  {
    #expect(try format(of: file.0, piece: piece) == file.1)
  }

  @Test(arguments: ["", "   ", "x<", "\u{0E}\u{10}\0\0\0\0\0\0.FI", "PK\u{3}\u{4}", "no ride of ours"])
  func `a file of an unknown format is refused`(text: String) {
    let error = #expect(throws: FileFault.self) { try format(of: text, piece: .max) }
    #expect(error?.code == .notThisFormat)
  }

  @Test func `XML without a root element is left for the TCX decoder to refuse`() throws {
    #expect(try format(of: "<?xml version='1.0'?><!-- a -->", piece: 3) == .tcx)
  }

  private func format(of text: String, piece: Int) throws(FileFault) -> RideFileFormat {
    var probe = RideFileProbe()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      if let format = try probe.take(Array(rest.prefix(piece))) { return format }
      rest = rest.dropFirst(piece)
    }
    return try probe.finish()
  }
}

/// The values of a ride in a file, as read by other programs.
private struct Claim: CustomStringConvertible, Sendable {
  /// FIT's number of the sport.
  var sport: Int
  /// Timer time in seconds.
  var timer: Double
  var meters: Double?
  var joules: Double?
  var watts: Double?

  init(_ sport: Int, timer: Double, meters: Double? = nil, joules: Double? = nil, watts: Double? = nil) {
    (self.sport, self.timer, self.meters, self.joules, self.watts) = (sport, timer, meters, joules, watts)
  }

  init(_ ride: RideRecord) {
    let totals = ride.totals
    self.init(
      ride.origin?.sport ?? -1, timer: Double(totals.timerSeconds), meters: totals.distanceMeters,
      joules: totals.averageWatts.map { _ in totals.joules }, watts: totals.averageWatts)
  }

  var description: String {
    let texts = [(meters, "m"), (joules.map { $0 / 1000 }, "kJ"), (watts, "W")].map { value, unit in
      value.map { "\(Int($0.rounded())) \(unit)" } ?? "no \(unit)"
    }
    return "sport \(sport), \(Int(timer.rounded())) s, " + texts.joined(separator: ", ")
  }
}

/// Files written by devices and other programs, stored next to the project during development.
private struct SharedActivity: CustomTestStringConvertible, Sendable {
  var name: String
  var leftOut = 0
  /// The longest interval between points plus the second lost by rounding.
  ///
  /// Riding after the last point of a session counts for the next one.
  var interval = 1.0
  var claims: [Claim]

  var testDescription: String { name }
  var url: URL { SharedMaterial.file("activities/real/\(name)") }

  static let files = [
    Self(name: "coros-pace-2.fit", claims: [Claim(2, timer: 11287, meters: 32145.76)]),
    Self(name: "edge-2009.tcx", claims: [Claim(2, timer: 7687.12, meters: 238.74)]),
    Self(name: "edge-500-wrong-clock.fit", leftOut: 14, claims: [Claim(2, timer: 6799.47, meters: 43663.43)]),
    // Cut by a program: the session has only its timer time, the records add up to 290.6 kJ.
    Self(name: "edge-830-stages.fit", claims: [Claim(2, timer: 1799, joules: 290_643, watts: 161.6)]),
    Self(name: "elemnt-6h.fit", claims: [Claim(2, timer: 13471, meters: 78940.55, joules: 1_371_062, watts: 102)]),
    Self(name: "event-timestamp.fit", claims: [Claim(5, timer: 4371.56, meters: 2606.04)]),
    Self(name: "indoor-smo2.fit", claims: [Claim(2, timer: 15.6, meters: 0)]),
    Self(name: "ipbike-hrv.fit", claims: [Claim(1, timer: 2762, meters: 9326, joules: 674_127, watts: 244)]),
    // Valid according to Garmin's SDK; broken only for readers without developer fields.
    Self(name: "mornindew-broken.fit", claims: [Claim(1, timer: 6855.96, meters: 16773.34)]),
    Self(name: "saved-by-goldencheetah.fit", claims: [Claim(0, timer: 588, meters: 732.82)]),
    Self(
      name: "two-headers.fit", interval: 7,
      claims: [
        Claim(5, timer: 1987.5, meters: 1644.71), Claim(3, timer: 170.3, meters: 141.7),
        Claim(2, timer: 4422.1, meters: 40909.42), Claim(3, timer: 60.7, meters: 31.93),
        Claim(1, timer: 2850.7, meters: 9805.92),
      ]),
  ]
  static var exist: Bool { SharedMaterial.has(files.map(\.url)) }
}

@Suite(.enabled(if: SharedActivity.exist, "needs ../shared"))
struct SharedActivityTests {
  private static func imported(_ bytes: [UInt8]) throws(FileFault) -> ImportedFile {
    var decoder = RideFileDecoder()
    var rest = bytes[...]
    while !rest.isEmpty {
      try decoder.feed(Array(rest.prefix(65_536)))
      rest = rest.dropFirst(65_536)
    }
    return try decoder.finish()
  }

  @Test(arguments: SharedActivity.files)
  fileprivate func `an imported ride has the totals that its file claims`(_ file: SharedActivity) throws {
    let imported = try Self.imported(Array(try Data(contentsOf: file.url)))
    #expect(imported.leftOut.count == file.leftOut)
    #expect(imported.rides.count == file.claims.count)
    for (ride, claim) in zip(imported.rides, file.claims) {
      let came = Claim(ride)
      #expect(came.sport == claim.sport)
      #expect(abs(came.timer - claim.timer) <= 10, "\(claim), and in came \(came)")
      for (has, said) in [(came.meters, claim.meters), (came.joules, claim.joules), (came.watts, claim.watts)] {
        guard let said else { continue }
        let border = file.interval * said / claim.timer
        #expect(abs((has ?? -1) - said) <= max(1, said / 200, border), "\(claim), and in came \(came)")
      }
    }
  }

  @Test(arguments: SharedActivity.files)
  fileprivate func `an imported ride is the same after writing and reading it`(_ file: SharedActivity) throws {
    for ride in try Self.imported(Array(try Data(contentsOf: file.url))).rides {
      let isFIT = ride.origin?.format == .fit
      let bytes = isFIT ? FITEncoderTests.encoder.encode(ride) : TCXEncoderTests.encoder.encode(ride)
      let again = try #require(try Self.imported(bytes).rides.first)
      #expect(again.totals.timerSeconds == ride.totals.timerSeconds)
      #expect(again.samples.count == ride.samples.count)
      #expect(again.fileTotals.filter { ride.fileTotals[$0.key] != nil } == ride.fileTotals)
    }
  }
}
