import ControlWire

/// Why a file did not become a ride.
enum ImportFailure: Error, Equatable {
  /// It cannot be read, for the system's reason.
  case unreadable(String)
  /// It is packed, and the daemon unpacks nothing.
  case packed(Packing)
  /// The daemon's answer.
  case refused(ControlError)
}

extension Refusal {
  /// What a person or a program is told of a file that did not become a ride.
  init(_ failure: ImportFailure, path: String) {
    switch failure {
    case .refused(let error): self.init(error)
    case .unreadable(let reason):
      self.init(
        error: "CannotRead", message: "The file cannot be read: \(reason).",
        remedy: "See that it is there and that you may read it.", subject: path, detail: reason)
    case .packed(let packing):
      self.init(
        error: "PackedFile", message: "The file is packed.",
        remedy: "Unpack it first, with `\(packing.unpacker)`, and import what is in it.", subject: path, detail: nil)
    }
  }
}
