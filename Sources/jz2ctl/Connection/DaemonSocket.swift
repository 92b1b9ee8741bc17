import ControlSocket
import ControlWire
import Glibc

/// The daemon behind its socket; each request has a connection of its own, each conversation one for all of it.
struct DaemonSocket: Daemon {
  /// The paths that are tried, in order.
  let paths: [String]

  /// - Parameter path: The one path to try; nil for the usual ones.
  init(path: String?) {
    paths = path.map { [$0] } ?? SocketPath.candidates(uid: getuid())
  }

  func call(_ request: ControlRequest) throws(ControlError) -> ControlReply {
    var client = try ControlClient(connectingTo: paths)
    return try client.call(request)
  }

  func stream(
    _ request: ControlRequest, each: (ControlReply) throws(ControlError) -> Bool
  ) throws(ControlError) {
    var failure: ControlError?
    let client = try ControlClient(connectingTo: paths)
    try client.stream(request) { reply in
      do throws(ControlError) {
        return try each(reply)
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  func converse(_ next: (ControlReply?) throws(ControlError) -> ControlRequest?) throws(ControlError) {
    var client = try ControlClient(connectingTo: paths)
    var answer: ControlReply?
    while let request = try next(answer) { answer = try client.call(request) }
  }
}
