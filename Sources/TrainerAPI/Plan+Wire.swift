import ControlWire
import RideRuntime
import RideStore
import Rides
import Workouts

// Wire form of plans.

extension PlanSummary {
  /// The summary of a stored plan.
  init(_ stored: StoredPlan) {
    self.init(stored.plan)
    routeMeters = stored.routeMeters
    (day, source) = (stored.calendar?.day.description, stored.calendar?.key.source)
    ridden = stored.calendar?.isRidden
  }

  /// The summary of a workout of the package.
  init(_ workout: PackagePlan) {
    self.init(workout.plan)
    kind = workout.kind
    (intensityFactor, trainingStressScore) = (workout.intensityFactor, workout.trainingStressScore)
    // The legs end a ramp: its file has only the first step.
    openEnded = openEnded || workout.plan.test == .ramp
  }

  private init(_ plan: Plan) {
    let intervals = plan.intervals
    var seconds = 0
    var openEnded = false
    for interval in intervals {
      // The plans were checked, so the sum is at most a day.
      if case .timer(let length) = interval.end { seconds += length } else { openEnded = true }
    }
    self.init(
      name: plan.name, summary: plan.summary, author: plan.author, intervals: intervals.count, timerSeconds: seconds,
      openEnded: openEnded)
  }

  /// The summary of a deleted plan.
  init(_ deleted: RestorablePlan) {
    self.init(deleted.stored)
    deletedUntil = deleted.deletedAt.advanced(by: LibraryUpkeep.keeping).rfc3339
  }

  /// The most bytes of JSON that the summary needs, if every byte of its texts is escaped.
  var mostBytes: Int { 400 + 2 * [name, summary ?? "", author ?? "", source ?? ""].reduce(0) { $0 + $1.utf8.count } }
}

extension PlanDetails {
  /// The details of a stored plan; `thresholdWatts` is the rider's setting.
  init(_ stored: StoredPlan, thresholdWatts: Int?) {
    self.init(stored.plan, PlanSummary(stored), thresholdWatts: thresholdWatts)
  }

  /// The details of a workout of the package; `thresholdWatts` is the rider's setting.
  init(_ workout: PackagePlan, thresholdWatts: Int?) {
    self.init(workout.plan, PlanSummary(workout), thresholdWatts: thresholdWatts)
  }

  private init(_ plan: Plan, _ summary: PlanSummary, thresholdWatts: Int?) {
    let waypoints = plan.route?.waypoints ?? []
    let places = Dictionary(waypoints.map { ($0.place, $0.name) }) { first, _ in first }
    self.init(
      plan: summary,
      groups: plan.groups.map { PlannedGroup($0, places: places) },
      thresholdWatts: thresholdWatts ?? plan.thresholdWatts,
      waypoints: waypoints.isEmpty ? nil : waypoints)
  }
}

extension RouteLine {
  /// The most points of a line; a phone's screen is not many more pixels wide.
  private static let mostPoints = 500

  init(_ route: Route) {
    let course = RouteCourse(route)
    self.init(
      meters: course.lengthMeters, loop: course.isLoop,
      ascentMeters: course.ascentMeters.map { ($0 * 10).rounded() / 10 },
      points: course.line(ofAtMost: Self.mostPoints).map { point in
        RoutePoint(
          meters: (point.meters * 10).rounded() / 10, latitudeDegrees: point.place.latitudeDegrees,
          longitudeDegrees: point.place.longitudeDegrees, altitudeMeters: course.altitude(atMeters: point.meters))
      },
      waypoints: route.waypoints.isEmpty ? nil : route.waypoints)
  }
}

// MARK: - From the wire

extension AddToPlan {
  /// Returns the plan with the request's intervals at its end, checked as a whole.
  ///
  /// Intervals that are added once are single intervals. If the request has no intervals, the single intervals after
  /// the last repeated group, or only the last of them, become a repeated group.
  func added(to plan: Plan) -> Result<Plan, ControlError> {
    var plan = plan
    do throws(ControlError) {
      if let last, last < 1 || !intervals.isEmpty { throw ControlError(.invalidParameter, subject: "last") }
      if intervals.isEmpty { try repeatLoneOnes(of: &plan) } else { try append(to: &plan) }
      do throws(PlanFault) { try plan.check() } catch { throw ControlError.badPlan(error, of: plan.name) }
      return .success(plan)
    } catch {
      return .failure(error)
    }
  }

  private func append(to plan: inout Plan) throws(ControlError) {
    // A fault has the interval's number in the first repetition of the group.
    let ridden = plan.intervals.count
    var added: [PlanInterval] = []
    for (index, planned) in intervals.enumerated() {
      let number = ridden + index + 1
      do throws(PlanFault) {
        let planned = try planned.located(on: plan.route, number: number)
        do throws(IntervalContradiction) { added.append(try PlanInterval(planned)) } catch {
          throw PlanFault(.contradictory, interval: number, detail: error.detail)
        }
      } catch {
        throw .badPlan(error, of: plan.name)
      }
    }
    if repeats ?? 1 == 1 {
      plan.groups += added.map { PlanGroup([$0]) }
    } else {
      plan.groups.append(PlanGroup(repeats: repeats ?? 1, added))
    }
  }

  private func repeatLoneOnes(of plan: inout Plan) throws(ControlError) {
    guard let repeats else { throw ControlError(.invalidParameter, subject: "intervals") }
    let first = plan.groups.lastIndex { $0.repeats != 1 }.map { $0 + 1 } ?? 0
    let lone = plan.groups[first...].flatMap(\.intervals)
    let count = last ?? max(1, lone.count)
    guard count <= lone.count else {
      let fault = PlanFault(.nothingToRepeat, detail: "it has \(lone.count)")
      throw .badPlan(fault, of: plan.name)
    }
    let left = lone.dropLast(count).map { PlanGroup([$0]) }
    plan.groups.replaceSubrange(first..., with: left + [PlanGroup(repeats: repeats, Array(lone.suffix(count)))])
  }
}

extension RemovePlan {
  /// Returns the plan without a group, or without one of its intervals; a group without intervals is removed.
  func removed(from plan: Plan) -> Result<Plan, ControlError> {
    var plan = plan
    guard let line, plan.groups.indices.contains(line &- 1) else {
      return .failure(ControlError(.invalidParameter, subject: "line"))
    }
    if let interval {
      guard plan.groups[line - 1].intervals.indices.contains(interval &- 1) else {
        return .failure(ControlError(.invalidParameter, subject: "interval"))
      }
      plan.groups[line - 1].intervals.remove(at: interval - 1)
    }
    if interval == nil || plan.groups[line - 1].intervals.isEmpty { plan.groups.remove(at: line - 1) }
    return .success(plan)
  }
}

extension PlannedInterval {
  /// Returns the interval with the coordinates of its named place, whose name becomes the label unless the interval has
  /// one.
  ///
  /// - Throws: `noRoute` or `unknownPlace` with the number of the interval.
  fileprivate func located(on route: Route?, number: Int) throws(PlanFault) -> PlannedInterval {
    guard let place, latitudeDegrees == nil, longitudeDegrees == nil else { return self }
    guard let route else { throw PlanFault(.noRoute, interval: number, detail: place) }
    guard let found = route.waypoints.first(where: { $0.name.lowercased() == place.lowercased() }) else {
      throw PlanFault(.unknownPlace, interval: number, detail: place)
    }
    var located = self
    located.latitudeDegrees = found.place.latitudeDegrees
    located.longitudeDegrees = found.place.longitudeDegrees
    located.label = label ?? found.name
    return located
  }
}

// MARK: - To the wire

extension PlannedGroup {
  /// The wire form of a group, with the names of places on the plan's route.
  fileprivate init(_ group: PlanGroup, places: [Place: String]) {
    self.init(
      repeats: group.repeats,
      intervals: group.intervals.map { interval in
        var planned = PlannedInterval(interval)
        if case .location(let place) = interval.end { planned.place = places[place] }
        return planned
      })
  }
}
