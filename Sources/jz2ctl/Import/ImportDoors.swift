import ControlWire
import RideText
import Rides
import TrainerClient

/// The imports into the library, one for each kind of file.
struct ImportDoors<Service: DaemonConnection> {
  /// The result for a file.
  enum Outcome {
    case rides(ImportProgress)
    case other(TakenContent)
  }

  let daemon: Service
  let choice: ImportOptions
  let progress: ProgressLine
  var time = LocalTime.system
  var now = LocalTime.now

  private var dryRun: Bool { choice.dryRun }

  /// Imports a file according to its kind.
  ///
  /// FIT without an activity may be a workout, and JSON may be nights. With a plan's name, it becomes that plan, or its
  /// route.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - path: Its name for people.
  ///   - rideName: A name for its ride; nil without one.
  ///   - isNamed: Whether the user named the file itself, not only a folder or an archive around it.
  /// - Returns: The result.
  /// - Throws: The reason why the file was rejected.
  func take(
    _ file: OpenedFile, _ path: String, rideName: String?, isNamed: Bool
  ) throws(ImportFailure) -> Outcome {
    let next: Pieces = { () throws(ImportFailure) in try file.next() }
    if choice.name != nil, [.activity, .fit, .workout].contains(file.kind) { return .other(try plan(next, path)) }
    switch file.kind {
    case .activity, .fit, .json:
      do throws(ImportFailure) {
        return .rides(try daemon.importFile(name: rideName, force: choice.force, dryRun: dryRun, next: next))
      } catch {
        guard !error.isPartOfRide else { throw .ownExport }
        guard error.isNoActivity, file.rewind() else { throw error }
        return .other(try takeOther(file.kind, next, path, insteadOf: error))
      }
    case .workout: return .other(try plan(next, path))
    case .health:
      do throws(HealthFailure) {
        return .other(.health(HealthImported(try healthImport.take(file))))
      } catch {
        throw ImportFailure(error)
      }
    case .variability: return .other(try variability(next))
    case .ownExport: throw .ownExport
    case .backup: return .other(try library(next, isNamed: isNamed))
    }
  }

  /// Imports the Apple Health export in an archive; nil without one.
  func takeHealth(in archive: ZIPArchive) throws(ImportFailure) -> TakenContent? {
    guard archive.entries.contains(where: { HealthFile.isPromising($0.name) }) else { return nil }
    do throws(HealthFailure) {
      return .health(HealthImported(try healthImport.take(archive)))
    } catch {
      if case .noExport = error { return nil }
      throw ImportFailure(error)
    }
  }

  private var healthImport: HealthImport<Service> {
    HealthImport(daemon, since: choice.since, dryRun: dryRun, progress: progress)
  }

  /// Imports a file without an activity as the other kind that its format allows.
  private func takeOther(
    _ kind: FileKind, _ next: Pieces, _ path: String, insteadOf refusal: ImportFailure
  ) throws(ImportFailure) -> TakenContent {
    guard kind == .json else {
      do throws(ImportFailure) {
        return try plan(next, path)
      } catch {
        throw error.isNoPlan ? refusal : error
      }
    }
    let nights: [Night]
    do throws(ImportFailure) {
      nights = try NightsFile.nights(in: next)
    } catch {
      throw refusal
    }
    guard !dryRun else { return .unread(.nights) }
    return .nights(
      try ImportFailure.asked { () throws(ControlError) in try NightsFile.store(nights, with: daemon) })
  }

  private func plan(_ next: Pieces, _ path: String) throws(ImportFailure) -> TakenContent {
    var fileName = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
    if let packed = fileName, packed.lowercased().hasSuffix(".gz") { fileName = String(packed.dropLast(3)) }
    return .plan(
      try daemon.importPlan(
        name: choice.name, fileName: fileName, replace: choice.replace, dryRun: dryRun, next: next))
  }

  private func variability(_ next: Pieces) throws(ImportFailure) -> TakenContent {
    switch (try VariabilityFile(next, time), dryRun) {
    case (.mornings, true): return .unread(.mornings)
    case (.intervals, true): return .unread(.measurement)
    case (.mornings(let mornings), false): return .mornings(try mornings.store(with: daemon))
    case (.intervals(let text), false):
      let call = ImportIntervals(
        text: text, at: choice.at?.moment(on: now.day, at: time), position: choice.place.position)
      return .measurement(try ImportFailure.asked { () throws(ControlError) in try daemon.call(call) })
    }
  }

  /// Restores a backup into a library without rides; with `force`, into any library.
  private func library(_ next: Pieces, isNamed: Bool) throws(ImportFailure) -> TakenContent {
    let isEmpty = try ImportFailure.asked { () throws(ControlError) in
      try daemon.call(Rides(limit: 1)).rides.isEmpty
    }
    guard isNamed, isEmpty || choice.force else { throw .libraryInUse }
    return dryRun ? .unread(.library) : .library(try daemon.restore(next: next))
  }
}

extension ImportFailure {
  fileprivate init(_ failure: HealthFailure) {
    switch failure {
    case .file(let failure): self = failure
    case .export(let fault): self = .health(fault)
    case .noExport: self = .unreadable(HealthText.noExport.message)
    case .refused(let error): self = .refused(error)
    }
  }
}
