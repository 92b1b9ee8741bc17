internal import Rides

/// An attribute, as ranges of the scanner's buffer.
struct XMLAttribute {
  var name: Range<Int>
  var value: XMLRun
}

extension XMLReader {
  /// Returns the value of an attribute of the current start tag, by its name as written; nil if absent.
  func attribute(_ name: String) throws(FileFault) -> String? {
    for attribute in attributes where scanner.buffer[attribute.name].elementsEqual(name.utf8) {
      return String(decoding: try resolved(attribute.value), as: UTF8.self)
    }
    return nil
  }

  /// Returns the attributes of the current start tag by their names in lower case.
  ///
  /// If names differ only in case, the first one counts.
  func attributesIgnoringCase() throws(FileFault) -> [String: String] {
    var values: [String: String] = [:]
    for attribute in attributes {
      let name = string(attribute.name).lowercased()
      guard values[name] == nil else { continue }
      values[name] = String(decoding: try resolved(attribute.value), as: UTF8.self)
    }
    return values
  }

  /// Reads the attributes in a range of a tag.
  ///
  /// - Throws: `malformed`, `forbidden` for an entity that XML does not define, `tooManyParts` beyond the limit.
  func readAttributes(_ range: Range<Int>, of run: XMLRun) throws(FileFault) -> [XMLAttribute] {
    var attributes: [XMLAttribute] = []
    var index = range.lowerBound
    while case let start = skipSpace(from: index, to: range.upperBound), start < range.upperBound {
      guard start > index else {
        throw FileFault(.malformed, at: place(of: index, in: run), "no space between attributes")
      }
      let attribute = try readAttribute(from: start, to: range.upperBound, of: run)
      guard attributes.count < XMLLimits.attributes else {
        throw FileFault(
          .tooManyParts, at: scanner.place(of: run), found: attributes.count + 1, allowed: XMLLimits.attributes,
          "attributes of an element")
      }
      let name = scanner.buffer[attribute.name]
      if attributes.contains(where: { scanner.buffer[$0.name].elementsEqual(name) }) {
        throw FileFault(.malformed, at: place(of: start, in: run), "an attribute that appears twice")
      }
      attributes.append(attribute)
      index = attribute.value.range.upperBound + 1
    }
    return attributes
  }

  /// Binds the prefixes declared by the attributes of an element.
  mutating func declareNamespaces(at place: FilePlace) throws(FileFault) {
    for attribute in attributes {
      let name = scanner.buffer[attribute.name]
      let declaration = Array("xmlns".utf8)
      guard name.starts(with: declaration) else { continue }
      let rest = name.dropFirst(declaration.count)
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { continue }
      guard namespaces.count < XMLLimits.namespaces else {
        throw FileFault(
          .tooManyParts, at: place, found: namespaces.count + 1, allowed: XMLLimits.namespaces, "namespaces")
      }
      let namespace = String(decoding: try resolved(attribute.value), as: UTF8.self)
      namespaces.bind(rest.dropFirst(), isCovered: namespace.isEmpty || Name.covers(namespace: namespace))
    }
  }

  private func readAttribute(from start: Int, to end: Int, of run: XMLRun) throws(FileFault) -> XMLAttribute {
    let bytes = scanner.buffer
    let nameEnd = try endOfName(in: start..<end, of: run)
    let equals = skipSpace(from: nameEnd, to: end)
    let opening = equals < end ? skipSpace(from: equals + 1, to: end) : end
    guard opening < end, bytes[equals] == UInt8(ascii: "="),
      bytes[opening] == UInt8(ascii: "\"") || bytes[opening] == UInt8(ascii: "'"),
      let closing = bytes[opening + 1..<end].firstIndex(of: bytes[opening])
    else {
      throw FileFault(.malformed, at: place(of: start, in: run), "an attribute without a value in quotes")
    }
    let value = bytes[opening + 1..<closing]
    let attribute = XMLAttribute(
      name: start..<nameEnd,
      value: XMLRun(
        range: opening + 1..<closing, isPlain: run.isPlain && !value.contains(UInt8(ascii: "&")), line: run.line))
    _ = try resolved(attribute.value)
    return attribute
  }

  private func skipSpace(from start: Int, to end: Int) -> Int {
    scanner.buffer[start..<end].firstIndex { !$0.isXMLSpace } ?? end
  }
}

/// The prefixes in scope (Namespaces in XML 1.0 §3), and for each whether the vocabulary covers its namespace.
struct XMLNamespaces {
  private struct Binding {
    let prefix: [UInt8]
    let isCovered: Bool
  }

  private var bindings: [Binding] = []
  /// Whether the vocabulary covers elements without a prefix.
  ///
  /// Most elements have no prefix.
  private(set) var isDefaultCovered = true

  var count: Int { bindings.count }

  /// Binds a prefix until it is dropped or bound again; an empty prefix is the default namespace.
  mutating func bind(_ prefix: ArraySlice<UInt8>, isCovered: Bool) {
    bindings.append(Binding(prefix: Array(prefix), isCovered: isCovered))
    if prefix.isEmpty { isDefaultCovered = isCovered }
  }

  /// Drops all but the first `count` bindings.
  mutating func drop(to count: Int) {
    guard bindings.count > count else { return }
    bindings.removeLast(bindings.count - count)
    isDefaultCovered = bindings.last { $0.prefix.isEmpty }?.isCovered ?? true
  }

  /// Returns whether the vocabulary covers elements with this prefix; true for an undeclared prefix.
  func covers(_ prefix: ArraySlice<UInt8>) -> Bool {
    bindings.last { $0.prefix.elementsEqual(prefix) }?.isCovered ?? true
  }
}
