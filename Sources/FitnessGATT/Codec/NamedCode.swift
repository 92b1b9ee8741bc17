/// A one-byte code to which the specification gives names, and of which it may define more later.
///
/// A reserved code is a value like any other: it is kept, shown and sent on.
public protocol NamedCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == UInt8 {
  /// The code with this number, named or reserved.
  init(rawValue: UInt8)

  /// The specification's name; nil for a reserved code.
  var name: String? { get }
}

extension NamedCode {
  /// The specification's name, or `Reserved (0x06)`.
  public var description: String {
    name ?? "Reserved (0x\(rawValue < 0x10 ? "0" : "")\(String(rawValue, radix: 16, uppercase: true)))"
  }
}
