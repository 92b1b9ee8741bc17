import Foundation
import TestKit

/// FIT files of other programs, which stand beside the project where it is developed.
enum SharedFIT {
  /// 38 minutes on a trainer in five laps, from a Garmin Edge 800.
  static let indoorTrainer = SharedMaterial.file("activities/sample-activity-indoor-trainer.fit")
  /// Five seconds with RR intervals.
  static let sample = SharedMaterial.file("fixtures/sample.fit")
  static let files = [indoorTrainer, sample]
  static var exist: Bool { SharedMaterial.has(files) }
}
