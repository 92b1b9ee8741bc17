/// Where the daemon listens.
package enum ListeningPlace: Hashable, Sendable {
  /// On a socket that it makes at this path, with these permissions, and takes away in the end.
  case path(String, mode: UInt32 = 0o660)
  /// On a listening socket that was handed in, by systemd say; it stays where it is.
  case descriptor(Int32)
}
