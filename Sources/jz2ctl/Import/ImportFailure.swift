import ControlWire
import HealthExport
import Rides

/// The reason why a file did not become a ride; texts are in the reader's language.
enum ImportFailure: Error, Equatable {
  /// The file cannot be read; the system's reason.
  case unreadable(String)
  /// The file for a plan is packed.
  case packed(Packing)
  /// The file is packed, and its packing is damaged.
  case badPacking(String)
  /// The file is packed in an unsupported way.
  case unknownPacking(String)
  /// The file would unpack to more than the limit.
  case tooLargePacked(String)
  /// The file is not an Apple Health export, or a damaged one.
  case health(HealthFault)
  /// The file is a backup, and the library has rides.
  case libraryInUse
  /// The file is an export of jz2 that lacks a part of the ride.
  case ownExport
  /// The error of the daemon or the connection.
  case refused(ControlError)
}

extension ImportFailure {
  /// Sends a request to the daemon; its error becomes the file's.
  static func asked<Value>(_ call: () throws(ControlError) -> Value) throws(ImportFailure) -> Value {
    do throws(ControlError) {
      return try call()
    } catch {
      throw .refused(error)
    }
  }

  /// Whether the file is valid and has no activity, so that it may be of another kind.
  var isNoActivity: Bool {
    if case .refused(let error) = self { error.fileFault?.code == .noActivity } else { false }
  }

  /// Whether the file is JSON of this program's `export` without `--whole`.
  var isPartOfRide: Bool {
    if case .refused(let error) = self { error.fileFault?.detail.contains("--whole") == true } else { false }
  }

  /// Whether the file has no plan, or cannot be read as one.
  var isNoPlan: Bool {
    guard case .refused(let error) = self else { return false }
    return error.planFault?.code == .unsupported || error.planFault?.code == .malformed
  }

  /// Whether the file is valid and has no ride: it is of another kind, a route, or other JSON.
  var isNoRide: Bool {
    guard case .refused(let error) = self, let fault = error.fileFault else { return false }
    return fault.code == .noActivity || fault.code == .noTimes
  }

  /// Whether to try no further file, because the daemon did not answer.
  var isFinal: Bool {
    if case .refused(let error) = self { error.exitStatus != .refused } else { false }
  }
}

extension Refusal {
  /// Creates the message for a file that did not become a ride.
  init(_ failure: ImportFailure, path: String) {
    switch failure {
    case .refused(let error): self.init(error)
    case .health(let fault): self.init(HealthFailure.export(fault), path: path)
    case .libraryInUse:
      self.init(
        "LibraryInUse",
        Explanation(
          "The file is a backup, and your library has rides.",
          remedy: "To replace your library with it: `jz2ctl restore \(path.shellWord)`."), path, nil)
    case .ownExport:
      self.init(
        "OwnExport",
        Explanation(
          "The file is an export of jz2 that lacks a part of the ride.",
          remedy: "For a copy that can be imported: `jz2ctl export RIDE --format json --whole`, or fit, or tcx."),
        path, nil)
    case .unreadable(let reason):
      self.init(
        "CannotRead",
        Explanation(
          "The file cannot be read: \(reason).", remedy: "Check that the file exists and that you may read it."),
        path, reason)
    case .packed(let packing):
      self.init(
        "PackedFile",
        Explanation(
          "The file is packed.",
          remedy: "Unpack it with `\(packing.unpacker)`, then import the files in it."), path, nil)
    case .badPacking(let reason):
      self.init(
        "BadPacking",
        Explanation("The packed file is damaged: \(reason).", remedy: "Copy or download it again."), path, reason)
    case .unknownPacking(let reason):
      self.init(
        "UnknownPacking",
        Explanation(
          "The file is packed in an unsupported way: \(reason).",
          remedy: "Unpack it yourself, then import the files in it."), path, reason)
    case .tooLargePacked(let reason):
      self.init(
        "TooLargePacked",
        Explanation(
          "This is too much for one import: \(reason).",
          remedy: "If you trust the file, unpack it yourself and import fewer files at a time."), path, reason)
    }
  }

  private init(_ error: String, _ explanation: Explanation, _ path: String, _ detail: String?) {
    self.init(error: error, message: explanation.message, remedy: explanation.remedy, subject: path, detail: detail)
  }
}
