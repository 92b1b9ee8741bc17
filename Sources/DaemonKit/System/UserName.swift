import Glibc

/// What users are called.
enum UserName {
  /// The name of the user with a number; the number where he has none, as in a container of which he is not.
  static func of(_ number: uid_t) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 12)
    guard getpwuid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
    else { return "\(number)" }
    return String(cString: name)
  }
}
