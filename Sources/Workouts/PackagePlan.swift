import CWorkouts
import FoundationEssentials
package import Rides

/// A workout of the package: a plan that every library has, and that no call can change.
package struct PackagePlan: Hashable, Sendable {
  package let plan: Plan
  package let kind: PlanKind
  /// Nil for a test, whose power the rider decides.
  package let intensityFactor: Double?
  /// Nil for a test.
  package let trainingStressScore: Double?
  /// The length that its file states, in seconds of timer time.
  package let timerSeconds: Int

  /// All workouts of the package: by kind, then from the shortest to the longest.
  package static let all: [PackagePlan] = files.compactMap { try? JSONDecoder().decode(PackagePlan.self, from: $0) }
    .sorted { $0.rank.lexicographicallyPrecedes($1.rank) }

  /// The number of embedded files, readable or not.
  package static var fileCount: Int { files.count }

  private static var files: [Data] {
    sequence(state: 0) { index in
      let file = workout_file_at(index)
      index += 1
      return file.bytes.map { Data(bytes: $0, count: file.count) }
    }.map(\.self)
  }

  /// Returns the workout with that name, in any letter case; nil if the package has no such workout.
  package static func named(_ name: String) -> PackagePlan? { all.first { $0.plan.name == name.lowercased() } }

  private var rank: [Int] { [PlanKind.allCases.firstIndex(of: kind) ?? 0, timerSeconds] }
}

extension PackagePlan: Decodable {
  private enum CodingKeys: CodingKey {
    case kind, intensityFactor, trainingStressScore, timerSeconds
  }

  /// Decodes a file: the members of `Plan`, and those of this type.
  package init(from decoder: any Decoder) throws {
    plan = try Plan(from: decoder)
    let values = try decoder.container(keyedBy: CodingKeys.self)
    kind = try values.decode(PlanKind.self, forKey: .kind)
    intensityFactor = try values.decodeIfPresent(Double.self, forKey: .intensityFactor)
    trainingStressScore = try values.decodeIfPresent(Double.self, forKey: .trainingStressScore)
    timerSeconds = try values.decode(Int.self, forKey: .timerSeconds)
  }
}
