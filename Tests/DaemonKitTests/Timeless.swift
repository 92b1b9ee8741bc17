import Foundation

/// The lines of an activity file without the times, which depend on the day of the ride.
func timeless(_ file: String) -> [String] {
  file.replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "").split(separator: "\n").map { String($0) }
}
