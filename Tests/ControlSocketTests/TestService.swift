import ControlSocket
import ControlWire
import Glibc
import Rides
import TestKit
import Testing

/// A service that answers as the test requires, and reports the errors of callers that it cut off.
struct TestService: ControlService {
  /// The answer to a request: a reply, or the parts of a stream; each must have the reply type of the request.
  enum Answer: Sendable {
    case reply(any Codable & Sendable)
    case stream(AsyncThrowingStream<any Codable & Sendable, any Error>)
  }

  typealias Answering = @Sendable (any VarlinkCall, Peer, _ more: Bool) async throws(ControlError) -> Answer

  let cutOffs: AsyncStream<ControlError>
  private let answering: Answering
  private let cutOff: AsyncStream<ControlError>.Continuation

  init(_ answering: @escaping Answering = TestService.usual) {
    (cutOffs, cutOff) = AsyncStream.makeStream()
    self.answering = answering
  }

  func answer<C: VarlinkCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply> {
    switch try await answering(call, peer, more) {
    case .reply(let reply): return .reply(try Self.cast(reply, as: C.Reply.self))
    case .stream(let parts):
      let iterator = PartIterator(parts)
      return .stream(
        AsyncThrowingStream {
          guard let part = try await iterator.next() else { return nil }
          return try Self.cast(part, as: C.Reply.self)
        }
      ) { last in
        guard let streamed = call as? any StreamedCall else { return last }
        return Self.closing(streamed, last)
      }
    }
  }

  func cutOff(_ peer: Peer, because error: ControlError) { cutOff.yield(error) }

  private static func cast<Reply>(_ reply: Any, as type: Reply.Type) throws(ControlError) -> Reply {
    guard let reply = reply as? Reply else { throw ControlError(.methodNotFound, subject: "no \(type)") }
    return reply
  }

  private static func closing<C: StreamedCall, Reply>(_ call: C, _ last: Reply?) -> Reply? {
    call.closingReply(after: last as? C.Reply) as? Reply
  }

  /// Returns an idle status, as many rides as `Rides` requests, by their numbers, and a refusal for everything else.
  static let usual: Answering = { call, _, _ throws(ControlError) in
    switch call {
    case is GetStatus: .reply(Status(phase: .idle))
    case let rides as Rides: .reply(RideList(rides: (0..<(rides.limit ?? 0)).map { Self.ride($0) }))
    default: throw ControlError(.noRide, subject: type(of: call).method)
    }
  }

  static func ride(_ id: Int) -> RideSummary {
    RideSummary(
      id: id, start: "2026-11-21T06:45:12Z", timerSeconds: 0, elapsedSeconds: 0, averageWatts: nil,
      averageHeartRate: nil, kilojoules: 0, distanceMeters: nil, state: .finished)
  }

  /// Returns a status that differs from others by its number, and has a message of `room` bytes.
  static func status(_ number: Int, room: Int = 0) -> Status {
    let problem = Problem(code: "\(number)", message: String(repeating: "x", count: room), remedy: "")
    return Status(phase: .idle, problems: [problem])
  }
}

/// Returns parts one by one, to any task.
private actor PartIterator {
  private let parts: AsyncThrowingStream<any Codable & Sendable, any Error>

  init(_ parts: AsyncThrowingStream<any Codable & Sendable, any Error>) { self.parts = parts }

  func next() async throws -> (any Codable & Sendable)? {
    for try await part in parts { return part }
    return nil
  }
}

/// A directory with a short path; removed with the value.
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

/// Runs a server on a socket of its own while `body` runs.
func withServer(
  _ service: TestService = TestService(), limits: ServerLimits = ServerLimits(),
  _ body: @escaping @Sendable (_ path: String, _ server: ControlServer) async throws -> Void
) async throws {
  let directory = try TemporaryDirectory()
  let path = directory.path + "/s"
  let server = try ControlServer(listening: ["jz2": .path(path)], of: .jz2d, service: service, limits: limits)
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
    return try client.call(GetStatus(), within: TestDeadline.event)
  }
  #expect(reply == Status(phase: .idle))
}

/// Returns a request of the trainer's interface, as it is sent over the socket.
func call(_ method: String, _ parameters: String = "{}", flags: String = "") -> String {
  #"{"method":"org.justzone2.Trainer.\#(method)","parameters":\#(parameters)\#(flags)}"#
}
