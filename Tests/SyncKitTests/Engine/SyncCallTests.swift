import ControlSocket
import ControlWire
import Foundation
import Logging
import Rides
import TestKit
import Testing

@testable import SyncKit

/// Replies to calls of `org.justzone2.Sync`, in this process, without a network.
@Suite struct SyncCallTests {
  private let place: TemporaryDirectory
  private let parts: SyncParts

  init() throws {
    place = try TemporaryDirectory()
    let options = SyncOptions(
      daemonPaths: [], socketPath: "", passedSocket: nil, stateDirectory: place.path,
      configurationPath: place.path(of: "sync.conf"), logLevel: .error, environment: [:])
    parts = try SyncParts(
      options, directory: place.path, library: ScriptedLibrary(), http: NoServer(), clock: BenchClock(),
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func refusal<Call: SyncCall>(of call: Call) async -> ControlError? {
    let peer = Peer(pid: 1, uid: 1000, gid: 1000, socket: TrainerSocket.all.rawValue)
    do throws(ControlError) {
      _ = try await parts.handlers.answer(call, from: peer, more: false)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a service that was never connected cannot be disconnected`() async {
    let error = await refusal(of: Disconnect(service: .strava))
    #expect(error?.explanation.message == "Strava is not connected.")
  }

  @Test(arguments: ["2026-02-30T00:00:00Z", "2026-11-31T00:00:00Z", "2026-11-25T24:00:00Z", "2026-11-25T06:45:12Zxx"])
  func `a nonexistent time is refused with the parameter's name`(_ time: String) async {
    var connect = Connect(service: .intervals)
    connect.since = time
    #expect(await refusal(of: connect) == ControlError(.invalidParameter, subject: "since"))
    #expect(await refusal(of: Activities(since: time)) == ControlError(.invalidParameter, subject: "since"))
    #expect(await refusal(of: Activities(before: time)) == ControlError(.invalidParameter, subject: "before"))
  }

  @Test func `activities are refused before the rider agrees at Strava`() async throws {
    #expect(await refusal(of: Activities())?.explanation.message == "Strava is not connected.")
    try await parts.outbox.change(.strava) { $0.state = .authRequired }
    for error in [await refusal(of: Activities()), await refusal(of: ShowActivity(id: "1"))] {
      #expect(error?.explanation.message == "You have not agreed at Strava yet.")
      #expect(error?.explanation.remedy.contains("`jz2ctl connect strava --code`") == true)
    }
  }
}
