import ControlWire

/// An answer that has more in JSON than its own members: what it is about, and which kind of line it is.
protocol CompletedInJSON {
  /// Completes the members of this value.
  func completed(_ answer: JSONAnswer) -> JSONAnswer
}

extension JSONAnswer {
  /// The same as a line of a stream.
  func of(kind: String) -> JSONAnswer { adding("kind", .text(kind)) }
}

extension Status: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer {
    answer.of(kind: "status").adding("jsonVersion", .whole(JSONAnswer.version))
  }
}

extension Started: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer { answer.of(kind: "started") }
}

extension RideSummary: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer { answer.adding("ride", answer).of(kind: "ride") }
}

extension WholeRide: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer { answer.with(ride) }
}

extension RideWithLinks: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer { answer.with(links.ride) }
}

extension JSONAnswer {
  /// The same with the ride that it is about in one object.
  fileprivate func with(_ ride: RideSummary) -> JSONAnswer {
    JSONAnswer(ride).map { adding("ride", $0.promised) } ?? self
  }
}

extension TakenFile: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer { answer.of(kind: "file") }
}

extension RefusedFile: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer { answer.of(kind: "refusal") }
}

extension ImportTally: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer { answer.of(kind: "tally") }
}

extension Device: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer { answer.adding("device", answer) }
}

extension MeasureReply: CompletedInJSON {
  func completed(_ answer: JSONAnswer) -> JSONAnswer {
    answer.of(kind: measurement == nil ? "progress" : "measurement")
  }
}

/// A device that was forgotten.
struct ForgottenDevice: Encodable {
  struct Device: Encodable { let address: String }

  let device: Device

  init(_ address: String) { device = Device(address: address) }
}
