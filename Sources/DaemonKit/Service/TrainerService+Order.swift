import ControlWire
import EventLoop
import RideAnalysis
import RideSession
import RideStore

extension TrainerService {
  /// What a rider wishes, as this rider rides it with these devices.
  ///
  /// The store works on its own thread: a clock that leaps is held until it has told.
  /// - Throws: `unknownPlan`; `badPlan` for what keeps the plan from being ridden; what the store says.
  func order(_ wish: RideWish, with devices: RideDevices) async throws(ControlError) -> RideOrder {
    loop.hold()
    defer { loop.release() }
    let rider = try await rider(of: wish.work, hasStrap: devices.heartRate != nil)
    let plan = try await ridden(wish.work, by: rider)
    if wish.guardsAlpha1, !rider.hasStrap { throw ControlError(PlanError(.noHeartRate), plan: plan.name) }
    var order = RideOrder(
      plan: plan, trainer: devices.trainer.ridden, heartRate: devices.heartRate?.ridden,
      maximumBeatsPerMinute: wish.maximumHeartRate, guardsAlpha1: wish.guardsAlpha1,
      riderKilograms: rider.settings.weightKilograms ?? VirtualSpeed.usualRiderKilograms)
    order.thresholdWatts = rider.settings.thresholdWatts
    return order
  }

  /// Who rides.
  ///
  /// A steady ride is ridden also by one whom the store cannot tell of, being damaged or gone.
  private func rider(of work: RideWish.Work, hasStrap: Bool) async throws(ControlError) -> PlanRider {
    if case .steady = work {
      let settings = try? await store.settings()
      return PlanRider(settings: settings ?? RiderSettings(), learntWatts: nil, hasStrap: hasStrap)
    }
    let settings = try await stored { store throws(StoreError) in try await store.settings() }
    let learnt = try await stored { store throws(StoreError) in try await store.lastLearntWatts() }
    return PlanRider(settings: settings, learntWatts: learnt, hasStrap: hasStrap)
  }

  private func ridden(_ work: RideWish.Work, by rider: PlanRider) async throws(ControlError) -> RidePlan {
    switch work {
    case .steady(let watts, let seconds): return .steady(watts: watts, seconds: seconds)
    case .zone2(let watts, let seconds):
      return try Self.of(nil) { () throws(PlanError) in
        .heartRate(try rider.target(zone: 2, start: watts.map { .watts($0) }), seconds: seconds)
      }
    case .plan(let name):
      let plan = try await stored { store throws(StoreError) in try await store.plan(named: name) }
      return try Self.of(plan.name) { () throws(PlanError) in try RidePlan(plan, for: rider) }
    }
  }

  private static func of(
    _ name: String?, _ body: () throws(PlanError) -> RidePlan
  ) throws(ControlError) -> RidePlan {
    do throws(PlanError) { return try body() } catch { throw ControlError(error, plan: name) }
  }
}
