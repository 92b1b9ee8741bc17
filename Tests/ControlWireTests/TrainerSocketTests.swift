import ControlWire
import Rides
import Testing

@Suite struct TrainerSocketTests {
  /// The methods that each socket allows in addition to those of the next narrower one.
  private static let methods: [TrainerSocket: Set<String>] = [
    .look: [
      "Status", "Watch", "Asked", "Devices", "Rides", "Show", "Review", "Links", "Changes", "History", "Analyse",
      "Records", "BestPower", "SuggestTrim", "Settings", "Plans", "ShowPlan", "ShowRoute", "Doctor", "Intervals",
    ],
    .ride: [
      "Scan", "Use", "Forget", "Start", "SetWatts", "RideFree", "SetSlope", "SetResistance", "Calibrate", "Pause",
      "Resume", "Stop", "Done", "Skip", "Back",
      "Extend", "Bias",
      "Label", "Lap",
    ],
    .library: [
      "Edit", "Delete", "Undelete", "Trim", "Untrim", "NoteUpload", "Export", "Import", "SetSettings", "NewPlan",
      "AddToPlan", "RemovePlan", "UndeletePlan", "RenamePlan", "CopyPlan", "ImportPlan", "ExportPlan",
    ],
    .all: ["Backup", "Restore", "SetPlannedWorkouts", "ForgetPlannedWorkouts"],
  ]

  /// Returns the calls that a socket allows: its own, and those of each narrower one.
  private static func allowed(by socket: TrainerSocket) -> Set<String> {
    guard socket != .sync else {
      return methods[.look, default: []].union([
        "Export", "Import", "NoteUpload", "SetPlannedWorkouts", "ForgetPlannedWorkouts",
      ])
    }
    return TrainerSocket.widestFirst.drop { $0 != socket }.reduce(into: []) { $0.formUnion(methods[$1, default: []]) }
  }

  @Test func `the widest socket allows every method`() {
    #expect(Self.allowed(by: .all) == Set(TrainerCalls.all.map { $0.method }))
  }

  @Test(arguments: TrainerSocket.allCases)
  func `a socket allows exactly the calls of its level`(socket: TrainerSocket) {
    for (call, _) in Vectors.requests {
      let deletesForGood = (call as? Delete)?.now == true
      let deletes = (call as? Stop)?.discard == true
      let expected =
        Self.allowed(by: socket).contains(type(of: call).method) && (!deletesForGood || socket == .all)
        && (!deletes || socket == .all || socket == .library)
      #expect(socket.allows(call) == expected, "\(call)")
    }
  }

  @Test func `a refusal on a narrow socket names the socket and the group that allow the call`() {
    let refusal = ControlError(
      .notAllowed,
      subject: TrainerSocket.narrowest(
        for: Import(
          number: nil, sequence: 0, data: "", last: false)
      ).rawValue)
    #expect(refusal.explanation.message == "This socket does not allow that; /run/jz2/library.sock does.")
    #expect(refusal.explanation.remedy.contains("`sudo usermod -aG jz2-library $USER`"))
    #expect(refusal.exitStatus == .refused)
  }

  @Test func `jz2sync's library socket can send rides and connect services but not list activities`() {
    let allowed = Vectors.syncRequests.filter { call, _ in
      call.refusal(onSocket: TrainerSocket.library.rawValue) == nil
    }
    #expect(
      Set(allowed.map { type(of: $0.0).method }) == [
        "Services", "GetSyncStatus", "SyncNow", "SyncAgain", "RestoreRides", "Connect", "Disconnect",
      ])
    #expect(Vectors.syncRequests.allSatisfy { call, _ in call.refusal(onSocket: "jz2-sync") == nil })
  }

  @Test(arguments: SyncService.allCases)
  func `jz2sync's library socket accepts another server for the hub only`(service: SyncService) {
    var call = Connect(service: service)
    let onLibrary = { (call: Connect) in call.refusal(onSocket: TrainerSocket.library.rawValue) }
    #expect(onLibrary(call) == nil)
    call.url = "https://hub.test"
    #expect((onLibrary(call) == nil) == (service == .hub))
    for parameter in [\Connect.certificates, \.broker, \.oauthUrl] {
      var call = Connect(service: service)
      call[keyPath: parameter] = "https://hub.test"
      #expect(onLibrary(call) == ControlError(.notAllowed, subject: TrainerSocket.all.rawValue))
      #expect(call.refusal(onSocket: "jz2-sync") == nil)
    }
  }

  @Test func `each socket has its own path and group`() {
    #expect(TrainerSocket.allCases.allSatisfy { TrainerSocket(path: SocketPath.path(of: $0)) == $0 })
    #expect(Set(TrainerSocket.allCases.map(\.group)).count == TrainerSocket.allCases.count)
    #expect(TrainerSocket(path: "/run/user/1000/jz2.sock") == nil)
  }
}
