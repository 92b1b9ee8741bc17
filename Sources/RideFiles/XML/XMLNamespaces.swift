/// The namespaces that prefixes stand for, Namespaces in XML 1.0 §3: whether each is one whose names are known.
struct XMLNamespaces {
  private struct Binding {
    let prefix: [UInt8]
    let isCovered: Bool
  }

  private var bindings: [Binding] = []
  /// Whether elements without a prefix, which most are, go by known names.
  private(set) var isDefaultCovered = true

  var count: Int { bindings.count }

  /// Binds a prefix, which is empty for the default namespace, until it is dropped or bound again.
  mutating func bind(_ prefix: ArraySlice<UInt8>, isCovered: Bool) {
    bindings.append(Binding(prefix: Array(prefix), isCovered: isCovered))
    if prefix.isEmpty { isDefaultCovered = isCovered }
  }

  /// Drops the bindings beyond the first `count`.
  mutating func drop(to count: Int) {
    guard bindings.count > count else { return }
    bindings.removeLast(bindings.count - count)
    isDefaultCovered = bindings.last { $0.prefix.isEmpty }?.isCovered ?? true
  }

  /// Whether elements with this prefix go by known names; those with a prefix that nobody declared do.
  func covers(_ prefix: ArraySlice<UInt8>) -> Bool {
    bindings.last { $0.prefix.elementsEqual(prefix) }?.isCovered ?? true
  }
}
