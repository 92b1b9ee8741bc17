package import Rides

// The place of a ride on its route, and the slope there.

extension PlanRun {
  /// The brake while the legs alone decide the power: the requested one, else the slope of the route, else a flat road.
  var brake: Brake { progress.brake ?? roadSlopePercent.map { .slope(percent: $0) } ?? .flatRoad }

  /// The slope of the road under the rider, in percent: of the route, else as requested; nil without either.
  package var roadSlopePercent: Double? {
    course?.course.gradePercent(atMeters: progress.routeMeters) ?? progress.brake?.slopePercent
  }

  /// Returns the place on the route at the end of a row that is not included yet; nil without a route.
  package func position(after sample: RideSample, metersBefore: Double?) -> Place? {
    course?.course.place(atMeters: progress.routeMeters + meters(of: sample, after: metersBefore))
  }

  /// Returns the altitude at the end of a row that is not included yet, in metres; nil without a route with altitudes.
  package func altitude(after sample: RideSample, metersBefore: Double?) -> Double? {
    course?.course.altitude(atMeters: progress.routeMeters + meters(of: sample, after: metersBefore))
  }

  private func meters(of sample: RideSample, after metersBefore: Double?) -> Double {
    sample.timerRunning ? sample.distanceMeters.map { max(0, $0 - (metersBefore ?? 0)) } ?? 0 : 0
  }

  /// The place on the route; nil without a route with altitudes.
  var road: RoadStatus? {
    guard let course = course?.course, let slope = course.gradePercent(atMeters: progress.routeMeters),
      let altitude = course.altitude(atMeters: progress.routeMeters)
    else { return nil }
    return RoadStatus(
      meters: progress.routeMeters, lengthMeters: course.lengthMeters, slopePercent: slope, altitudeMeters: altitude,
      ascentMeters: course.ascentMeters(toMeters: progress.routeMeters) ?? 0)
  }
}
