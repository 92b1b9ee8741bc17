import ControlWire
import HealthExport
import Rides

/// Why a file did not become a ride; reasons are in the reader's language.
enum ImportFailure: Error, Equatable {
  /// It cannot be read, for the system's reason.
  case unreadable(String)
  /// It is packed, and is to be a plan.
  case packed(Packing)
  /// It is packed, and what packs it is damaged.
  case badPacking(String)
  /// It is packed in a way that is not unpacked.
  case unknownPacking(String)
  /// It would unpack to more than is taken.
  case tooLargePacked(String)
  /// It is no export of Apple Health, or a damaged one.
  case health(HealthFault)
  /// It is a backup, and the library has rides.
  case libraryInUse
  /// The daemon's answer.
  case refused(ControlError)
}

extension ImportFailure {
  /// Calls the daemon; its refusal becomes the file's.
  static func asked<Value>(_ call: () throws(ControlError) -> Value) throws(ImportFailure) -> Value {
    do throws(ControlError) {
      return try call()
    } catch {
      throw .refused(error)
    }
  }

  /// Whether the file is sound and holds no activity, so that it may be of another kind.
  var isNoActivity: Bool {
    if case .refused(let error) = self { error.fileFault?.code == .noActivity } else { false }
  }

  /// Whether the file holds no plan, or cannot be read as one.
  var isNoPlan: Bool {
    guard case .refused(let error) = self else { return false }
    return error.planFault?.code == .unsupported || error.planFault?.code == .malformed
  }

  /// Whether it is because the file is sound and holds no ride: it is of another kind, a route, or other JSON.
  var isNoRide: Bool {
    guard case .refused(let error) = self, let fault = error.fileFault else { return false }
    return fault.code == .noActivity || fault.code == .noTimes
  }

  /// Whether no further file is worth trying: there was no answer.
  var isFinal: Bool {
    if case .refused(let error) = self { error.exitStatus != .refused } else { false }
  }
}

extension Refusal {
  /// What a person or a program is told of a file that did not become a ride.
  init(_ failure: ImportFailure, path: String) {
    switch failure {
    case .refused(let error): self.init(error)
    case .health(let fault): self.init(HealthFailure.export(fault), path: path)
    case .libraryInUse:
      self.init(
        "LibraryInUse",
        Sentence(
          "The file is a backup, and your library has rides.",
          remedy: "To replace your library by it, use `jz2ctl restore \(path.shellWord)`."), path, nil)
    case .unreadable(let reason):
      self.init(
        "CannotRead",
        Sentence("The file cannot be read: \(reason).", remedy: "See that it is there and that you may read it."),
        path, reason)
    case .packed(let packing):
      self.init(
        "PackedFile",
        Sentence(
          "The file is packed.",
          remedy: "Unpack it first, with `\(packing.unpacker)`, and import what is in it."), path, nil)
    case .badPacking(let reason):
      self.init(
        "BadPacking",
        Sentence("What packs the file is damaged: \(reason).", remedy: "Copy or download it again."), path, reason)
    case .unknownPacking(let reason):
      self.init(
        "UnknownPacking",
        Sentence(
          "The file is packed in a way that is not read: \(reason).",
          remedy: "Unpack it yourself, and import what is in it."), path, reason)
    case .tooLargePacked(let reason):
      self.init(
        "TooLargePacked",
        Sentence(
          "The file unpacks to more than is taken: \(reason).",
          remedy: "If you trust it, unpack it yourself, and import what is in it."), path, reason)
    }
  }

  private init(_ error: String, _ sentence: Sentence, _ path: String, _ detail: String?) {
    self.init(error: error, message: sentence.message, remedy: sentence.remedy, subject: path, detail: detail)
  }
}
