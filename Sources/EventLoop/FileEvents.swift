import Glibc

/// What can happen to a file descriptor.
package struct FileEvents: OptionSet, Hashable, Sendable {
  /// The bits of `poll(2)`.
  package let rawValue: Int16

  package init(rawValue: Int16) { self.rawValue = rawValue }

  /// There is something to read.
  package static let readable = FileEvents(rawValue: Int16(POLLIN))
  /// There is room to write.
  package static let writable = FileEvents(rawValue: Int16(POLLOUT))
  /// Something is wrong with it; reported unasked.
  package static let error = FileEvents(rawValue: Int16(POLLERR | POLLNVAL))
  /// The other end is gone; reported unasked.
  package static let hangup = FileEvents(rawValue: Int16(POLLHUP))
}
