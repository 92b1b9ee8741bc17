import ControlSocket
import ControlWire
import Logging
import RideSession
import RideStore

extension TrainerService {
  /// Answers the calls that are about plans.
  func answerFromPlans(
    _ request: ControlRequest, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer {
    switch request {
    case .plans: return .reply(try await plans())
    case .showPlan(let name): return .reply(.plan(try await plan(name)))
    case .newPlan(let name, let summary): return .reply(try await newPlan(name, summary, peer))
    case .addToPlan(let addition): return .reply(try await add(addition))
    case .removePlan(let name, let line): return .reply(try await removePlan(name, line: line, peer))
    case .renamePlan(let name, let other): return .reply(try await renamePlan(name, to: other))
    case .importPlan(let piece): return .reply(try await take(piece, peer))
    case .exportPlan(let name, let format): return .stream(try await exportPlan(name, format))
    default: throw ControlError(.methodNotFound, subject: request.method.rawValue)
    }
  }

  /// What a list of plans may take of a message, in bytes.
  private static let listLimit = 900_000

  /// The plans by name; of very many, as many as a message takes.
  @concurrent
  nonisolated private func plans() async throws(ControlError) -> ControlReply {
    let plans = try await stored { store throws(StoreError) in try await store.plans() }
    var left = Self.listLimit
    let told = Array(
      plans.lazy.map(PlanSummary.init).prefix { plan in
        left -= plan.mostBytes
        return left >= 0
      })
    return .plans(told, more: told.count < plans.count)
  }

  private func plan(_ name: String) async throws(ControlError) -> PlanDetails {
    PlanDetails(try await stored { store throws(StoreError) in try await store.planInShort(named: name) })
  }

  private func newPlan(_ name: String, _ summary: String?, _ peer: Peer) async throws(ControlError) -> ControlReply {
    let plan = Plan(name: try Self.planName(name, "name"), summary: try Self.planText(summary, "summary"))
    let now = wallClock.now
    let stored = try await stored { store throws(StoreError) in
      try await store.save(plan, replacing: false, at: now)
    }
    log.info("plan begun", metadata: ["plan": "\(plan.name)", "uid": "\(peer.uid)"])
    return .plan(PlanDetails(stored))
  }

  private func add(_ addition: PlanAddition) async throws(ControlError) -> ControlReply {
    .plan(PlanDetails(try await changePlan(addition.name) { addition.added(to: $0) }))
  }

  private func removePlan(_ name: String, line: Int?, _ peer: Peer) async throws(ControlError) -> ControlReply {
    if let line {
      _ = try await changePlan(name) { plan in
        guard line > 0, line <= plan.groups.count else {
          return .failure(ControlError(.invalidParameter, subject: "line"))
        }
        var plan = plan
        plan.groups.remove(at: line - 1)
        return .success(plan)
      }
    } else {
      try await demandNotRidden(name)
      try await stored { store throws(StoreError) in try await store.removePlan(name) }
      log.notice("plan removed", metadata: ["plan": "\(name)", "uid": "\(peer.uid)"])
    }
    return .done
  }

  /// A ride knows its plan without the library, so a plan may get another name meanwhile.
  private func renamePlan(_ name: String, to other: String) async throws(ControlError) -> ControlReply {
    let other = try Self.planName(other, "to")
    let now = wallClock.now
    return .plan(
      PlanDetails(
        try await stored { store throws(StoreError) in try await store.renamePlan(name, to: other, at: now) }))
  }
}

extension TrainerService {
  /// Makes another plan of one that is not being ridden.
  func changePlan(
    _ name: String, _ body: @escaping @Sendable (Plan) -> Result<Plan, ControlError>
  ) async throws(ControlError) -> StoredPlan {
    try await demandNotRidden(name)
    let now = wallClock.now
    let outcome = try await stored { store throws(StoreError) in
      try await store.changePlan(named: name, at: now, body)
    }
    return try outcome.get()
  }

  /// - Throws: `planInUse` for the plan of the ride in hand.
  func demandNotRidden(_ name: String) async throws(ControlError) {
    let ridden = await driver.snapshot.plan?.name
    guard ridden?.lowercased() != name.lowercased() else { throw ControlError(.planInUse, subject: ridden) }
  }

  /// The name of a plan, without white space around it.
  ///
  /// - Throws: `invalidParameter`, with the parameter's name, for one that is empty, too long or has controls.
  static func planName(_ text: String, _ parameter: String) throws(ControlError) -> String {
    guard let name = try checked(parameter, text, 4 * Limits.nameLength), name.count <= Limits.nameLength,
      !name.contains(where: \.isNewline)
    else { throw ControlError(.invalidParameter, subject: parameter) }
    return name
  }

  private static func planText(_ text: String?, _ parameter: String) throws(ControlError) -> String? {
    try text.flatMap { text throws(ControlError) in try checked(parameter, text, Limits.textLength) }
  }
}
