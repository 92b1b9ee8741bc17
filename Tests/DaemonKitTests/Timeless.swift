import Foundation

/// The lines of an activity file with the times blanked out, which are those of the day it was ridden on.
func timeless(_ file: String) -> [String] {
  file.replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "").split(separator: "\n").map { String($0) }
}
