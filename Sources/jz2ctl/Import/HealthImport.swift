import ControlWire
import HealthExport
import RideText
import Rides
import TrainerClient

/// One import from Apple Health: the export is read here, and only values go to the daemon.
final class HealthImport<Service: DaemonConnection> {
  /// What came of an import.
  struct Outcome: Equatable {
    var report = HealthReport()
    /// What the daemon did with the values; nil in a dry run.
    var stored: BodyImported?
  }

  /// How many values one call carries: with 300 bytes each, a tenth of what a message may have.
  static var valuesOfCall: Int { 256 }
  /// How many intervals it carries: with 10 bytes each, half of what a message may have.
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

  /// Takes the export in a file.
  ///
  /// - Throws: Why it ended early; values that were found before that are stored.
  func take(_ path: String) throws(HealthFailure) -> Outcome {
    defer { progress.clear() }
    try HealthFile().take(path) { (pieces, bytes) throws(HealthFailure) in try read(pieces, bytes) }
    return outcome
  }

  /// Takes the export in an archive.
  func take(_ archive: ZIPArchive) throws(HealthFailure) -> Outcome {
    defer { progress.clear() }
    try HealthFile().take(archive) { (pieces, bytes) throws(HealthFailure) in try read(pieces, bytes) }
    return outcome
  }

  /// Takes an export by its XML.
  func take(_ file: OpenedFile) throws(HealthFailure) -> Outcome {
    defer { progress.clear() }
    let fault = try read({ () throws(ImportFailure) in try file.next() }, file.bytes)
    if let fault { throw .export(fault) }
    return outcome
  }

  /// Reads XML, and sends what is in it.
  ///
  /// - Returns: Nil if it is an export, else why it is not.
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

  /// Adds values to those that wait, and sends them once there are enough.
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

/// What `health import --json` prints.
struct HealthImported: Encodable {
  let found: HealthReport
  /// What the daemon did with the values; absent in a dry run.
  let stored: BodyImported?
  let dryRun: Bool?

  init(_ outcome: HealthImport<some DaemonConnection>.Outcome) {
    (found, stored) = (outcome.report, outcome.stored)
    dryRun = outcome.stored == nil ? true : nil
  }

  var text: String { HealthText.lines(found, stored: stored) }
}

extension ImportBody {
  /// How many values it has.
  fileprivate var count: Int { (nights ?? []).count + (measurements ?? []).count + (values ?? []).count }

  /// Takes out the first values, as a call that has only the kinds that it carries.
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
  /// What a person or a program is told of a file that holds no export, or half of one.
  init(_ failure: HealthFailure, path: String) {
    switch failure {
    case .file(let failure): self.init(failure, path: path)
    case .export(let fault):
      self.init(
        error: HealthText.name(of: fault), message: HealthText.sentence(fault).message,
        remedy: HealthText.sentence(fault).remedy, subject: path, detail: fault.detail.isEmpty ? nil : fault.detail)
    case .refused(let error): self.init(error)
    case .noExport:
      self.init(
        error: "NoHealthExport", message: HealthText.noExport.message, remedy: HealthText.noExport.remedy,
        subject: path,
        detail: nil)
    }
  }
}
