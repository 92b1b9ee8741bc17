import ControlSocket
import ControlWire
import Glibc

/// The daemon, or a program beside it, behind its socket.
///
/// Each call has a connection of its own, each conversation one for all of its calls.
struct DaemonSocket: DaemonConnection {
  /// The paths that are tried, in order.
  let paths: [String]
  /// Whether the terminal shows how far a long analysis is.
  private let showsProgress: Bool

  /// - Parameters:
  ///   - path: The one path to try; nil for that of the environment, else the usual ones.
  ///   - program: Whose socket it is.
  ///   - showsProgress: Whether the terminal shows how far a long analysis is.
  init(path: String?, of program: AskedProgram = .daemon, showsProgress: Bool = false) {
    self.showsProgress = showsProgress
    let chosen = path ?? program.chosenPath { getenv($0).map { String(cString: $0) } }
    paths = chosen.map { [$0] } ?? program.candidates(uid: getuid())
  }

  func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply {
    try analyse(for: call)
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
    try client.converse { (reply: C.Reply?) throws(ControlError) -> C? in
      let call = try next(reply)
      if reply == nil, let call { try analyse(for: call) }
      return call
    }
  }

  /// Has the rides analysed that a call compares, and shows how far that is.
  ///
  /// Years of rides take longer than anybody waits for one answer.
  private func analyse(for call: some VarlinkCall) throws(ControlError) {
    guard (call as? any ComparingCall)?.needsAnalysis == true else { return }
    let progress = ProgressLine.current(json: !showsProgress)
    defer { progress.clear() }
    try stream(Analyse()) { part throws(ControlError) in
      if part.analysed < part.of { progress.show(String(localized: "Analysing rides: \(part.analysed) of \(part.of)")) }
      return true
    }
  }
}
