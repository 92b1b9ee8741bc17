import ControlWire
import HealthExport

/// The reason why an Apple Health export was not read.
enum HealthFailure: Error, Equatable {
  /// The file or its compression.
  case file(ImportFailure)
  /// The content.
  case export(HealthFault)
  /// The archive has no export.
  case noExport
  /// The error of the daemon or the connection.
  case refused(ControlError)
}

/// A file with an Apple Health export: the XML itself, or the archive from the phone.
///
/// The XML's name in an archive is in the phone's language, so every XML except Clinical Document Architecture is
/// tried, and its root element decides.
struct HealthFile {
  /// Reads XML.
  ///
  /// - Parameters:
  ///   - pieces: The pieces of the XML.
  ///   - bytes: The size in bytes; nil if it is unknown.
  /// - Returns: Nil if the XML is an export, else the reason.
  typealias Reading = (_ pieces: @escaping Pieces, _ bytes: Int?) throws(HealthFailure) -> HealthFault?

  /// Unpacked data is not stored, so an export may exceed its archive by any ratio that DEFLATE allows.
  private let budget = UnpackingBudget(UnpackingLimits(ratio: .max))

  /// Finds the export in a file, and reads it.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - read: Called with each XML, until one is the export.
  /// - Throws: The reason for a missing export, and the errors of `read`.
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

  /// Returns whether an entry may be the export, by its name: `apple_health_export/exportación.xml`.
  static func isPromising(_ name: String) -> Bool {
    let parts = name.lowercased().split(separator: "/")
    guard let last = parts.last, last.first != ".", !parts.contains("__macosx") else { return false }
    return last.hasSuffix(".xml") && !last.hasSuffix("_cda.xml")
  }

  /// Calls a function, and converts its failure to one of the export.
  private static func asked<Value>(_ part: () throws(ImportFailure) -> Value) throws(HealthFailure) -> Value {
    do throws(ImportFailure) {
      return try part()
    } catch {
      throw .file(error)
    }
  }
}
