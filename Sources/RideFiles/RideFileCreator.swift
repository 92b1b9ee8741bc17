/// The program that recorded a ride, and its version.
package struct RideFileCreator: Hashable, Sendable {
  package let name: String
  package let major: UInt16
  package let minor: UInt16
  package let patch: UInt16

  package init(name: String, major: UInt16, minor: UInt16, patch: UInt16) {
    self.name = name
    self.major = major
    self.minor = minor
    self.patch = patch
  }
}
