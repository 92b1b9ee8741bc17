import ControlWire
import FoundationEssentials
import Logging
import Rides
import SyncKit
import Synchronization
import TrainerClient

/// intervals.icu with a scripted server.
final class IntervalsBench: Sendable {
  let server = Server()
  let clock = Clock()
  let secrets: Secrets
  let memory = Memory()
  let service: Intervals

  init(key: String? = "k3y") {
    secrets = Secrets(key.map { ["intervals-key": $0] } ?? [:])
    service = Intervals(
      ServiceTools(
        http: server, secrets: secrets, memory: memory, clock: clock, random: { 0.5 },
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
  }

  /// A ride that began in the evening of 21 November, UTC.
  static func parcel(name: String = "Zone 2", note: String = "") -> Parcel {
    Parcel(
      ride: RideSummary(
        id: 7, start: "2026-11-21T23:45:12Z", timerSeconds: 60, elapsedSeconds: 60, averageWatts: nil,
        averageHeartRate: nil, kilojoules: 0, distanceMeters: nil, state: .finished),
      externalID: "store.activity", firstExternalID: "store.activity", name: name, note: note
    ) { format throws(SyncFault) in
      NamedFile(name: "2026-11-21T234512Z.\(format)", bytes: Array("FIT".utf8))
    } whole: {
      []
    }
  }

  /// Returns scripted responses in order, and records the requests.
  final class Server: HTTPSending {
    private struct State {
      var answers: [Result<HTTPResponse, HTTPFailure>] = []
      var requests: [HTTPRequest] = []
    }

    private let state = Mutex(State())

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    /// Each request as `GET /api/v1/athlete/0?…`.
    var asked: [String] {
      requests.map { "\($0.method.rawValue) \($0.url.replacing("https://intervals.icu", with: ""))" }
    }

    func answer(_ status: Int, _ body: String = "", _ headers: HTTPFields = [:]) {
      state.withLock {
        $0.answers.append(.success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))))
      }
    }

    func fail(_ code: HTTPFailure.Code, mayHaveArrived: Bool = true) {
      state.withLock {
        $0.answers.append(.failure(HTTPFailure(code, "a reason", mayHaveArrived: mayHaveArrived)))
      }
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
      let answer = state.withLock { state -> Result<HTTPResponse, HTTPFailure> in
        state.requests.append(request)
        guard !state.answers.isEmpty else {
          return .failure(HTTPFailure(.other, "no answer in the script", mayHaveArrived: false))
        }
        return state.answers.removeFirst()
      }
      return try answer.get()
    }
  }

  /// A clock that advances only when a task sleeps.
  final class Clock: SyncClock {
    private let seconds = Mutex(1_795_000_000.0)

    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    var isSet: Bool { true }

    func sleep(for duration: Duration) async throws(CancellationError) {
      seconds.withLock { $0 += duration / .seconds(1) }
    }
  }

  final class Secrets: SecretStore {
    private struct State {
      var values: [String: String]
      var isFull = false
    }

    private let state: Mutex<State>

    init(_ values: [String: String]) { state = Mutex(State(values: values)) }

    var all: [String: String] { state.withLock { $0.values } }

    /// Makes all later writes fail.
    func fill() { state.withLock { $0.isFull = true } }

    func secret(_ name: String) throws(SyncFault) -> String? { all[name] }

    func keep(_ secret: String?, _ name: String) throws(SyncFault) {
      let isKept = state.withLock { state in
        if !state.isFull { state.values[name] = secret }
        return !state.isFull
      }
      if !isKept { throw SyncFault(.notWritable) }
    }
  }

  final class Memory: ServiceMemory {
    private struct State {
      var values: [String: [UInt8]] = [:]
      var isFull = false
      var whenKept: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.values.isEmpty } }

    /// Makes all later writes fail.
    func fill() { state.withLock { $0.isFull = true } }

    /// Sets a closure that runs each time values are stored.
    func whenKept(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenKept = body } }

    func forget(beginningWith prefix: String) async throws(SyncFault) {
      state.withLock { state in state.values = state.values.filter { !$0.key.hasPrefix(prefix) } }
    }

    func value(_ key: String) async throws(SyncFault) -> [UInt8]? { state.withLock { $0.values[key] } }

    func keep(_ values: [String: [UInt8]?]) async throws(SyncFault) {
      let isKept = state.withLock { state in
        if !state.isFull { for (key, value) in values { state.values[key] = value } }
        return !state.isFull
      }
      if !isKept { throw SyncFault(.notWritable) }
      state.withLock { $0.whenKept }()
    }
  }
}
