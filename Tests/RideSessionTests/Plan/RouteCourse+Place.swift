import Foundation

@testable import RideSession

extension RouteCourse {
  /// Where a rider is after so many metres of virtual distance, walked from the route's first point on; nil without points.
  func place(atMeters distance: Double) -> Place? {
    guard let first = points.first, lengthMeters > 0 else { return points.first?.place }
    var rest = distance.truncatingRemainder(dividingBy: periodMeters)
    if rest > lengthMeters { rest = periodMeters - rest }
    for index in points.indices.dropLast() {
      let length = meters[index + 1] - meters[index]
      if rest <= length { return arc(index).point(atMeters: rest).place }
      rest -= length
    }
    return isLoop ? first.place : points.last?.place
  }
}

extension RouteVector {
  var place: Place {
    Place(atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi, atan2(y, x) * 180 / .pi)
  }
}
