package import FoundationEssentials
package import HubTerms
import RideFiles
package import Rides

/// A ride from a Pi with each second and event, as written by `jz2ctl export --format json --whole`.
package struct WholeRide: Sendable {
  private let record: RideRecord
  private let circumstances: RideCircumstances

  /// Reads a ride.
  ///
  /// - Parameters:
  ///   - content: The JSON.
  ///   - uuid: The UUID in the request's address.
  /// - Throws: `validationError`, with the place, if it is not a whole ride, if its UUID differs from the address, or
  ///   if more than a line break follows it.
  package init(_ content: [UInt8], uuid: String) throws(HubFault) {
    // The hub returns the JSON unchanged, also within an export, where a byte order mark is not allowed (RFC 8259,
    // 8.1).
    guard content.first == UInt8(ascii: "{") else { throw Self.noRide(": it does not begin with `{`") }
    // JSON allows any white space after it, and the hub would have to store that: a ride is returned byte for byte.
    let rest = content.reversed().prefix { $0 != UInt8(ascii: "}") }.prefix(3)
    guard rest.count <= 2 else { throw Self.noRide(": extra text follows it") }
    var decoder = RideJSONDecoder(limits: ImportLimits(bytes: content.count))
    let rides: [RideRecord]
    do throws(FileFault) {
      try decoder.feed(content)
      rides = try decoder.finish().rides
    } catch {
      let place = error.line.map { "line \($0)" } ?? "byte \(error.byte)"
      throw Self.noRide(": \(error.reason) (\(place))")
    }
    guard let record = rides.first, let circumstances = record.circumstances else {
      throw Self.noRide("")
    }
    guard record.uuid?.text == uuid else {
      throw .invalid([HubFault.Field("uuid", "is \(record.uuid?.text ?? "none"), but the address has \(uuid)")])
    }
    guard Instant.range.contains(record.start.milliseconds) else {
      throw .invalid([HubFault.Field("start", "must be in the years 1970 to 2999")])
    }
    guard max(record.name?.utf8.count ?? 0, record.note?.utf8.count ?? 0) <= RideSummary.mostTextBytes else {
      throw .invalid([HubFault.Field("note", "name and note may have at most \(RideSummary.mostTextBytes) bytes")])
    }
    self.record = record
    self.circumstances = circumstances
  }

  private static func noRide(_ why: String) -> HubFault {
    HubFault(.validationError, "This is not a ride from `jz2ctl export --format json --whole`\(why).")
  }

  /// The ride with the rider's trim applied.
  private var cut: RideRecord {
    circumstances.trim.map { record.cut(to: $0.seconds, activityID: $0.activityID) } ?? record
  }

  /// The summary of the ride, with the rider's trim applied.
  package var summary: RideSummary {
    let (cut, totals) = (cut, cut.totals)
    return RideSummary(
      uuid: record.uuid?.text ?? "", began: Instant(milliseconds: cut.start.milliseconds),
      timerSeconds: totals.timerSeconds, elapsedSeconds: totals.elapsedSeconds, joules: totals.joules,
      distanceMeters: totals.distanceMeters ?? 0,
      averageWatts: totals.averageWatts, averageBeatsPerMinute: totals.averageBeatsPerMinute, name: record.title,
      note: record.note, trim: circumstances.trim?.seconds)
  }

  /// Returns the ride as a file for other programs, with the rider's trim applied.
  package func file(_ format: ActivityFormat) -> RideFile {
    let strap = circumstances.strapAddress.map { _ in
      RideDetails.Device(role: .heartRate, name: circumstances.strapName)
    }
    let recorded = cut
    let details = RideDetails(
      recorded, plan: circumstances.plan, trainerName: recorded.trainerName, strap: strap,
      thresholdWatts: recorded.thresholdWatts, utcOffsetSeconds: recorded.utcOffsetSeconds)
    let cut = recorded.resting(by: details.plan)
    let bytes =
      switch format {
      case .fit: FITEncoder(creator: Self.creator).encode(cut, details)
      case .tcx: TCXEncoder(creator: Self.creator).encode(cut)
      case .csv: CSVEncoder().encode(cut)
      case .json: RideJSONEncoder().encode(cut)
      }
    return RideFile(name: "\(cut.start.fileStem).\(format.rawValue)", bytes: Data(bytes))
  }

  private static let creator = RideFileCreator(
    name: "jz2hub", major: ProductVersion.major, minor: ProductVersion.minor, patch: ProductVersion.patch)
}

/// A file of a ride.
package struct RideFile: Hashable, Sendable {
  /// The name, from the start in UTC: `2026-11-27T180000Z.fit`.
  package let name: String
  package let bytes: Data
}
