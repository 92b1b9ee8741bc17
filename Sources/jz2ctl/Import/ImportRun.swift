import ControlWire
import TrainerClient

/// One import of files, folders and archives; each file is accepted or refused separately.
///
/// All files are unpacked here, with the user's own rights, never in the daemon.
final class ImportRun<Service: DaemonConnection> {
  private enum Opened {
    case file(OpenedFile)
    case archive(ZIPArchive)
  }

  let report: ImportReport
  private let doors: ImportDoors<Service>
  private let budget: UnpackingBudget
  private let progress: ProgressLine
  /// The number of activities tried, and of those known so far.
  private var tried = 0
  private var known = 0

  init(
    _ daemon: Service, _ report: ImportReport, _ choice: ImportOptions, progress: ProgressLine,
    limits: UnpackingLimits = UnpackingLimits()
  ) {
    (self.report, self.progress) = (report, progress)
    doors = ImportDoors(daemon: daemon, choice: choice, progress: progress)
    budget = UnpackingBudget(limits)
  }

  /// Imports files and folders, one after the other, and reports the result of each.
  ///
  /// - Throws: The error of the connection; later files are not tried.
  func take(_ paths: [String]) throws(ControlError) {
    defer { progress.clear() }
    known = paths.count
    report.root = paths.count == 1 ? paths.first : nil
    for path in paths {
      if ImportFolder.isFolder(path) {
        try takeFolder(path)
      } else {
        try take(path, isNamed: true, depth: 0) { () throws(ImportFailure) in
          let file = try PieceReader(path: path)
          return ({ () throws(ImportFailure) in try file.next() }, file.size == nil ? nil : file)
        }
      }
    }
  }

  private func takeFolder(_ folder: String) throws(ControlError) {
    report.isBundle = true
    known -= 1
    let files: [String]
    do throws(ImportFailure) {
      files = try ImportFolder.files(in: folder, budget.limits) { path, failure in
        report.refuse(failure, path, isNamed: false)
      }
    } catch {
      return report.refuse(error, folder, isNamed: true)
    }
    let names = names(among: files, named: \.self) { path throws(ImportFailure) in
      let file = try PieceReader(path: path)
      return { () throws(ImportFailure) in try file.next() }
    }
    for path in promising(files, named: \.self) {
      try take(path, isNamed: false, depth: 0, rideName: names[path]) { () throws(ImportFailure) in
        let file = try PieceReader(path: path)
        return ({ () throws(ImportFailure) in try file.next() }, file)
      }
    }
  }

  private func takeArchive(
    _ archive: ZIPArchive, _ path: String, isNamed: Bool, depth: Int
  ) throws(ControlError) {
    do throws(ImportFailure) {
      if let health = try doors.takeHealth(in: archive) {
        report.report(health, path)
        // The phone's archive also contains the routes of workouts.
        guard archive.entries.contains(where: { ImportName.isPromising($0.name) }) else { return }
      }
    } catch {
      return try refuse(error, path, isNamed: isNamed)
    }
    report.isBundle = true
    tried -= 1
    known -= 1
    let files = archive.entries.filter { !$0.isFolder }
    let names = names(among: files, named: \.name) { [budget] entry throws(ImportFailure) in
      try archive.pieces(of: entry, within: budget)
    }
    for entry in promising(files, named: \.name) {
      try take("\(path)/\(entry.name)", isNamed: false, depth: depth + 1, rideName: names[entry.name]) {
        [budget] () throws(ImportFailure) in (try archive.pieces(of: entry, within: budget), nil)
      }
    }
  }

  /// Returns the names in a table among the files; empty if there is none, or if it cannot be read.
  private func names<File>(
    among files: [File], named name: (File) -> String, open: (File) throws(ImportFailure) -> Pieces
  ) -> ActivityNames {
    guard let table = files.first(where: { ActivityNames.isTable(name($0)) }), let pieces = try? open(table),
      let bytes = try? PieceReader.all(of: pieces, upTo: ActivityNames.longestFile)
    else { return ActivityNames() }
    return ActivityNames(csv: String(decoding: bytes, as: UTF8.self), at: name(table))
  }

  /// Returns the files that may be activities; the others are counted.
  private func promising<File>(_ files: [File], named name: (File) -> String) -> [File] {
    let found = files.filter { ImportName.isPromising(name($0)) }
    known += found.count
    report.stepOver(files.count - found.count)
    return found
  }

  /// Imports a file, or all files of an archive.
  ///
  /// - Parameters:
  ///   - path: The name for people.
  ///   - isNamed: Whether the user named the file itself, not only a folder or an archive around it.
  ///   - depth: The number of archives around the file.
  ///   - rideName: A name for its ride; nil without one.
  ///   - open: Opens it; also returns the file itself if it can be read at any offset.
  /// - Throws: The error of the connection.
  private func take(
    _ path: String, isNamed: Bool, depth: Int, rideName: String? = nil,
    open: () throws(ImportFailure) -> (Pieces, PieceReader?)
  ) throws(ControlError) {
    tried += 1
    progress.show(tried, of: known, path)
    let opened: Opened
    do throws(ImportFailure) {
      let (pieces, file) = try open()
      opened = try unpacked(pieces, file, depth: depth, isInGzip: false)
    } catch {
      return try refuse(error, path, isNamed: isNamed)
    }
    switch opened {
    case .file(let file): try give(file, path, rideName: rideName, isNamed: isNamed)
    case .archive(let archive): try takeArchive(archive, path, isNamed: isNamed, depth: depth)
    }
  }

  private func give(
    _ file: OpenedFile, _ path: String, rideName: String?, isNamed: Bool
  ) throws(ControlError) {
    do throws(ImportFailure) {
      let outcome = try doors.take(file, path, rideName: rideName, isNamed: isNamed)
      progress.clear()
      switch outcome {
      case .rides(let done): report.report(done, path, isNamed: isNamed)
      case .other(let content): report.report(content, path)
      }
    } catch {
      try refuse(error, path, isNamed: isNamed)
    }
  }

  private func refuse(_ failure: ImportFailure, _ path: String, isNamed: Bool) throws(ControlError) {
    if failure.isFinal, case .refused(let refusal) = failure { throw refusal }
    progress.clear()
    if failure.isNoRide, !isNamed {
      report.stepOver(1)
    } else {
      report.refuse(failure, path, isNamed: isNamed)
    }
  }

  /// Unpacks a packed file, and recognises its kind.
  private func unpacked(
    _ pieces: @escaping Pieces, _ file: PieceReader?, depth: Int, isInGzip: Bool
  ) throws(ImportFailure) -> Opened {
    let first = try pieces()
    var isFirst = true
    let whole: Pieces = { () throws(ImportFailure) in
      defer { isFirst = false }
      return isFirst ? first : try pieces()
    }
    switch Packing(beginning: first) {
    case nil: return .file(try OpenedFile(whole, beginning: try whole(), bytes: file?.size))
    case .gzip:
      guard !isInGzip else { throw .unknownPacking(String(localized: "more than once")) }
      let inflation = try Inflation(.gzip, of: whole, within: budget)
      return try unpacked({ () throws(ImportFailure) in try inflation.next() }, nil, depth: depth, isInGzip: true)
    case .zip:
      guard depth < budget.limits.depth else {
        throw .unknownPacking(String(localized: "archives nested too deeply"))
      }
      if let file { return .archive(try ZIPArchive(file, budget.limits)) }
      let spooled = try SpooledFile.spool(whole, limit: budget.limits.archiveBytes)
      return .archive(try ZIPArchive(spooled, budget.limits))
    }
  }
}
