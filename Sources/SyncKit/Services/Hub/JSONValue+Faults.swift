import Rides

extension JSONValue {
  /// The server's description of an error for people: its message, else its code; nil without both.
  var problemReason: String? {
    let error = self["error"]
    let words = [error["message"], self["message"], error, error["code"], self["code"]].lazy.compactMap(\.text)
    let first = errors.first.map { error in
      [error["field"].fieldPath, error["message"].text].compactMap(\.self).joined(separator: ": ")
    }
    let reason = [words.first, first].compactMap(\.self).joined(separator: "; ").printableLine()
    return reason.isEmpty ? nil : reason
  }

  /// Returns the rides of a batch that the server calls invalid: its reasons, by the position in the batch.
  func invalidRides(of sent: Int) -> [Int: String] {
    var reasons: [Int: String] = [:]
    for error in errors {
      guard let path = error["field"].fieldPath ?? error["path"].fieldPath, let (place, member) = Self.place(in: path),
        place < sent, reasons[place] == nil
      else { continue }
      let message = error["message"].text ?? error["code"].text ?? "invalid"
      reasons[place] = (member.isEmpty ? message : "\(member): \(message)").printableLine()
    }
    return reasons
  }

  private var errors: [JSONValue] {
    [self["errors"], self["error"]["errors"], self["details"], self["error"]["details"], self["details"]["errors"]]
      .lazy.compactMap(\.list).first { !$0.isEmpty } ?? []
  }

  /// `workouts[3].start_time`, `workouts.3.start_time`, or `["workouts", 3, "start_time"]` joined with points.
  private var fieldPath: String? {
    text ?? list.flatMap { $0.isEmpty ? nil : $0.compactMap(\.text).joined(separator: ".") }
  }

  private static func place(in path: String) -> (Int, member: String)? {
    let steps = path.split { $0 == "." || $0 == "[" || $0 == "]" }
    guard let index = steps.firstIndex(of: "workouts"), index + 1 < steps.endIndex, let place = Int(steps[index + 1]),
      place >= 0
    else { return nil }
    return (place, member: steps[(index + 2)...].joined(separator: "."))
  }
}
