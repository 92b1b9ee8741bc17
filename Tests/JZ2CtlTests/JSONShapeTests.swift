import ClientTestKit
import ControlWire
import Foundation
import Testing

@testable import jz2ctl

/// What others hold on to in the JSON of `jz2ctl`.
@Suite struct JSONShapeTests {
  /// The lines about a verb, by its name.
  private static let shapes: [String: String] = {
    var shapes: [String: String] = [:]
    var last: String?
    for line in JSONShapes.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  "), let last {
        shapes[last, default: ""] += line
      } else if let match = line.firstMatch(of: /^([A-Z]+( [A-Z]+)?|[a-z]+( [a-z]+)?):\s/) {
        last = String(match.output.1)
        shapes[String(match.output.1)] = String(line[match.range.upperBound...])
      } else {
        last = nil
      }
    }
    return shapes
  }()

  private static func leaves(_ tree: VerbTree, _ path: [String] = []) -> [String] {
    tree.verbs.isEmpty
      ? [path.joined(separator: " ")]
      : tree.verbs.filter { $0.name != "help" }.flatMap { leaves($0, path + [$0.name]) }
  }

  @Test func `every verb has a shape, and every shape is a verb's`() throws {
    let verbs = Self.leaves(try #require(VerbTree(of: JZ2Ctl.self)))
    #expect(verbs.count > 50)
    #expect(Self.shapes.keys.filter { $0.first?.isLowercase == true }.sorted() == verbs.sorted())
  }

  @Test func `a shape names other shapes that are there`() {
    let used = Self.shapes.values.flatMap { $0.matches(of: /\b[A-Z]{4,}( [A-Z]{4,})?\b/).map { String($0.output.0) } }
    #expect(used.count > 30)
    #expect(Set(used).subtracting(Self.shapes.keys) == [])
  }

  /// The names in a value, at any depth.
  private static func names(in answer: JSONAnswer) -> Set<String> {
    switch answer {
    case .object(let members): members.values.reduce(Set(members.keys)) { $0.union(names(in: $1)) }
    case .list(let elements): elements.reduce([]) { $0.union(names(in: $1)) }
    case .null, .flag, .whole, .number, .text: []
    }
  }

  /// The names that stand beside those with a unit.
  private static let older = Set(JSONAnswer.namesWithUnit.keys)

  private func undocumented(_ value: some Encodable, in shape: String) throws -> [String] {
    let read = try JSONDecoder().decode(JSONAnswer.self, from: Data(Output.line(of: value).utf8))
    let text = try #require(Self.shapes[shape])
    let words = Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    return Self.names(in: read).subtracting(Self.older).subtracting(words).sorted()
  }

  @Test func `a status has the names of its shape alone`() throws {
    for status in [Samples.riding, Samples.strapLost, Samples.eased] {
      #expect(try undocumented(status, in: "STATUS").filter { $0 != "beatsPerMinute" } == [])
    }
  }

  @Test func `a ride has the names of its shape, and itself in one object`() throws {
    #expect(try undocumented(Samples.ride, in: "RIDE") == ["kind", "ride"])
    let answer = try JSONDecoder().decode(JSONAnswer.self, from: Data(Output.line(of: Samples.ride).utf8))
    guard case .object(let members) = answer, case .object(let ride) = members["ride"] else {
      Issue.record("no object")
      return
    }
    for (name, value) in ride { #expect(members[name] == value) }
  }

  @Test func `a status and a started ride say which kind of line they are`() {
    #expect(Output.line(of: Samples.riding).contains(#""jsonVersion":1,"kind":"status""#))
    #expect(Output.line(of: Samples.ride).contains(#""kind":"ride""#))
  }

  @Test(arguments: [
    ("averageWatts", 149.4444444, 149.4), ("averageHeartRate", 128.74333333333334, 128.7),
    ("zone2Share", 0.12345, 0.123),
    ("latitudeDegrees", 48.123456789, 48.123457), ("distanceMeters", 31_402.0449, 31_402), ("value", 0.823456, 0.8235),
    ("efficiencyFactor", 1.29777, 1.298),
  ])
  func `a number has no more digits than what was measured`(name: String, value: Double, rounded: Double) throws {
    let answer = try #require(JSONAnswer([name: [value]])).promised
    guard case .object(let members) = answer, case .list(let list) = members[name] else {
      Issue.record("no object")
      return
    }
    #expect(list == [.number(rounded)] || list == [.whole(Int(rounded))])
  }

  @Test func `a name without its unit has one with it beside`() throws {
    let answer = try #require(JSONAnswer(["rssi": -52, "averageCadence": 88])).promised
    #expect(answer.line == "{\"averageCadence\":88,\"averageCadenceRpm\":88,\"rssi\":-52,\"signalDBm\":-52}\n")
  }

  @Test func `the document about JSON is what the help prints`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let document = try String(contentsOf: root.appending(path: "docs/json.md"), encoding: .utf8)
    #expect(document.contains(JSONShapes.text))
  }
}
