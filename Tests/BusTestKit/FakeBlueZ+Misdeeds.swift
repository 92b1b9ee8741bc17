package import DBus

/// An error that BlueZ returns from a call.
package struct BlueZError: Hashable, Sendable, CustomStringConvertible {
  /// The part of the name after `org.bluez.Error.`, or a complete name of another family.
  package let name: String
  package let text: String

  package init(_ name: String, _ text: String = "") { (self.name, self.text) = (name, text) }

  /// The complete name, as sent on the bus.
  package var fullName: String { name.hasPrefix("org.") ? name : "org.bluez.Error.\(name)" }

  package var description: String { "\(fullName): \(text)" }
}

/// A call that fails with an error for a limited number of times.
struct Misdeed {
  let member: String
  /// The object, or one of its ancestors; nil for every object.
  let path: ObjectPath?
  let error: BlueZError
  var remaining: Int
}

/// Faults of a device or of BlueZ, each set up in one line.
extension FakeBlueZ {
  /// Makes the next calls of a method fail.
  ///
  /// - Parameters:
  ///   - member: The method.
  ///   - path: The object, or one of its ancestors; nil for every object.
  ///   - error: The error.
  ///   - count: The number of calls that fail; later calls get the usual answer.
  package func refuse(_ member: String, of path: ObjectPath? = nil, with error: BlueZError, count: Int = .max) {
    misdeeds.append(Misdeed(member: member, path: path, error: error, remaining: count))
  }

  /// Ends all faults.
  package func behave() { misdeeds = [] }

  /// The error to answer a call with; nil for the usual answer.
  func misdeed(_ call: BusMessage) -> BlueZError? {
    let index = misdeeds.firstIndex { misdeed in
      guard misdeed.member == call.member, misdeed.remaining > 0 else { return false }
      return misdeed.path.map { call.path == $0 || call.path?.isBelow($0) == true } ?? true
    }
    guard let index else { return nil }
    misdeeds[index].remaining -= 1
    return misdeeds[index].error
  }
}
