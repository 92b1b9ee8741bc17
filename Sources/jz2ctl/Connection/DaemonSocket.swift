import ControlSocket
import ControlWire
import Glibc

/// The daemon, or a program beside it, behind its socket.
///
/// Each call has a connection of its own, each conversation one for all of its calls.
struct DaemonSocket: DaemonConnection {
  /// The paths that are tried, in order.
  let paths: [String]

  /// - Parameters:
  ///   - path: The one path to try; nil for that of the environment, else the usual ones.
  ///   - program: Whose socket it is.
  init(path: String?, of program: AskedProgram = .daemon) {
    let chosen = path ?? program.chosenPath { getenv($0).map { String(cString: $0) } }
    paths = chosen.map { [$0] } ?? program.candidates(uid: getuid())
  }

  func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply {
    var client = try ControlClient(connectingTo: paths)
    return try client.call(call)
  }

  func stream<C: StreamedCall>(
    _ call: C, each: (C.Reply) throws(ControlError) -> Bool
  ) throws(ControlError) {
    let client = try ControlClient(connectingTo: paths)
    try client.stream(call, each: each)
  }

  func converse<C: VarlinkCall>(_ next: (C.Reply?) throws(ControlError) -> C?) throws(ControlError) {
    var client = try ControlClient(connectingTo: paths)
    try client.converse(next)
  }
}
