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

/// The archive with an Apple Health export, as the phone writes it.
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

  /// Finds the export in an archive, and reads it.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - read: Called with each XML, until one is the export.
  /// - Throws: The reason for a missing export, and the errors of `read`.
  func take(_ archive: ZIPArchive, _ read: Reading) throws(HealthFailure) {
    for entry in archive.entries where Self.isPromising(entry.name) {
      let pieces = try Self.asked { () throws(ImportFailure) in try archive.pieces(of: entry, within: budget) }
      if try read(pieces, entry.bytes) == nil { return }
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
