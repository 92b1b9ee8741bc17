import ControlWire
import Foundation
import Logging
import Rides
import Synchronization
import Testing
import TrainerClient

@testable import SyncKit

/// A scripted Strava, with a clock that the test advances.
final class StravaScene: Sendable {
  let server = Server()
  let secrets = Secrets()
  let memory = Memory()
  let clock = Clock()

  /// Returns the service as in a new process, with the same secrets and memory.
  func strava(port: Int = 0, rides: [String: Int] = [:]) -> Strava {
    Strava(tools, port: port, ride: { rides[$0] })
  }

  var tools: ServiceTools {
    let numbers = SteppingNumbers()
    return ServiceTools(
      http: server, secrets: secrets, memory: memory, clock: clock, random: { numbers.next() },
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Returns a connected service with a token that is valid for six hours.
  func connected(_ change: (inout Connect) -> Void = { _ in }) async throws -> Strava {
    var call = Connect(service: .strava)
    call.clientId = "4711"
    call.clientSecret = "app-secret"
    change(&call)
    let settings = try StravaSettings(call, before: nil)
    try await memory.keep(json: settings, StravaKey.settings)
    try secrets.keep("app-secret", StravaSecret.client, for: settings.oauthURL)
    try keepToken("access-1", "refresh-1", lasting: 21_600)
    return strava()
  }

  func keepToken(_ access: String, _ refresh: String, lasting seconds: Int64) throws {
    let token = StravaToken(access: access, refresh: refresh, expiry: clock.now.wholeSeconds + seconds)
    try secrets.keep(String(decoding: JSONEncoder().encode(token), as: UTF8.self), StravaSecret.token)
  }

  var keptToken: StravaToken? {
    (try? secrets.secret(StravaSecret.token)).flatMap { $0 }
      .flatMap { try? JSONDecoder().decode(StravaToken.self, from: Data($0.utf8)) }
  }

  /// The response to a refresh token; with an athlete, to a code.
  static func tokenAnswer(
    _ access: String, _ refresh: String, expiresAt: Int64 = 1_764_000_000 + 21_600, athlete: Bool = false
  ) -> String {
    let rider = athlete ? #", "athlete":{"id":227615,"firstname":"Ada","lastname":"Lovelace"}"# : ""
    return #"{"token_type":"Bearer","access_token":"\#(access)","refresh_token":"\#(refresh)","#
      + #""expires_at":\#(expiresAt),"expires_in":21600\#(rider)}"#
  }

  static let parcel = parcel()

  static func parcel(
    name: String = "Zone 2", note: String = "easy",
    file: @escaping @Sendable (String) async throws(SyncFault) -> NamedFile = { _ in
      NamedFile(name: "2025-11-24T160000Z.fit", bytes: [14, 16, 0, 255])
    }
  ) -> Parcel {
    Parcel(
      ride: RideSummary(
        id: 7, start: "2025-11-24T16:00:00Z", timerSeconds: 3000, elapsedSeconds: 3100, averageWatts: 180,
        averageHeartRate: 130, kilojoules: 540, distanceMeters: 30_000, state: .finished),
      externalID: "STORE.2025-11-24T16:00:00.000Z", firstExternalID: "STORE.2025-11-24T16:00:00.000Z", name: name,
      note: note, file: file, whole: { [] })
  }
}

extension StravaScene {
  /// A received request.
  struct Question: Sendable {
    let request: HTTPRequest

    /// `POST /api/v3/uploads`.
    var line: String { "\(request.method.rawValue) \(URLParts(request.url)?.path ?? request.url)" }
    var authorization: String? { request.headers.first { $0.name == "Authorization" }?.value }
    var query: [String: String] { Self.dictionary(URLParts(request.url)?.query ?? "") }

    /// The body as text, or the names and values of a form with files.
    var text: String {
      if case .bytes(let bytes, _) = request.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
    var form: [String: String] { Self.dictionary(text) }
    var json: [String: String] { (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:] }
    var parts: [FormPart] { if case .form(let parts, _) = request.body { parts } else { [] } }

    func part(_ name: String) -> String? {
      parts.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static func dictionary(_ text: String) -> [String: String] {
      Dictionary(FormEncoding.items(of: text).map { ($0.name, $0.value) }) { first, _ in first }
    }
  }

  final class Server: HTTPSending {
    private struct State {
      var answers: [Result<HTTPResponse, HTTPFailure>] = []
      var questions: [Question] = []
      var gate: (@Sendable () async -> Void)?
      var rule: (@Sendable (Question) -> (status: Int, body: String))?
    }

    private let state = Mutex(State())

    var questions: [Question] { state.withLock(\.questions) }
    var lines: [String] { questions.map(\.line) }

    /// Adds the next response.
    func answer(_ status: Int, _ body: String = "", _ headers: [(String, String)] = []) {
      var fields = HTTPFields()
      for (name, value) in headers { fields.append(name, value) }
      let response = HTTPResponse(status: status, headers: fields, body: Array(body.utf8))
      state.withLock { $0.answers.append(.success(response)) }
    }

    /// Makes the next request fail.
    func fail(_ code: HTTPFailure.Code) {
      state.withLock { $0.answers.append(.failure(HTTPFailure(code, "test", mayHaveArrived: true))) }
    }

    /// Sets a closure that runs before each response.
    func before(_ gate: @escaping @Sendable () async -> Void) { state.withLock { $0.gate = gate } }

    /// Computes responses from requests, instead of the script.
    func answer(by rule: @escaping @Sendable (Question) -> (status: Int, body: String)) {
      state.withLock { $0.rule = rule }
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
      let question = Question(request: request)
      let (gate, rule) = state.withLock { state in
        state.questions.append(question)
        return (state.gate, state.rule)
      }
      await gate?()
      if let rule {
        let (status, body) = rule(question)
        return HTTPResponse(status: status, body: Array(body.utf8))
      }
      let answer = state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
      guard let answer else { throw HTTPFailure(.unreachable, "no answer in the script", mayHaveArrived: false) }
      return try answer.get()
    }
  }

  final class Secrets: SecretStore {
    private let state = Mutex<(kept: [String: String], isFull: Bool)>(([:], false))

    /// Sets whether writes fail.
    func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }
    var all: [String: String] { state.withLock(\.kept) }

    func secret(_ name: String) throws(SyncFault) -> String? { state.withLock { $0.kept[name] } }
    func keep(_ secret: String?, _ name: String) throws(SyncFault) {
      let isFull = state.withLock { state in
        if !state.isFull { state.kept[name] = secret }
        return state.isFull
      }
      if isFull { throw SyncFault(.notWritable, detail: name) }
    }
  }

  final class Memory: ServiceMemory {
    private let kept = Mutex<[String: [UInt8]]>([:])

    var all: [String: [UInt8]] { kept.withLock { $0 } }
    var text: String { all.map { "\($0.key)=\(String(decoding: $0.value, as: UTF8.self))" }.joined(separator: "\n") }

    func value(_ key: String) async throws(SyncFault) -> [UInt8]? { kept.withLock { $0[key] } }
    func forget(beginningWith prefix: String) async throws(SyncFault) {
      kept.withLock { kept in kept = kept.filter { !$0.key.hasPrefix(prefix) } }
    }
    func keep(_ values: [String: [UInt8]?]) async throws(SyncFault) {
      kept.withLock { kept in for (key, value) in values { kept[key] = value } }
    }
  }

  /// Starts at 2025-11-24 16:00:00 UTC.
  final class Clock: SyncClock {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_764_000_000))

    var now: Date { moment.withLock { $0 } }
    var isSet: Bool { true }
    func advance(_ seconds: Double) { moment.withLock { $0 += seconds } }
    func sleep(for duration: Duration) async throws(CancellationError) {}
  }

  /// Different numbers, the same in every run.
  private final class SteppingNumbers: Sendable {
    private let last = Mutex(0.0)
    func next() -> Double {
      last.withLock { last in
        last = (last + 0.381_966).truncatingRemainder(dividingBy: 1)
        return last
      }
    }
  }
}

/// A memory that calls a closure before a value is read.
actor WatchedMemory: ServiceMemory {
  typealias Watch = @Sendable (_ key: String, _ reading: Int) async throws(SyncFault) -> Void

  private let memory: StravaScene.Memory
  private let watch: Watch
  private var readings: [String: Int] = [:]

  /// - Parameters:
  ///   - memory: The memory.
  ///   - watch: Receives the key and the number of its readings, including this one.
  init(_ memory: StravaScene.Memory, _ watch: @escaping Watch) {
    self.memory = memory
    self.watch = watch
  }

  func value(_ key: String) async throws(SyncFault) -> [UInt8]? {
    readings[key, default: 0] += 1
    try await watch(key, readings[key, default: 0])
    return try await memory.value(key)
  }

  func keep(_ values: [String: [UInt8]?]) async throws(SyncFault) { try await memory.keep(values) }
  func forget(beginningWith prefix: String) async throws(SyncFault) { try await memory.forget(beginningWith: prefix) }
}

extension SyncFault {
  /// Returns the fault that work throws; nil if it succeeds.
  static func of(_ work: () async throws(SyncFault) -> Void) async -> SyncFault? {
    do { try await work() } catch { return error }
    return nil
  }
}
