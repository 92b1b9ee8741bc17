package import DBus

/// An error of BlueZ, as a call is answered with it.
package struct BlueZError: Hashable, Sendable, CustomStringConvertible {
  /// The part of the name after `org.bluez.Error.`, or a whole name of another family.
  package let name: String
  /// The text.
  package let text: String

  package init(_ name: String, _ text: String = "") { (self.name, self.text) = (name, text) }

  /// The name as it is sent.
  package var fullName: String { name.hasPrefix("org.") ? name : "org.bluez.Error.\(name)" }

  package var description: String { "\(fullName): \(text)" }
}

/// A call that is answered with an error for a while.
struct Misdeed {
  let member: String
  /// The object, or one above it; nil for every object.
  let path: ObjectPath?
  let error: BlueZError
  var remaining: Int
}

/// Misdeeds of a device or of BlueZ, each of them one line.
extension FakeBlueZ {
  /// Answers the next calls of a method with an error.
  ///
  /// - Parameters:
  ///   - member: The method.
  ///   - path: The object, or one above it; nil for every object.
  ///   - error: The error.
  ///   - count: How many calls; later ones are answered as usual.
  package func refuse(_ member: String, of path: ObjectPath? = nil, with error: BlueZError, count: Int = .max) {
    misdeeds.append(Misdeed(member: member, path: path, error: error, remaining: count))
  }

  /// Ends all misdeeds.
  package func behave() { misdeeds = [] }

  /// The error that a call is answered with; nil if it is answered as usual.
  func misdeed(_ call: Message) -> BlueZError? {
    let index = misdeeds.firstIndex { misdeed in
      guard misdeed.member == call.member, misdeed.remaining > 0 else { return false }
      return misdeed.path.map { call.path == $0 || call.path?.isBelow($0) == true } ?? true
    }
    guard let index else { return nil }
    misdeeds[index].remaining -= 1
    return misdeeds[index].error
  }
}
