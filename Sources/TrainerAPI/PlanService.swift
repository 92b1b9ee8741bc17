import ControlSocket
import ControlWire
import Logging
import RideFiles
import RideRuntime
import RideSession
import RideStore
import Rides
import Workouts

/// Manages the plans of the library, never on the ride's thread.
struct PlanService: Sendable {
  let access: StoreAccess
  let driver: RideDriver
  let wallClock: any WallClock
  let log: Logger

  /// The most bytes of a list of plans in one message.
  private static let listLimit = 900_000

  /// Returns the plans by name, as many as fit into one message, then the package's workouts by kind.
  ///
  /// A plan of the rider's own replaces the package's workout of the same name.
  func plans(_ call: Plans) async throws(ControlError) -> PlanList {
    guard call.deleted != true else {
      return Self.list(
        try await access.stored { store throws(StoreError) in try await store.deletedPlans() }.map(PlanSummary.init))
    }
    let stored = try await access.stored { store throws(StoreError) in try await store.plans(withCalendar: true) }
    let names = Set(stored.map { $0.plan.name.lowercased() })
    let listed = call.all == true ? stored : stored.filter { $0.calendar == nil }
    return Self.list(
      listed.map { PlanSummary($0) },
      PackagePlan.all.filter { !names.contains($0.plan.name) }.map { PlanSummary($0) })
  }

  /// Returns the list; plans of the library that do not fit into the message are left out.
  private static func list(_ own: [PlanSummary], _ packaged: [PlanSummary] = []) -> PlanList {
    var left = packaged.reduce(listLimit) { $0 - $1.mostBytes }
    let fitting = Array(
      own.prefix { plan in
        left -= plan.mostBytes
        return left >= 0
      })
    return PlanList(plans: fitting + packaged, more: fitting.count < own.count)
  }

  func show(_ call: ShowPlan) async throws(ControlError) -> PlanDetails {
    let settings = try await access.read { library throws(StoreError) in try await library.settings() }
    return try await access.found(call.name) { store throws(StoreError) in
      PlanDetails(try await store.planInShort(named: call.name), thresholdWatts: settings.thresholdWatts)
    } packaged: { workout in
      PlanDetails(workout, thresholdWatts: settings.thresholdWatts)
    }
  }

  /// - Throws: `badPlan` for a plan without a route.
  func show(_ call: ShowRoute) async throws(ControlError) -> RouteLine {
    let plan = try await access.found(call.name) { store throws(StoreError) in
      try await store.plan(named: call.name)
    } packaged: { workout in
      workout.plan
    }
    guard let route = plan.route else { throw .badPlan(PlanFault(.noRoute), of: plan.name) }
    return RouteLine(route)
  }

  func begin(_ call: NewPlan, _ peer: Peer) async throws(ControlError) -> PlanDetails {
    let plan = Plan(name: try Self.name(call.name, "name"), summary: try Self.summary(call.summary))
    let stored = try await save(plan, replacing: false)
    log.info("plan created", metadata: ["plan": "\(plan.name)", "uid": "\(peer.uid)"])
    return try await details(stored)
  }

  func add(_ call: AddToPlan) async throws(ControlError) -> PlanDetails {
    try await details(try await change(call.name) { call.added(to: $0) })
  }

  /// Deletes a plan, or removes a part of it.
  func remove(_ call: RemovePlan, _ peer: Peer) async throws(ControlError) -> RemovedPlan {
    guard call.line == nil, call.interval == nil else {
      return RemovedPlan(plan: PlanSummary(try await change(call.name) { call.removed(from: $0) }))
    }
    try await demandNotRidden(call.name)
    let (now, isSet) = (wallClock.now, wallClock.isSynchronised)
    let deleted = try await access.changed(call.name) { store throws(StoreError) in
      try await store.deletePlan(call.name, at: now, isSet: isSet)
    }
    log.notice("plan deleted", metadata: ["plan": "\(call.name)", "uid": "\(peer.uid)"])
    return RemovedPlan(plan: deleted.map(PlanSummary.init))
  }

  func undelete(_ call: UndeletePlan, _ peer: Peer) async throws(ControlError) -> PlanDetails {
    let stored = try await access.stored { store throws(StoreError) in try await store.undeletePlan(call.name) }
    log.info("plan restored", metadata: ["plan": "\(call.name)", "uid": "\(peer.uid)"])
    return try await details(stored)
  }

  /// Renames a plan, also during a ride, which has its own copy of the plan.
  func rename(_ call: RenamePlan) async throws(ControlError) -> PlanDetails {
    let other = try Self.name(call.to, "to")
    let now = wallClock.now
    return try await details(
      try await access.changed(call.name) { store throws(StoreError) in
        try await store.renamePlan(call.name, to: other, at: now)
      })
  }

  func copy(_ call: CopyPlan, _ peer: Peer) async throws(ControlError) -> PlanDetails {
    let other = try Self.name(call.to, "to")
    let now = wallClock.now
    let copied = try await access.found(call.name) { store throws(StoreError) -> StoredPlan? in
      try await store.copyPlan(call.name, to: other, at: now)
    } packaged: { _ in
      nil
    }
    let stored = if let copied { copied } else { try await copyOfPackage(call.name, to: other) }
    log.info("plan copied", metadata: ["plan": "\(call.name)", "to": "\(other)", "uid": "\(peer.uid)"])
    return try await details(stored)
  }

  /// Stores a workout of the package under a name.
  private func copyOfPackage(_ name: String, to other: String) async throws(ControlError) -> StoredPlan {
    guard var plan = PackagePlan.named(name)?.plan else { throw ControlError(.unknownPlan, subject: name) }
    plan.name = other
    do throws(ControlError) {
      return try await save(plan, replacing: false)
    } catch {
      // The rider does not want to change the workout of a calendar with that name.
      throw error.code == .planReadOnly ? ControlError(.duplicatePlan, subject: other) : error
    }
  }

  /// Stores a plan under the given name or its own, or adds a route to the plan with the given name, or makes a plan of
  /// the route.
  ///
  /// A dry run stores neither.
  func keep(
    _ content: WorkoutFile.Content, as piece: ImportPlan, _ peer: Peer
  ) async throws(ControlError) -> StoredPlan {
    let stored: StoredPlan
    switch content {
    case .plan(var plan):
      if let name = piece.name { plan.name = try Self.name(name, "name") }
      let replacing = piece.replace ?? false
      if piece.dryRun == true { return try await rehearse(plan, replacing: replacing) }
      if replacing { try await demandNotRidden(plan.name) }
      stored = try await save(plan, replacing: replacing)
    case .route(let route) where piece.road == true:
      var plan = WorkoutFile.road(route, fileName: piece.fileName)
      if let name = piece.name { plan.name = try Self.name(name, "name") }
      stored = try await keep(road: plan, dryRun: piece.dryRun == true)
    case .route(let route):
      guard let name = piece.name else {
        throw .badPlan(PlanFault(.routeWantsPlan), of: piece.fileName)
      }
      guard piece.dryRun != true else {
        return try await access.stored { store throws(StoreError) in try await store.planInShort(named: name) }
      }
      stored = try await change(name) { plan in
        var plan = plan
        plan.route = route
        return .success(plan)
      }
    }
    log.info("plan imported", metadata: ["plan": "\(stored.plan.name)", "uid": "\(peer.uid)"])
    return stored
  }

  /// Stores the plan of a road; a road that is stored already stays as it is.
  ///
  /// - Throws: `duplicatePlan` if a plan of that name is no road.
  private func keep(road plan: Plan, dryRun: Bool) async throws(ControlError) -> StoredPlan {
    if let former = try await former(named: plan.name) {
      guard former.calendar == nil, former.plan.isRoad else {
        throw ControlError(.duplicatePlan, subject: former.plan.name)
      }
      let route = try await access.stored { store throws(StoreError) in try await store.plan(named: plan.name) }.route
      if route == plan.route { return former }
    }
    guard !dryRun else { return try await rehearse(plan, replacing: true) }
    try await demandNotRidden(plan.name)
    return try await save(plan, replacing: true)
  }

  /// Returns the stored plan of a name, without the points of its route; nil if there is none.
  private func former(named name: String) async throws(ControlError) -> StoredPlan? {
    do throws(ControlError) {
      return try await access.stored { store throws(StoreError) in try await store.planInShort(named: name) }
    } catch {
      guard error.code == .unknownPlan else { throw error }
      return nil
    }
  }

  private func details(_ stored: StoredPlan) async throws(ControlError) -> PlanDetails {
    let settings = try await access.read { library throws(StoreError) in try await library.settings() }
    return PlanDetails(stored, thresholdWatts: settings.thresholdWatts)
  }

  private func save(_ plan: Plan, replacing: Bool) async throws(ControlError) -> StoredPlan {
    let now = wallClock.now
    return try await access.stored { store throws(StoreError) in
      try await store.save(plan, replacing: replacing, at: now)
    }
  }

  /// Returns a plan as `save` would store it.
  private func rehearse(_ plan: Plan, replacing: Bool) async throws(ControlError) -> StoredPlan {
    let key = plan.name.lowercased()
    let others = try await access.stored { store throws(StoreError) in try await store.plans(withCalendar: true) }
    guard replacing || !others.contains(where: { $0.plan.name.lowercased() == key }) else {
      throw ControlError(.duplicatePlan, subject: plan.name)
    }
    return StoredPlan(plan: plan, routeMeters: nil, changed: wallClock.now)
  }

  /// Changes a plan, unless it is being ridden.
  private func change(
    _ name: String, _ body: @escaping @Sendable (Plan) -> Result<Plan, ControlError>
  ) async throws(ControlError) -> StoredPlan {
    try await demandNotRidden(name)
    let now = wallClock.now
    let outcome = try await access.changed(name) { store throws(StoreError) in
      try await store.changePlan(named: name, at: now, body)
    }
    return try outcome.get()
  }

  /// - Throws: `planInUse` for the plan of the current ride.
  private func demandNotRidden(_ name: String) async throws(ControlError) {
    let ridden = await driver.snapshot.plan?.name
    guard ridden?.lowercased() != name.lowercased() else { throw ControlError(.planInUse, subject: ridden) }
  }

  /// Returns the name of a plan without surrounding white space.
  ///
  /// - Throws: `invalidParameter`, with the parameter's name, if the name is empty, too long or has control characters.
  private static func name(_ text: String, _ parameter: String) throws(ControlError) -> String {
    guard let name = try text.checked(parameter, atMost: 4 * Limits.nameLength), name.count <= Limits.nameLength,
      !name.contains(where: \.isNewline)
    else { throw ControlError(.invalidParameter, subject: parameter) }
    return name
  }

  private static func summary(_ text: String?) throws(ControlError) -> String? {
    try text.flatMap { text throws(ControlError) in try text.checked("summary", atMost: Limits.textLength) }
  }
}

extension PlanService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.answer(Plans.self) { call, _ throws(ControlError) in try await plans(call) }
    router.answer(ShowPlan.self) { call, _ throws(ControlError) in try await show(call) }
    router.answer(ShowRoute.self) { call, _ throws(ControlError) in try await show(call) }
    router.answer(NewPlan.self) { call, peer throws(ControlError) in try await begin(call, peer) }
    router.answer(AddToPlan.self) { call, _ throws(ControlError) in try await add(call) }
    router.answer(RemovePlan.self) { call, peer throws(ControlError) in try await remove(call, peer) }
    router.answer(UndeletePlan.self) { call, peer throws(ControlError) in try await undelete(call, peer) }
    router.answer(RenamePlan.self) { call, _ throws(ControlError) in try await rename(call) }
    router.answer(CopyPlan.self) { call, peer throws(ControlError) in try await copy(call, peer) }
  }
}
