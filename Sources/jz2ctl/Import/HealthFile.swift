import ControlWire
import HealthExport

/// Why an export of Apple Health was not read.
enum HealthFailure: Error, Equatable {
  /// The file, or what packs it.
  case file(ImportFailure)
  /// What is in it.
  case export(HealthFault)
  /// An archive without an export in it.
  case noExport
  /// The daemon's answer, or why there was none.
  case refused(ControlError)
}

/// A file that has an export of Apple Health: the XML itself, or the archive that the phone makes.
///
/// The XML in an archive has a name in the phone's language, so every XML but Clinical Document Architecture is tried, and
/// the root element tells.
struct HealthFile {
  /// Reads XML.
  ///
  /// - Parameters:
  ///   - pieces: Of the XML.
  ///   - bytes: How long it is; nil if that is not known.
  /// - Returns: Whether it is an export; if not, why.
  typealias Reading = (_ pieces: @escaping Pieces, _ bytes: Int?) throws(HealthFailure) -> HealthFault?

  /// Nothing that is unpacked is kept, so an export may be as much larger than its archive as DEFLATE can make it.
  private let budget = UnpackingBudget(UnpackingLimits(ratio: .max))

  /// Finds the export in a file, and reads it.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - read: Asked for each XML, until one is the export.
  /// - Throws: Why there is none, and what `read` throws.
  func take(_ path: String, _ read: Reading) throws(HealthFailure) {
    let file = try Self.asked { () throws(ImportFailure) in try PieceReader(path: path) }
    let first = try Self.asked { () throws(ImportFailure) in try file.next() }
    var isFirst = true
    let whole: Pieces = { () throws(ImportFailure) in
      defer { isFirst = false }
      return isFirst ? first : try file.next()
    }
    switch (Packing(beginning: first), file.size) {
    case (nil, let size): try takeXML(whole, size, read)
    case (.gzip?, _):
      let inflation = try Self.asked { () throws(ImportFailure) in try Inflation(.gzip, of: whole, within: budget) }
      try takeXML({ () throws(ImportFailure) in try inflation.next() }, nil, read)
    case (.zip?, nil): try take(ZIPStream(whole, within: budget), read)
    case (.zip?, .some):
      try take(try Self.asked { () throws(ImportFailure) in try ZIPArchive(file, budget.limits) }, read)
    }
  }

  private func takeXML(_ pieces: @escaping Pieces, _ bytes: Int?, _ read: Reading) throws(HealthFailure) {
    if let fault = try read(pieces, bytes) { throw .export(fault) }
  }

  func take(_ archive: ZIPArchive, _ read: Reading) throws(HealthFailure) {
    for entry in archive.entries where Self.isPromising(entry.name) {
      let pieces = try Self.asked { () throws(ImportFailure) in try archive.pieces(of: entry, within: budget) }
      if try read(pieces, entry.bytes) == nil { return }
    }
    throw .noExport
  }

  func take(_ archive: ZIPStream, _ read: Reading) throws(HealthFailure) {
    while let local = try Self.asked({ () throws(ImportFailure) in try archive.next() }) {
      guard Self.isPromising(local.entry.name) else {
        try Self.asked { () throws(ImportFailure) in try archive.skip(local) }
        continue
      }
      let pieces = try Self.asked { () throws(ImportFailure) in try archive.pieces(of: local) }
      if try read(pieces, local.hasDescriptor ? nil : local.entry.bytes) == nil {
        return try Self.asked { () throws(ImportFailure) in try archive.drain() }
      }
      try Self.asked { () throws(ImportFailure) in while !(try pieces().isEmpty) {} }
    }
    throw .noExport
  }

  /// Whether the name of an entry is one that the export may have: `apple_health_export/exportación.xml`.
  static func isPromising(_ name: String) -> Bool {
    let parts = name.lowercased().split(separator: "/")
    guard let last = parts.last, last.first != ".", !parts.contains("__macosx") else { return false }
    return last.hasSuffix(".xml") && !last.hasSuffix("_cda.xml")
  }

  /// What a part of the file gives, with its failure as one of the export.
  private static func asked<Value>(_ part: () throws(ImportFailure) -> Value) throws(HealthFailure) -> Value {
    do throws(ImportFailure) {
      return try part()
    } catch {
      throw .file(error)
    }
  }
}
