import FoundationEssentials

/// JSON of a server that writes `snake_case`, as the contract has it, or `camelCase`, as its own server does.
indirect enum LenientJSON: Codable, Hashable, Sendable {
  case object([String: LenientJSON])
  case array([LenientJSON])
  case text(String)
  case number(Double)
  case flag(Bool)
  case null

  /// Reads a body; nil if it is no JSON.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(LenientJSON.self, from: Data(bytes)) else { return nil }
    self = value
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let items = try? value.decode([LenientJSON].self) {
      self = .array(items)
    } else {
      self = .object(try value.decode([String: LenientJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .object(let members): try value.encode(members)
    case .array(let items): try value.encode(items)
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .flag(let flag): try value.encode(flag)
    case .null: try value.encodeNil()
    }
  }

  /// A member of an object, by its name in either way of writing; nil if there is none, or it is null.
  subscript(_ name: String) -> LenientJSON? {
    guard case .object(let members) = self else { return nil }
    let member =
      members[name] ?? members.first { Self.folded($0.key) == Self.folded(name) }?.value
    return member == .null ? nil : member
  }

  private static func folded(_ name: String) -> String { name.filter { $0 != "_" }.lowercased() }

  /// The items of an array; none for anything else.
  var items: [LenientJSON] { if case .array(let items) = self { items } else { [] } }

  /// The members of an object; none for anything else.
  var members: [String: LenientJSON] { if case .object(let members) = self { members } else { [:] } }

  /// Text, also that of a whole number.
  var text: String? {
    switch self {
    case .text(let text): text
    case .number(let number): Int64(exactly: number).map { String($0) }
    case .object, .array, .flag, .null: nil
    }
  }

  /// A whole number of 0 or more; the length of a list.
  var count: Int? {
    switch self {
    case .number(let number): Int(exactly: number).flatMap { $0 >= 0 ? $0 : nil }
    case .text(let text): Int(text).flatMap { $0 >= 0 ? $0 : nil }
    case .array(let items): items.count
    case .object, .flag, .null: nil
    }
  }

  /// Yes or no.
  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}

extension LenientJSON {
  /// What a server says about an error, for people: its message, else its code.
  var spokenReason: String? {
    let error = self["error"]
    let words = [error?["message"], self["message"], error, error?["code"], self["code"]].lazy.compactMap { $0?.text }
    let first = errors.first.map { error in
      [error["field"]?.fieldPath, error["message"]?.text].compactMap(\.self).joined(separator: ": ")
    }
    let reason = [words.first, first].compactMap(\.self).joined(separator: "; ").printableLine()
    return reason.isEmpty ? nil : reason
  }

  /// Which rides of a batch the server calls invalid, by their place, with its reasons.
  func invalidRides(of sent: Int) -> [Int: String] {
    var reasons: [Int: String] = [:]
    for error in errors {
      guard let path = (error["field"] ?? error["path"])?.fieldPath, let (place, member) = Self.place(in: path),
        place < sent, reasons[place] == nil
      else { continue }
      let message = error["message"]?.text ?? error["code"]?.text ?? "invalid"
      reasons[place] = (member.isEmpty ? message : "\(member): \(message)").printableLine()
    }
    return reasons
  }

  private var errors: [LenientJSON] {
    [self["errors"], self["error"]?["errors"], self["details"], self["error"]?["details"], self["details"]?["errors"]]
      .lazy.compactMap { $0?.items }.first { !$0.isEmpty } ?? []
  }

  /// `workouts[3].start_time`, `workouts.3.start_time` or `["workouts", 3, "start_time"]`, with points between.
  private var fieldPath: String? { text ?? (items.isEmpty ? nil : items.compactMap(\.text).joined(separator: ".")) }

  private static func place(in path: String) -> (Int, member: String)? {
    let steps = path.split { $0 == "." || $0 == "[" || $0 == "]" }
    guard let index = steps.firstIndex(of: "workouts"), index + 1 < steps.endIndex, let place = Int(steps[index + 1]),
      place >= 0
    else { return nil }
    return (place, member: steps[(index + 2)...].joined(separator: "."))
  }
}
