import ControlWire
import Testing

@Suite struct TrainerInterfaceTests {
  /// The names that a definition declares with `keyword`.
  static func declared(_ keyword: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(keyword + " ") }.map { line in
      String(line.dropFirst(keyword.count + 1).prefix { $0.isLetter })
    }
  }

  @Test func itDeclaresExactlyTheMethods() {
    #expect(Self.declared("method", in: TrainerInterface.description) == TrainerMethod.allCases.map(\.rawValue))
  }

  @Test func itDeclaresExactlyTheErrors() {
    let errors = ControlError.Code.allCases.filter { !$0.isLocal && !$0.isOfService }
    #expect(Self.declared("error", in: TrainerInterface.description) == errors.map(\.rawValue))
    let service = Set(Self.declared("error", in: ServiceInterface.description))
    #expect(service.isSuperset(of: ControlError.Code.allCases.filter(\.isOfService).map(\.rawValue)))
  }

  @Test func everyMethodDeclaresItsParameters() throws {
    for method in TrainerMethod.allCases {
      let line = try #require(
        TrainerInterface.description.split(separator: "\n").first { $0.hasPrefix("method \(method.rawValue)(") })
      let inputs = line.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
      let names = inputs.split(separator: ",").compactMap { $0.split(separator: ":").first }
      #expect(Set(names.map { String($0.drop { $0 == " " }) }) == method.parameters)
    }
  }

  @Test func enumerationsAreDeclaredAsTheyAre() {
    let text = TrainerInterface.description
    func line(_ name: String, _ cases: [String]) -> String { "\ntype \(name) (\(cases.joined(separator: ", ")))\n" }
    #expect(text.contains(line("DeviceKind", Device.Kind.allCases.map(\.rawValue))))
    #expect(text.contains(line("Phase", Status.Phase.allCases.map(\.rawValue))))
    #expect(text.contains(line("LinkState", DeviceStatus.State.allCases.map(\.rawValue))))
    #expect(text.contains(line("DeviceReason", RiddenDevice.Reason.allCases.map(\.rawValue))))
    #expect(text.contains(line("RideState", RideSummary.State.allCases.map(\.rawValue))))
    #expect(text.contains(line("LinkIncidentKind", LinkIncident.Kind.allCases.map(\.rawValue))))
    #expect(text.contains(line("RideSort", RideListing.Sort.allCases.map(\.rawValue))))
    #expect(text.contains(line("ZoneMethod", Settings.ZoneMethod.allCases.map(\.rawValue))))
    #expect(text.contains(line("SettingName", SettingsChange.Name.allCases.map(\.rawValue))))
    #expect(text.contains(line("Outcome", Check.Outcome.allCases.map(\.rawValue))))
    #expect(text.contains(line("IntervalEnd", PlannedInterval.End.allCases.map(\.rawValue))))
    #expect(text.contains(line("IntervalOutcome", ExpiredInterval.Outcome.allCases.map(\.rawValue))))
    #expect(text.contains(line("PlanNewsKind", PlanNews.Kind.allCases.map(\.rawValue))))
    #expect(text.contains(line("Confidence", Alpha1Status.Confidence.allCases.map(\.rawValue))))
  }

  @Test func everyDeclarationHasAComment() {
    for text in [TrainerInterface.description, ServiceInterface.description] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (before, line) in zip(lines, lines.dropFirst())
      where ["method ", "error ", "type ", "interface "].contains(where: line.hasPrefix) {
        #expect(before.hasPrefix("# "), "\(line)")
      }
    }
  }

  @Test func itIsHandedOutByName() throws {
    let info = ServiceInfo(vendor: "a", product: "b", version: "1", url: "c")
    #expect(
      try Vectors.text(info.encoded())
        == #"{"parameters":{"interfaces":["org.varlink.service","org.justzone2.Trainer"],"product":"b","#
        + #""url":"c","vendor":"a","version":"1"}}"#)
    let description = try #require(try Vectors.text(info.encodedDescription(of: "org.justzone2.Trainer")))
    #expect(description.hasPrefix(##"{"parameters":{"description":"# A ride"##))
    #expect(throws: ControlError(.interfaceNotFound, subject: "a.b")) { try info.encodedDescription(of: "a.b") }
  }
}
