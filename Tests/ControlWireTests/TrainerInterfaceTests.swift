import ControlWire
import Testing

@Suite struct TrainerInterfaceTests {
  /// The names that a definition declares with `keyword`.
  static func declared(_ keyword: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(keyword + " ") }.map { line in
      String(line.dropFirst(keyword.count + 1).prefix { $0.isLetter })
    }
  }

  @Test func `the interface declares exactly the calls`() {
    let declared = Self.declared("method", in: TrainerInterface.description)
    #expect(declared.sorted() == TrainerCalls.all.map { $0.method }.sorted())
  }

  @Test func `the interface declares exactly the errors`() {
    let errors = ControlError.Code.allCases.filter { !$0.isLocal && !$0.isOfService }
    #expect(Self.declared("error", in: TrainerInterface.description) == errors.map(\.rawValue))
    let service = Set(Self.declared("error", in: ServiceInterface.description))
    #expect(service.isSuperset(of: ControlError.Code.allCases.filter(\.isOfService).map(\.rawValue)))
  }

  @Test func `every method declares its parameters and its reply as the call has them`() throws {
    let text = try InterfaceText(TrainerInterface.description)
    let methods = Dictionary(uniqueKeysWithValues: text.methods.map { ($0.name, $0) })
    for call in TrainerCalls.all {
      let method = try #require(methods[call.method])
      let parameters = try WireShape(of: call).differences(from: method.parameters, at: method.name)
      #expect(parameters == [])
      let reply = try Self.replyShape(of: call).differences(from: method.reply, at: "\(method.name)()")
      #expect(reply == Self.undeclared[method.name] ?? [])
    }
  }

  /// What a reply's type has and the method's declaration does not: only the file of a ride has an activity.
  private static let undeclared = [
    "Backup": ["Backup().activity: optional, not absent"],
    "ExportPlan": ["ExportPlan().activity: optional, not absent"],
  ]

  @Test func `every error declares its parameters as it has them`() throws {
    let text = try InterfaceText(TrainerInterface.description)
    let declared = Dictionary(uniqueKeysWithValues: text.errors.map { ($0.name, $0.parameters) })
    for code in ControlError.Code.allCases where !code.isLocal && !code.isOfService {
      let parameters = try #require(declared[code.rawValue])
      let differences = try WireShape(of: code.parameters).differences(from: parameters, at: code.rawValue)
      #expect(differences == [])
    }
  }

  private static func replyShape<C: TrainerCall>(of call: C.Type) throws -> WireShape {
    try WireShape(of: C.Reply.self)
  }

  @Test func `every declaration has a comment`() {
    for text in [TrainerInterface.description, ServiceInterface.description] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (before, line) in zip(lines, lines.dropFirst())
      where ["method ", "error ", "type ", "interface "].contains(where: line.hasPrefix) {
        #expect(before.hasPrefix("# "), "\(line)")
      }
    }
  }

  @Test func `an interface is handed out by its name`() throws {
    let info = ServiceInfo(vendor: "a", product: "b", version: "1", url: "c")
    #expect(
      try Vectors.text(ReplyMessage(info).encoded())
        == #"{"parameters":{"interfaces":["org.varlink.service","org.justzone2.Trainer"],"product":"b","#
        + #""url":"c","vendor":"a","version":"1"}}"#)
    let described = try InterfaceDescription(of: "org.justzone2.Trainer")
    let description = try #require(try Vectors.text(ReplyMessage(described).encoded()))
    #expect(description.hasPrefix(##"{"parameters":{"description":"# Rides"##))
    #expect(throws: ControlError(.interfaceNotFound, subject: "a.b")) {
      try InterfaceDescription(of: "a.b")
    }
  }
}
