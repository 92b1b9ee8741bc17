import Foundation
import Rides
import TestKit

@testable import RideFiles

/// Reads the plan in a text.
func workout(_ text: String, fileName: String? = nil) throws(PlanFault) -> Plan {
  try workout(Array(text.utf8), fileName: fileName)
}

func workout(_ bytes: [UInt8], fileName: String? = nil) throws(PlanFault) -> Plan {
  guard case .plan(let plan) = try WorkoutFile.decode(bytes, fileName: fileName) else {
    throw PlanFault(.unsupported, detail: "a route")
  }
  return plan
}

/// Returns a ZWO file with the given steps from line 3 on.
func zwo(_ steps: String, header: String = "") -> String {
  "<workout_file><name>Z</name>\(header)\n<workout>\n\(steps)\n</workout>\n</workout_file>\n"
}

/// Returns an ERG or MRC file; the course begins in line 6.
func course(_ points: String, columns: String = "MINUTES WATTS", header: String = "VERSION = 2", rest: String = "")
  -> String
{
  """
  [COURSE HEADER]
  \(header)
  \(columns)
  [END COURSE HEADER]
  [COURSE DATA]
  \(points)
  [END COURSE DATA]
  \(rest)
  """
}

extension PlanInterval {
  static func timer(
    _ seconds: Int, _ target: IntervalTarget = .free, label: String? = nil, cadence: ClosedRange<Int>? = nil,
    cues: [PlanCue] = []
  ) -> PlanInterval {
    PlanInterval(label: label, end: .timer(seconds: seconds), target: target, cadence: cadence, cues: cues)
  }
}

extension IntervalTarget {
  static func percent(_ percent: Double) -> Self { .steady(.thresholdPercent(percent)) }
  static func watts(_ watts: Int) -> Self { .steady(.watts(watts)) }
  static func ramp(percent from: Double, _ to: Double) -> Self {
    .ramp(from: .thresholdPercent(from), to: .thresholdPercent(to))
  }
  static func ramp(watts from: Int, _ to: Int) -> Self { .ramp(from: .watts(from), to: .watts(to)) }
}

/// Workouts of other programs, stored next to the project during development.
enum SharedWorkouts {
  static let names = [
    "Endurance_25min.zwo": 1680, "FTP_Over-Under_35min.zwo": 2190, "MAP_Micro-Bursts_35min.zwo": 2160,
    "MAP_Pyramid_30min.zwo": 1860, "NM_Sprint_Drills_20min.zwo": 1630, "Recovery_30min.zwo": 1980,
    "Sweet_Spot_30min.zwo": 1980, "Tempo_30min.zwo": 1980, "Threshold_20min.zwo": 1620, "VO2max_25min.zwo": 1770,
    "20-minute-interval.mrc": 1200, "over-unders.mrc": 1140, "stepped-warm-up.mrc": 830,
  ]
  static var exist: Bool { SharedMaterial.has(names.keys.map(file)) }

  static func file(_ name: String) -> URL { SharedMaterial.file("workouts/\(name)") }
  static func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: file(name))) }
}

/// The workout of the demonstration.
enum DemoWorkout {
  static let name = "over-under.zwo"

  static func bytes() throws -> [UInt8] {
    let checkout = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../../..").standardizedFileURL
    return Array(try Data(contentsOf: checkout.appending(path: "Scripts/demo/\(name)")))
  }
}
