import ControlWire
import RideAnalysis
import RideRuntime
import RideStore
import Rides

// Wire form of personal records.

extension PersonalRecord {
  init(_ best: RideReviewer.Best) {
    let discipline = best.discipline
    self.init(
      discipline.kind, overSeconds: discipline.overSeconds, best: RecordMark(best.best, of: discipline),
      before: best.before.map { RecordMark($0, of: discipline) })
  }
}

extension RecordMark {
  fileprivate init(_ mark: RideReviewer.Mark, of discipline: Discipline) {
    self.init(ride: mark.ride.id, start: mark.ride.start.rfc3339, title: mark.ride.title)
    switch discipline.kind {
    case .power, .zone2Power: watts = mark.value
    case .time: timerSeconds = Int(mark.value)
    case .distance: distanceMeters = mark.value
    case .work: kilojoules = mark.value / 1000
    }
  }
}

extension PowerPoint {
  init(_ mark: RideReviewer.Mark, overSeconds: Int) {
    self.init(
      overSeconds: overSeconds, watts: mark.value, ride: mark.ride.id, start: mark.ride.start.rfc3339,
      title: mark.ride.title)
  }
}
