import ControlWire
import Foundation
import Rides
import Testing

/// A client that receives words of a newer daemon.
@Suite struct UnrecognizedValueTests {
  @Test(arguments: Vectors.allReplies)
  func `a reply with an unknown enum value is decoded, and the value is kept`(vector: ReplyVector) throws {
    let value = try JSONSerialization.jsonObject(with: Data(vector.parameters.utf8))
    for path in Self.words(in: value, of: try vector.shape()) {
      let changed = Self.replacing(value, at: path[...], by: "novel")
      let parameters = String(
        decoding: try JSONSerialization.data(withJSONObject: changed, options: .sortedKeys), as: UTF8.self)
      let written = try Vectors.text(vector.rewritten(Vectors.bytes(#"{"parameters":\#(parameters)}"#)))
      #expect(written?.contains("novel") == true, "\(path)")
    }
  }

  @Test func `every enum field of the replies has a test vector`() throws {
    var unseen: Set<String> = []
    for vector in Vectors.allReplies { unseen.formUnion(Self.wordPaths(of: try vector.shape())) }
    for vector in Vectors.allReplies {
      let value = try JSONSerialization.jsonObject(with: Data(vector.parameters.utf8))
      for path in Self.words(in: value, of: try vector.shape()) {
        unseen.remove(path.filter { Int($0) == nil }.joined(separator: "."))
      }
    }
    #expect(unseen == [])
  }

  @Test func `an unknown enum value is read as the documented default`() throws {
    let message = Vectors.bytes(#"{"parameters":{"phase":"cooling","problems":[]}}"#)
    let status = try ReplyMessage<Status>(decoding: message).reply
    #expect(status.phase == .riding)
    #expect(status.$phase == "cooling")
    let scan = try ReplyMessage<DeviceList>(
      decoding: Vectors.bytes(
        #"{"parameters":{"devices":[{"address":"a","kinds":["toaster","trainer"],"known":true}]}}"#)
    ).reply
    #expect(scan.devices.first?.kinds == [.trainer])
    #expect(scan.devices.first?.$kinds == ["toaster", "trainer"])
  }

  @Test func `an unknown enum value in a call is refused`() throws {
    let refusal = try CallMessageTests.refusal(
      "org.justzone2.Trainer.AddToPlan", #"{"name":"a","intervals":[{"end":"nightfall"}]}"#)
    #expect(refusal == ControlError(.invalidParameter, subject: "intervals"))
  }

  /// Returns the paths of the words in a value.
  private static func words(in value: Any, of shape: WireShape) -> [[String]] {
    switch shape {
    case .word: return [[]]
    case .array(let element):
      let elements = value as? [Any] ?? []
      return elements.enumerated().flatMap { index, value in
        words(in: value, of: element).map { ["\(index)"] + $0 }
      }
    case .object(let fields):
      let members = value as? [String: Any] ?? [:]
      return members.sorted { $0.key < $1.key }.flatMap { name, value in
        (fields[name].map { words(in: value, of: $0.shape) } ?? []).map { [name] + $0 }
      }
    case .bool, .int, .float, .string: return []
    }
  }

  /// Returns the paths of the words in a shape, without numbers of elements.
  private static func wordPaths(of shape: WireShape, at path: String = "") -> [String] {
    switch shape {
    case .word: [path]
    case .array(let element): wordPaths(of: element, at: path)
    case .object(let fields):
      fields.flatMap { name, field in wordPaths(of: field.shape, at: path.isEmpty ? name : "\(path).\(name)") }
    case .bool, .int, .float, .string: []
    }
  }

  private static func replacing(_ value: Any, at path: ArraySlice<String>, by word: String) -> Any {
    guard let step = path.first else { return word }
    if var elements = value as? [Any], let index = Int(step), elements.indices.contains(index) {
      elements[index] = replacing(elements[index], at: path.dropFirst(), by: word)
      return elements
    }
    guard var members = value as? [String: Any], let member = members[step] else { return value }
    members[step] = replacing(member, at: path.dropFirst(), by: word)
    return members
  }
}
