import ControlSocket
import ControlWire
import Glibc
import TestKit
import Testing

/// A service that answers as the test says, and tells whom it cut off.
struct TestService: ControlService {
  typealias Answer = @Sendable (ControlRequest, Peer, Bool) async throws(ControlError) -> ControlAnswer

  let cutOffs: AsyncStream<ControlError>
  private let answer: Answer
  private let cutOff: AsyncStream<ControlError>.Continuation

  init(_ answer: @escaping Answer = TestService.usual) {
    (cutOffs, cutOff) = AsyncStream.makeStream()
    self.answer = answer
  }

  func answer(
    _ request: ControlRequest, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer {
    try await answer(request, peer, more)
  }

  func cutOff(_ peer: Peer, because error: ControlError) { cutOff.yield(error) }

  /// Idle; `rides(limit:)` answers as many as asked, by their numbers; everything else is refused.
  static let usual: Answer = { request, _, _ throws(ControlError) in
    switch request {
    case .status: .reply(.status(Status(phase: .idle)))
    case .rides(let listing): .reply(.rides((0..<(listing.limit ?? 0)).map { Self.ride($0) }))
    default: throw ControlError(.noRide, subject: request.method.rawValue)
    }
  }

  static func ride(_ id: Int) -> RideSummary {
    RideSummary(
      id: id, start: "2026-11-21T06:45:12Z", timerSeconds: 0, elapsedSeconds: 0, averageWatts: nil,
      averageHeartRate: nil, kilojoules: 0, distanceMeters: nil, state: .finished)
  }

  /// A status that can be told from others, and takes some room.
  static func status(_ number: Int, room: Int = 0) -> ControlReply {
    let problem = Problem(code: "\(number)", message: String(repeating: "x", count: room), remedy: "")
    return .status(Status(phase: .idle, problems: [problem]))
  }
}

/// A directory with a short path, gone with the value.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/jz2-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
  }

  deinit {
    for name in ["s", "t", "d/s"] { unlink("\(path)/\(name)") }
    rmdir("\(path)/d")
    rmdir(path)
  }
}

let testInfo = ServiceInfo(vendor: "justzone2", product: "jz2d", version: "0", url: "https://example.org")

/// Runs a server on a socket of its own while `body` runs.
func withServer(
  _ service: TestService = TestService(), limits: ServerLimits = ServerLimits(),
  _ body: @escaping @Sendable (_ path: String, _ server: ControlServer) async throws -> Void
) async throws {
  let directory = try TemporaryDirectory()
  let path = directory.path + "/s"
  let server = try ControlServer(listening: .path(path), as: testInfo, service: service, limits: limits)
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await server.run() }
    try await body(path, server)
    group.cancelAll()
    try await group.waitForAll()
  }
  #expect(access(path, F_OK) != 0, "the socket's file is gone")
}

/// Expects that a caller is answered.
func expectService(at path: String) async throws {
  let reply = try await blocking {
    var client = try ControlClient(connectingTo: [path])
    return try client.call(.status)
  }
  #expect(reply == .status(Status(phase: .idle)))
}

/// A call of the trainer's interface, as it goes over the socket.
func call(_ method: String, _ parameters: String = "{}", flags: String = "") -> String {
  #"{"method":"org.justzone2.Trainer.\#(method)","parameters":\#(parameters)\#(flags)}"#
}
