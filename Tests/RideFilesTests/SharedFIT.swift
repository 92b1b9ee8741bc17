import Foundation

/// FIT files of other programs, which stand beside the project where it is developed.
enum SharedFIT {
  private static let shared = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../../../shared")
    .standardizedFileURL
  /// 38 minutes on a trainer in five laps, from a Garmin Edge 800.
  static let indoorTrainer = shared.appending(path: "activities/sample-activity-indoor-trainer.fit")
  /// Five seconds with RR intervals.
  static let sample = shared.appending(path: "fixtures/sample.fit")
  static let files = [indoorTrainer, sample]
  static var exist: Bool { files.allSatisfy { FileManager.default.fileExists(atPath: $0.path()) } }
}
