import ControlWire
import HealthExport
import RideText
import Rides
import TrainerClient

/// An import from Apple Health; the export is read here, and the daemon only receives values.
final class HealthImport<Service: DaemonConnection> {
  /// The result of an import.
  struct Outcome: Equatable {
    var report = HealthReport()
    /// The daemon's counts; nil in a dry run.
    var stored: BodyImported?
  }

  /// The maximum number of values in one request: with 300 bytes each, a tenth of a message's limit.
  static var valuesOfCall: Int { 256 }
  /// The maximum number of intervals in one request: with 10 bytes each, half of a message's limit.
  static var intervalsOfCall: Int { 50_000 }

  private let daemon: Service
  private let dryRun: Bool
  private let firstDay: CalendarDay?
  private let progress: ProgressLine
  private var outcome = Outcome()
  private var waiting = ImportBody(nights: [], measurements: [], intervals: [], values: [])

  init(_ daemon: Service, since firstDay: CalendarDay?, dryRun: Bool, progress: ProgressLine) {
    (self.daemon, self.firstDay, self.dryRun, self.progress) = (daemon, firstDay, dryRun, progress)
    outcome.stored = dryRun ? nil : BodyImported()
  }

  /// Imports the export in an archive.
  func take(_ archive: ZIPArchive) throws(HealthFailure) -> Outcome {
    defer { progress.clear() }
    try HealthFile().take(archive) { (pieces, bytes) throws(HealthFailure) in try read(pieces, bytes) }
    return outcome
  }

  /// Imports an export from its XML.
  func take(_ file: OpenedFile) throws(HealthFailure) -> Outcome {
    defer { progress.clear() }
    let fault = try read({ () throws(ImportFailure) in try file.next() }, file.bytes)
    if let fault { throw .export(fault) }
    return outcome
  }

  /// Reads XML, and sends its values.
  ///
  /// - Returns: Nil if the XML is an export, else the reason.
  private func read(_ pieces: Pieces, _ bytes: Int?) throws(HealthFailure) -> HealthFault? {
    var reader = HealthExportReader(since: firstDay)
    var done = 0
    while case let piece = try next(of: pieces), !piece.isEmpty {
      do throws(HealthFault) {
        try reader.feed(piece)
      } catch {
        guard error.code != .notXML, error.code != .noHealthData else { return error }
        throw .export(error)
      }
      done += piece.count
      show(done, of: bytes)
      try send(reader.takeBatch(), atLeast: Self.valuesOfCall)
    }
    do throws(HealthFault) {
      try reader.finish()
    } catch {
      guard error.code != .notXML else { return error }
      throw .export(error)
    }
    try send(reader.takeBatch(), atLeast: 1)
    outcome.report = reader.report
    return nil
  }

  private func next(of pieces: Pieces) throws(HealthFailure) -> [UInt8] {
    do throws(ImportFailure) {
      return try pieces()
    } catch {
      throw .file(error)
    }
  }

  /// Adds values to the waiting ones, and sends them once there are enough.
  private func send(_ batch: HealthBatch, atLeast least: Int) throws(HealthFailure) {
    guard !dryRun else { return }
    waiting.nights? += batch.nights
    waiting.measurements? += batch.measurements.map(\.measurement)
    waiting.intervals? += batch.measurements.map(\.intervals.signed)
    waiting.values? += batch.values
    while waiting.count >= least {
      let call = waiting.removeFirst(Self.valuesOfCall, intervals: Self.intervalsOfCall)
      do throws(ControlError) {
        let reply = try daemon.call(call)
        outcome.stored = outcome.stored.map { $0 + reply }
      } catch {
        throw .refused(error)
      }
    }
  }

  private func show(_ done: Int, of bytes: Int?) {
    if let bytes, bytes > 0 {
      progress.show(String(localized: "Reading: \(100 * min(done, bytes) / bytes) %"))
    } else {
      progress.show(String(localized: "Reading: \(done / 1_000_000) MB"))
    }
  }
}

/// The output of `import --json`.
struct HealthImported: Encodable {
  let found: HealthReport
  /// The daemon's counts; absent in a dry run.
  let stored: BodyImported?
  let dryRun: Bool?

  init(_ outcome: HealthImport<some DaemonConnection>.Outcome) {
    (found, stored) = (outcome.report, outcome.stored)
    dryRun = outcome.stored == nil ? true : nil
  }

  var text: String { HealthText.lines(found, stored: stored) }
}

extension ImportBody {
  /// The number of nights, measurements and values.
  fileprivate var count: Int { (nights ?? []).count + (measurements ?? []).count + (values ?? []).count }

  /// Removes the first values, and returns them as a request without members for empty kinds.
  fileprivate mutating func removeFirst(_ most: Int, intervals mostIntervals: Int) -> Self {
    var left = most
    func take<Value>(_ values: inout [Value]?, atMost count: Int = .max) -> [Value]? {
      let taken = Array((values ?? []).prefix(min(left, count)))
      values?.removeFirst(taken.count)
      left -= taken.count
      return taken.isEmpty ? nil : taken
    }
    let nights = take(&nights)
    var room = mostIntervals
    let fitting = (intervals ?? []).prefix { list in
      room -= list.count
      return room >= 0
    }
    let measurements = take(&measurements, atMost: max(1, fitting.count))
    let lists = (intervals ?? []).prefix(measurements?.count ?? 0)
    intervals?.removeFirst(lists.count)
    return Self(
      nights: nights, measurements: measurements, intervals: lists.allSatisfy(\.isEmpty) ? nil : Array(lists),
      values: take(&values))
  }
}

extension BodyImported {
  fileprivate static func + (left: Self, right: Self) -> Self {
    Self(
      nights: left.nights + right.nights, measurements: left.measurements + right.measurements,
      values: left.values + right.values)
  }
}

extension BodyImported.Counts {
  static func + (left: Self, right: Self) -> Self {
    Self(
      added: left.added + right.added, replaced: left.replaced + right.replaced,
      unchanged: left.unchanged + right.unchanged, refused: left.refused + right.refused)
  }
}

extension Refusal {
  /// Creates the message for a file without a complete export.
  init(_ failure: HealthFailure, path: String) {
    switch failure {
    case .file(let failure): self.init(failure, path: path)
    case .export(let fault):
      self.init(
        error: HealthText.name(of: fault), message: HealthText.explanation(fault).message,
        remedy: HealthText.explanation(fault).remedy, subject: path, detail: fault.detail.isEmpty ? nil : fault.detail)
    case .refused(let error): self.init(error)
    case .noExport:
      self.init(
        error: "NoHealthExport", message: HealthText.noExport.message, remedy: HealthText.noExport.remedy,
        subject: path,
        detail: nil)
    }
  }
}
