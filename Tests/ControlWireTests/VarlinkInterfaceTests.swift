import ControlWire
import Testing

@Suite struct VarlinkInterfaceTests {
  /// Returns the names that a definition declares with `keyword`.
  static func declared(_ keyword: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(keyword + " ") }.map { line in
      String(line.dropFirst(keyword.count + 1).prefix { $0.isLetter })
    }
  }

  private static let interfaces: [(VarlinkInterface, [any VarlinkCall.Type])] = [
    (.trainer, TrainerCalls.all), (.sync, SyncCalls.all), (.page, PageCalls.all),
  ]

  @Test func `an interface declares exactly its calls`() {
    for (interface, calls) in Self.interfaces {
      let declared = Self.declared("method", in: interface.description)
      #expect(declared.sorted() == calls.map { $0.method }.sorted())
    }
  }

  @Test func `an interface declares exactly its errors`() {
    for (interface, _) in Self.interfaces {
      let errors = ControlError.Code.declared(by: interface).map(\.rawValue)
      #expect(Set(Self.declared("error", in: interface.description)) == Set(errors))
    }
    let service = Set(Self.declared("error", in: ServiceInterface.description))
    #expect(service.isSuperset(of: ControlError.Code.allCases.filter(\.isOfService).map(\.rawValue)))
  }

  @Test func `every method declares the parameters and the reply of its call`() throws {
    for (interface, calls) in Self.interfaces {
      let text = try InterfaceText(interface.description)
      let methods = Dictionary(uniqueKeysWithValues: text.methods.map { ($0.name, $0) })
      for call in calls {
        let method = try #require(methods[call.method])
        let parameters = try WireShape(of: call).differences(from: method.parameters, at: method.name)
        #expect(parameters == [])
        let reply = try Self.replyShape(of: call).differences(from: method.reply, at: "\(method.name)()")
        #expect(reply == Self.undeclared[method.name] ?? [])
      }
    }
  }

  /// Fields that a reply's type has and the method does not declare: only the file of a ride has an activity.
  private static let undeclared = [
    "Backup": ["Backup().activity: optional, not absent"],
    "ExportPlan": ["ExportPlan().activity: optional, not absent"],
  ]

  @Test func `every error declares exactly its parameters`() throws {
    for (interface, _) in Self.interfaces {
      let text = try InterfaceText(interface.description)
      let declared = Dictionary(uniqueKeysWithValues: text.errors.map { ($0.name, $0.parameters) })
      for code in ControlError.Code.declared(by: interface) {
        let parameters = try #require(declared[code.rawValue])
        let differences = try WireShape(of: code.parameters).differences(from: parameters, at: code.rawValue)
        #expect(differences == [])
      }
    }
  }

  private static func replyShape<C: VarlinkCall>(of call: C.Type) throws -> WireShape {
    try WireShape(of: C.Reply.self)
  }

  @Test func `every declaration has a comment`() {
    for text in VarlinkInterface.all.map(\.description) + [ServiceInterface.description] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (before, line) in zip(lines, lines.dropFirst())
      where ["method ", "error ", "type ", "interface "].contains(where: line.hasPrefix) {
        #expect(before.hasPrefix("# "), "\(line)")
      }
    }
  }

  @Test func `an interface description is returned by name`() throws {
    let info = ServiceInfo(vendor: "a", product: "b", version: "1", url: "c", interfaces: [.trainer])
    #expect(
      try Vectors.text(ReplyMessage(info).encoded())
        == #"{"parameters":{"interfaces":["org.varlink.service","org.justzone2.Trainer"],"product":"b","#
        + #""url":"c","vendor":"a","version":"1"}}"#)
    let described = try InterfaceDescription(of: "org.justzone2.Trainer", from: .jz2d)
    let description = try #require(try Vectors.text(ReplyMessage(described).encoded()))
    #expect(description.hasPrefix(##"{"parameters":{"description":"# Rides"##))
    #expect(throws: ControlError(.interfaceNotFound, subject: "a.b")) {
      try InterfaceDescription(of: "a.b", from: .jz2d)
    }
  }
}
